// Filters on a photograph: chosen by thumbnail, previewed immediately, applied, downloaded; and a batch.
import { readFile } from 'node:fs/promises';
import { lookNames } from 'contract/looks.ts';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { words } from '../tools/photo-filter/words.ts';
import { findFaults } from './axe.ts';
import { countZipped } from './pictures.ts';
import { expect, phasesOf, pick, test } from './product.ts';

const path = '/editor/photoFilter';

test('a filter is chosen, previewed, applied and downloaded', { tag: '@phone' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [photos.womanRed]);
  const plate = page.getByText(lookNames.noir[language], { exact: true });
  await (hasTouch ? plate.tap() : plate.click());
  await expect(page.getByRole('radio', { name: lookNames.noir[language] })).toBeChecked();
  await expect(page.locator('[data-stage=preview] img').first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  const run = page.getByRole('button', { name: fill(t.runOne, { look: lookNames.noir[language] }) });
  await (hasTouch ? run.tap() : run.click());
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: product.work.downloadOne }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('woman-red-noir.jpg');
  const { data, info } = await sharp(await readFile(await download.path()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([500, 500]);
  for (let i = 0; i < data.length; i += 3001 * info.channels) {
    const pixel = [...data.subarray(i, i + 3)];
    expect(Math.max(...pixel) - Math.min(...pixel)).toBeLessThanOrEqual(2);
  }
  expect(product.complaints).toEqual([]);
});

test('the arrow keys move through the filters', { tag: '@desk' }, async ({ page, product, language }) => {
  await product.open(path);
  await pick(page, [photos.manCap]);
  await page.getByRole('radio', { name: lookNames.vivid[language] }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: lookNames.crisp[language] })).toBeChecked();
});

test('a batch gets one filter and is downloaded as a zip', { tag: '@phone' }, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [photos.womanRed, photos.manCap, photos.womanGreen]);
  await expect(phasesOf(page)).toHaveCount(3);
  const look = lookNames.vivid[language];
  await page.getByRole('button', { name: fill(t.runMany, { count: 3, look }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(3);
  const button = page.getByRole('button', { name: fill(product.work.downloadAll, { count: 3 }) });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(countZipped(await readFile(await download.path()))).toBe(3);
});

test('the page explains how the tool works', { tag: '@desk' }, async ({ page, product }) => {
  await product.open(path);
  await page.getByRole('button', { name: product.work.howTo }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(product.work.howToQuestions)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
