// Unpaid results: what their preview shows and permits, one price for one download, and the state after the payment.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import AdmZip from 'adm-zip';
import { lookNames } from 'contract/looks.ts';
import { fill } from 'contract/words.ts';
import { drawPage } from 'engines/text/test-page.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { ownerOfAccount } from '../server/src/http/owner.ts';
import { give, ownedBy } from '../server/testing/money.ts';
import { words as textWords } from '../tools/image-to-text/words.ts';
import { words as filterWords } from '../tools/photo-filter/words.ts';
import { unexpected } from './center-visit.ts';
import { test as peopleTest, withMembership } from './login-people.ts';
import { expect, phasesOf, pick, rowOf } from './product.ts';

type Books = Parameters<typeof give>[0];

interface Purse {
  add: (coins: number) => Promise<void>;
  /** Coins that are neither spent nor held. */
  left: () => Promise<number>;
  /** The name of a file whose result holds its price. */
  heldFor: () => Promise<string>;
}

/** A logged-in user without money. */
const test = peopleTest.extend<{ purse: Purse }>({
  purse: async ({ page, people, product }, use) => {
    const person = await people.register();
    const books = { parts: { database: people.database, config: { timeZone: 'Asia/Shanghai' } } } as Books;
    await product.open('/help');
    await page.evaluate(value => localStorage.setItem('pixwright.token', value), person.token);
    await use({
      add: coins => give(books, person, { coins }),
      left: async () => {
        const [, , coins = 0, held = 0] = await ownedBy(books, person);
        return coins - held;
      },
      heldFor: async () => {
        const { inputs } = await people.database
          .selectFrom('task')
          .select('inputs')
          .where('owner', '=', ownerOfAccount(person.user.id))
          .where('charge_state', '=', 'held')
          .executeTakeFirstOrThrow();
        return inputs[0]!.name;
      },
    });
  },
});

test.use({ switches: withMembership });

async function save(page: Page, name: string, otherName = name): Promise<Buffer> {
  const named = (one: string) => page.getByRole('button', { name: one, exact: true });
  const button = named(name).or(named(otherName));
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await download.path());
}

test('a text shows its first lines until it is paid; then all of it can be read and edited at no further price', {
  tag: '@desk',
}, async ({ page, product, language, purse }) => {
  await purse.add(100);
  const t = textWords[language];
  const lines = ['Opening hours', 'Tuesday to Sunday', 'nine to eight', 'closed on holidays', 'bring your card'];
  const buffer = await drawPage(
    { width: 700, height: 520 },
    lines.map((text, at) => ({ text, x: 60, y: 40 + 90 * at, size: 36 })),
  );
  await product.open('/editor/imageToText');
  await pick(page, [{ name: 'notice.png', mimeType: 'image/png', buffer }]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const pane = page.getByRole('region', { name: t.textPane });
  await expect(pane).toContainText(lines[2]!);
  await expect(pane).not.toContainText(lines[3]!);
  await expect(page.getByText(t.partHint)).toBeVisible();
  await expect(page.getByRole('button', { name: t.copy })).toHaveCount(0);
  const field = page.getByRole('textbox', { name: t.editing });
  await pane.getByText(lines[0]!).click();
  await expect(field).toHaveCount(0);

  // Another option is applied to the text once that is paid, without recognising it again.
  const runs: string[] = [];
  page.on('request', request => {
    const [, call] = /\/web\/imageTotext(\/write)?$/.exec(request.url()) ?? [];
    if (request.url().includes('/web/imageTotext')) runs.push(`${call ?? 'read'} ${request.postDataJSON().textFlag}`);
  });
  await page.getByText(t.lines, { exact: true }).click();
  const txt = fill(t.download, { kind: 'TXT' });
  expect((await save(page, txt)).toString()).toContain(lines[4]);
  expect(runs).toEqual(['/write lines']);
  await expect(pane).toContainText(lines[4]!);
  await expect(page.getByRole('button', { name: t.copy })).toBeVisible();
  expect(await purse.left()).toBe(90);
  await pane.getByText(lines[0]!).click();
  await field.fill('Closing hours');
  await field.press('Escape');
  const edited = (await save(page, txt)).toString();
  expect(edited).toContain('Closing hours');
  expect(edited).toContain(lines[4]);
  expect(await purse.left()).toBe(90);
  expect(unexpected(product.complaints)).toEqual([]);
});

test('a batch is charged only if all of it can be paid, and a paid result has no watermark in any view', {
  tag: '@desk',
}, async ({ page, product, language, hasTouch, purse }) => {
  const t = product.work;
  await purse.add(20);
  await product.open('/editor/photoFilter');
  await pick(page, [photos.womanRed, photos.manCap, photos.womanGreen]);
  await page.getByText(lookNames.noir[language], { exact: true }).click();
  const run = fill(filterWords[language].runMany, { look: lookNames.noir[language], count: 3 });
  await page.getByRole('button', { name: run }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(3);
  await expect(page.getByText(fill(t.lockedMissing, { amount: 30 }))).toBeVisible();
  await page.getByRole('button', { name: t.unlock }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(fill(t.lockedMissing, { amount: 30 }))).toBeVisible();
  await page.keyboard.press('Escape');
  const note = fill(t.lockedNoteSize, { size: '500 × 500' });
  await expect(page.getByText(note)).toBeVisible();
  // Two of the three are still held.
  expect(await purse.left()).toBe(0);

  // Passing a result on shows its price and charges it. Of 20 coins, ten are held for it and can pay it; the other ten are held for another result.
  // The two that were finished first hold their prices, which may be any two.
  const file = await purse.heldFor();
  await rowOf(page, file).getByRole('button', { name: file }).first().click();
  const handOn = page.getByRole('button', { name: t.handOn });
  await handOn.click();
  await expect(
    page.getByRole('region', { name: t.handOnTo }).getByText(fill(t.lockedCoins, { amount: 10, left: 0 })),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await purse.add(10);
  if (!hasTouch) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: `${t.copyLink} · ${file}` }).click();
    await expect(page.getByText(t.linkCopiedSoon)).toBeVisible();
    await expect(page.getByText(note)).toHaveCount(0);
  }
  // The page has loaded the new balance only if it was asked for something since.
  const zip = new AdmZip(await save(page, t.unlock, fill(t.downloadForCoins, { amount: 20 })));
  const sizes = await Promise.all(zip.getEntries().map(async entry => (await sharp(entry.getData()).metadata()).width));
  expect(sizes).toEqual([500, 500, 500]);
  await expect(page.getByRole('button', { name: fill(t.downloadAll, { count: 3 }) })).toBeVisible();
  await expect(page.getByText(note)).toHaveCount(0);
  expect(await purse.left()).toBe(0);
  expect(unexpected(product.complaints)).toEqual([]);
});
