// Enlargement of photographs: the notes before the start, the result, a batch, and a picture that is too large.
import { readFile } from 'node:fs/promises';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { words } from '../tools/up-scale/words.ts';
import { findFaults } from './axe.ts';
import { countZipped } from './pictures.ts';
import { expect, phasesOf, pick, test } from './product.ts';

const path = '/editor/upScale';

/** Crops a photograph to a part that is small enough for a quick run of the network. */
const cutPiece = async (name: string, photo: string, side = 120) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp(photo)
    .extract({ left: 150, top: 80, width: side, height: side })
    .jpeg({ quality: 92 })
    .toBuffer(),
});

test('a photograph becomes four times as large, by the network', { tag: '@phone' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [await cutPiece('portrait.jpg', photos.womanRed)]);
  const four = page.getByText(fill(t.times, { scale: 4 }), { exact: true });
  await (hasTouch ? four.tap() : four.click());
  await expect(page.getByText(fill(t.becomes, { before: '120 × 120', after: '480 × 480' }))).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  const run = page.getByRole('button', { name: fill(t.runOne, { scale: 4 }) });
  await (hasTouch ? run.tap() : run.click());
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  expect(await findFaults(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: product.work.downloadOne, exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('portrait-x4.jpg');
  const made = await sharp(await readFile(await download.path())).metadata();
  expect([made.width, made.height]).toEqual([480, 480]);
  expect(product.complaints).toEqual([]);
});

test('three files become twice as large as one batch', { tag: '@desk' }, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [
    await cutPiece('a.jpg', photos.womanRed, 90),
    await cutPiece('b.jpg', photos.manCap, 90),
    await cutPiece('c.jpg', photos.baboon, 90),
  ]);
  await page.getByText(t.quick, { exact: true }).click();
  await page.getByRole('button', { name: fill(t.runMany, { count: 3, scale: 2 }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(3);
  const button = page.getByRole('button', { name: fill(product.work.downloadAll, { count: 3 }) });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const zip = await readFile(await download.path());
  expect(countZipped(zip)).toBe(3);
  expect(zip.includes('b-x2.jpg')).toBe(true);
});

test('a size that would be too large is explained before the start and cannot be chosen', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  await product.open(path);
  const large = { create: { width: 4000, height: 2600, channels: 3, background: '#557799' } } as const;
  await pick(page, [{ name: 'large.jpg', mimeType: 'image/jpeg', buffer: await sharp(large).jpeg().toBuffer() }]);
  await expect(page.getByText(fill(t.greyScales, { scale: 4, megapixels: 167, max: 100 }))).toBeVisible();
  await expect(page.getByRole('radio', { name: fill(t.times, { scale: 3 }) })).toBeEnabled();
  await expect(page.getByRole('radio', { name: fill(t.times, { scale: 4 }) })).toBeDisabled();
  await expect(page.getByRole('radio', { name: fill(t.times, { scale: 8 }) })).toBeDisabled();
});

test('the keyboard chooses options, and the page explains how the tool works', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [await cutPiece('keys.jpg', photos.womanRed)]);
  await page.getByRole('radio', { name: t.photo }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: t.graphic })).toBeChecked();
  await expect(page.getByText(t.aboutGraphic)).toBeVisible();
  await page.getByRole('button', { name: product.work.howTo }).click();
  await expect(page.getByRole('dialog').getByText(product.work.howToQuestions)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
});
