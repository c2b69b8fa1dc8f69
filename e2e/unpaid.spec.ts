// Tools on a server with membership, as most users see them: the preview of an unpaid result, its price, and the result after the payment.
import { readFile, truncate } from 'node:fs/promises';
import { errors } from 'contract/errors.ts';
import { lookNames } from 'contract/looks.ts';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { h264, makeClip, whyNoClips } from '../engines/video/test-clips.ts';
import { give, ownedBy } from '../server/testing/money.ts';
import { words as filterWords } from '../tools/photo-filter/words.ts';
import { words as drawingWords } from '../tools/text-to-image/words.ts';
import { editorWords } from '../web/src/editor/words.ts';
import { payWords } from '../web/src/pay/words.ts';
import { readStage, showTab } from './artwork.ts';
import { findFaults } from './axe.ts';
import { openClipFolder } from './clips.ts';
import { holdCalls } from './hold-calls.ts';
import { type People, password, test, withMembership } from './login-people.ts';
import { countZipped } from './pictures.ts';
import { expect, pick } from './product.ts';

type Books = Parameters<typeof give>[0];

test.use({ switches: withMembership });

const folder = openClipFolder();

async function registerWithCoins(people: People) {
  const person = await people.register();
  const books = { parts: { database: people.database, config: { timeZone: 'Asia/Shanghai' } } } as Books;
  await give(books, person, { coins: 50 });
  return { person, books };
}

test('a cutout on a layer shows its price and a preview before it is paid, and is charged once', {
  tag: '@desk',
}, async ({ page, product, people, language, hasTouch }) => {
  const t = editorWords[language];
  const { person, books } = await registerWithCoins(people);
  let runs = 0;
  page.on('request', request => {
    if (request.url().endsWith('/web/cutImage/newCutImage')) runs++;
  });
  await product.open('/editor/imageEditor');
  await pick(page, [photos.womanRed]);
  await expect(page.locator('[data-editor]')).toBeVisible();
  const cornerAlpha = async () => (await readStage(page, 500, 500))[3];
  const openCutout = async () => {
    if (hasTouch) await showTab(page, hasTouch, t.edit);
    await page.getByRole('button', { name: t.cutout, exact: true }).first().click();
  };
  const dialog = page.getByRole('dialog', { name: t.cutout });
  await openCutout();
  await expect(dialog).toContainText('10');
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: t.cutoutNow, exact: true }).click();

  // A preview is waiting, and nothing has changed on the page. Closing the dialog loses nothing.
  const preview = dialog.getByRole('img');
  await expect(preview).toBeVisible();
  const address = await preview.getAttribute('src');
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await cornerAlpha()).toBe(255);
  await openCutout();
  await expect(preview).toHaveAttribute('src', address!);
  expect(runs).toBe(1);

  await dialog.getByRole('button', { name: t.applyResult, exact: true }).click();
  await page.getByRole('button', { name: payWords[language].logIn, exact: true }).click();
  await page.locator('input[name=username]').fill(person.mobile);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('50');
  await dialog.getByRole('button', { name: t.applyResult, exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(cornerAlpha).toBe(0);
  expect(await ownedBy(books, person)).toEqual([0, 0, 40, 0]);
  expect(runs).toBe(1);
});

test('a file that is too large for a trial is named as such while it is being uploaded', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  test.skip(whyNoClips !== undefined, whyNoClips);
  // A clip with 201 MB of nothing behind it.
  const path = makeClip({ folder, name: 'large.mp4', sound: null, args: h264 });
  await truncate(path, 201 * 1024 * 1024);
  const release = await holdCalls(page, '**/store/**');
  await product.open('/editor/markVideo');
  await pick(page, path);
  await expect(page.getByText(fill(errors.TRIAL_TOO_LARGE[language], { maxMb: 200 }))).toBeVisible();
  await expect(page.locator('[data-phase]')).toHaveAttribute('data-phase', 'uploading');
  release();
});

test('a drawing shows its price, is paid once when its pictures are saved, and can then be edited further', {
  tag: '@phone',
}, async ({ page, product, people, language }) => {
  const t = drawingWords[language];
  const { person, books } = await registerWithCoins(people);
  await product.open('/help');
  await page.evaluate(value => localStorage.setItem('pixwright.token', value), person.token);
  await product.open('/editor/textToImage');
  await page.getByRole('textbox', { name: t.prompt }).fill('two cats');
  await expect(page.getByText(fill(t.priceCoins, { amount: 20, left: 50 }))).toBeVisible();
  await page.locator('form button[type=submit]').click();
  const card = page.locator('[data-phase]').first();
  await expect(card).toHaveAttribute('data-phase', 'done');
  await expect(card.getByText(fill(t.lockedCoins, { amount: 20, left: 30 }))).toBeVisible();
  const vary = card.getByRole('button', { name: t.vary });
  await expect(vary).toHaveCount(0);
  expect(await findFaults(page)).toEqual([]);

  const save = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name, exact: true }).first().click(),
    ]);
    return readFile(await download.path());
  };
  expect(countZipped(await save(fill(product.work.downloadForCoins, { amount: 20 })))).toBe(2);
  await expect(vary).toHaveCount(2);
  const { width, height } = await sharp(await save(t.download)).metadata();
  expect([width, height]).toEqual([1024, 1024]);
  expect(await ownedBy(books, person)).toEqual([0, 0, 30, 0]);
});

test('a paid result stays on the page when the link to it has expired', { tag: '@desk' }, async ({
  page,
  product,
  people,
  language,
}) => {
  const { person, books } = await registerWithCoins(people);
  await product.open('/help');
  await page.evaluate(value => localStorage.setItem('pixwright.token', value), person.token);
  await product.open('/editor/photoFilter');
  await pick(page, [photos.womanRed]);
  await page.getByText(lookNames.noir[language], { exact: true }).click();
  await page
    .getByRole('button', { name: fill(filterWords[language].runOne, { look: lookNames.noir[language] }) })
    .click();
  await page.getByRole('button', { name: fill(product.work.downloadForCoins, { amount: 10 }) }).click();
  const shown = page.locator('[data-stage] img[src*="/store/private/"]').first();
  // Each answer that names the result signs its link again. The error below belongs to a link that the image has begun to load.
  let before = '';
  await expect
    .poll(async () => {
      before = (await shown.getAttribute('src')) ?? '';
      const loading: string = await shown.evaluate(image => Reflect.get(image, 'currentSrc'));
      return loading === before;
    })
    .toBe(true);
  await shown.dispatchEvent('error');
  await expect(shown).not.toHaveAttribute('src', before);
  expect(await ownedBy(books, person)).toEqual([0, 0, 40, 0]);

  // Another look is another result, beside which the paid one can still be downloaded.
  await page.getByText(lookNames.vivid[language], { exact: true }).click();
  await page.getByRole('button', { name: product.work.apply }).click();
  await expect(page.getByRole('button', { name: fill(product.work.downloadForCoins, { amount: 10 }) })).toBeVisible();
  const kept = page.getByRole('status').filter({ hasText: product.work.boughtTitle });
  const [download] = await Promise.all([page.waitForEvent('download'), kept.getByRole('button').click()]);
  const { channels } = await sharp(await readFile(await download.path())).stats();
  expect(Math.abs(channels[0]!.mean - channels[2]!.mean)).toBeLessThan(1);
  expect(await ownedBy(books, person)).toEqual([0, 0, 40, 10]);
});
