// Compressing and resizing: from the file to the download, with the sizes that are shown on the way.
import { readFile } from 'node:fs/promises';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { words as compressWords } from '../tools/compress/words.ts';
import { words as resizeWords } from '../tools/resize/words.ts';
import { findFaults } from './axe.ts';
import { drawJpeg } from './pictures.ts';
import { expect, phasesOf, pick, test } from './product.ts';

test('a picture is compressed and downloaded', async ({ page, product, language }) => {
  const t = compressWords[language];
  await product.open('/editor/compress');
  await pick(page, [await drawJpeg('holiday.jpg')]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  expect(await findFaults(page)).toEqual([]);
  const button = page.getByRole('button', { name: product.work.downloadOne });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('holiday-min.jpg');
  expect((await sharp(await readFile(await download.path())).metadata()).width).toBe(640);
  expect(product.complaints).toEqual([]);
});

test('a picture is resized by percent to the size that was shown', async ({ page, product, language }) => {
  const t = resizeWords[language];
  await product.open('/editor/resize');
  await pick(page, [await drawJpeg('holiday.jpg')]);
  await page.getByText(t.byPercent, { exact: true }).click();
  await page.getByRole('button', { name: '25%', exact: true }).click();
  await expect(page.getByText(fill(t.becomes, { before: '640 × 420', after: '160 × 105' }))).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const button = page.getByRole('button', { name: product.work.downloadOne });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('holiday-160x105.jpg');
  const made = await sharp(await readFile(await download.path())).metadata();
  expect([made.width, made.height]).toEqual([160, 105]);
  expect(product.complaints).toEqual([]);
});
