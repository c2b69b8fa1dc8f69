// The product as `npm start` starts it, without a switch about money: memberships are sold, and the sandbox's cashier simulates the payment. A
// visitor uses a free tool, and tries one that costs something.
import { readFile } from 'node:fs/promises';
import { errors } from 'contract/errors.ts';
import { lookNames } from 'contract/looks.ts';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { words as compressWords } from '../tools/compress/words.ts';
import { words as filterWords } from '../tools/photo-filter/words.ts';
import { words as drawingWords } from '../tools/text-to-image/words.ts';
import { homeWords } from '../web/src/home/words.ts';
import { payWords } from '../web/src/pay/words.ts';
import { shellWords } from '../web/src/words/shell.ts';
import { findFaults } from './axe.ts';
import { drawJpeg } from './pictures.ts';
import { expect, phasesOf, pick, readKept, test } from './product.ts';

test.use({ switches: [] });

test('the promises of the home page are true, in the painted page as well', { tag: '@desk' }, async ({
  page,
  product,
  address,
  language,
}) => {
  const t = homeWords[language];
  const painted = await (await page.request.get(`${address}/?lang=${language}`)).text();
  expect(painted).toContain(t.promiseOpenTextSold);
  expect(painted).not.toContain(t.promiseOpenText);
  await product.open('/');
  await expect(page.getByText(t.promiseOpenTextSold)).toBeVisible();
  await expect(page.getByText(t.promiseOpenText)).toHaveCount(0);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: shellWords[language].refund })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  expect(product.complaints).toEqual([]);
});

test('a visitor finishes a free tool without a word about money', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  await product.open('/editor/compress');
  await pick(page, [await drawJpeg('holiday.jpg')]);
  await page.getByRole('button', { name: compressWords[language].runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const button = page.getByRole('button', { name: product.work.downloadOne, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect((await sharp(await readFile(await download.path())).metadata()).width).toBe(640);
  expect(product.complaints).toEqual([]);
});

test('a visitor tries a tool for free and sees the price of the full file, and that of the next run before the click', {
  tag: '@phone',
}, async ({ page, product, language }) => {
  const t = product.work;
  const name = fill(filterWords[language].runOne, { look: lookNames.noir[language] });
  const choose = async () => {
    await product.open('/editor/photoFilter');
    await pick(page, [photos.womanRed]);
    await page.getByText(lookNames.noir[language], { exact: true }).click();
  };
  await choose();
  await expect(page.getByText(fill(t.priceTrial, { coins: 10, left: 5 }))).toBeVisible();
  await page.getByRole('button', { name }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(page.getByText(fill(t.lockedMissing, { amount: 10 }))).toBeVisible();
  await page.getByRole('button', { name: t.unlock }).click();
  await expect(page.getByRole('dialog').getByText(payWords[language].hasAccount)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: t.remove }).first().click();
  // The page is left next, and the browser stores the removal a moment later.
  await expect.poll(() => readKept(page)).toEqual([]);
  await choose();
  const sentence = page.getByText(errors.TRIAL_USED_UP[language]);
  await expect(page.getByRole('button', { name: t.becomeMember })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  // The refusal is shown once, with both ways out.
  await page.getByRole('button', { name }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'failed');
  await expect(sentence).toHaveCount(1);
  await expect(page.getByRole('button', { name: t.becomeMember })).toHaveCount(1);
  await page.getByRole('main').getByRole('button', { name: t.logIn, exact: true }).click();
  await expect(page.getByRole('dialog').locator('input[name=username]')).toBeVisible();
  expect(product.complaints.filter(line => !line.includes('402'))).toEqual([]);
});

test('a visitor draws once for free, and the page says so before and after', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = drawingWords[language];
  await product.open('/editor/textToImage');
  const form = page.locator('form');
  await form.getByText('1', { exact: true }).click();
  await expect(form.getByText(fill(product.work.priceTrial, { coins: 10, left: 1 }))).toBeVisible();
  await page.getByRole('textbox', { name: t.prompt }).fill('two cats');
  await form.locator('button[type=submit]').click();
  await expect(page.locator('[data-phase]').first()).toHaveAttribute('data-phase', 'done');
  await expect(page.getByText(fill(t.lockedMissing, { amount: 10 }))).toBeVisible();
  await expect(form.getByText(errors.TRIAL_USED_UP[language])).toBeVisible();
  expect(product.complaints).toEqual([]);
});
