// Thumbnails of a photo: sizes chosen, crops previewed, made, downloaded; cropped by hand; a batch.
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { words } from '../tools/thumbnails/words.ts';
import { findFaults } from './axe.ts';
import { countZipped } from './pictures.ts';
import { expect, phasesOf, pick, test } from './product.ts';

const path = '/editor/thumbnails';

test('crops are previewed, made and downloaded as a zip', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  const press = (what: Locator) => (hasTouch ? what.tap() : what.click());
  await product.open(path);
  await pick(page, [photos.womanGreen]);
  const stage = page.locator('[data-stage=stage]');
  await expect(stage.getByRole('listitem')).toHaveCount(3);
  // Once the face is found, the wide cover shows the upper part of the picture.
  await expect(stage.getByText(t.previewHint)).toBeVisible();
  const wide = stage
    .getByRole('listitem')
    .filter({ hasText: language === 'zh' ? '900 × 383' : '1200 × 630' })
    .locator('img');
  await expect(wide).toHaveCSS('top', /^-?\d/);
  const { y, height } = (await wide.boundingBox())!;
  const frame = (await wide.locator('..').boundingBox())!;
  await expect.poll(async () => (frame.y - (await wide.boundingBox())!.y) / height).toBeLessThan(0.15);
  expect(y).toBeLessThanOrEqual(frame.y + 1);

  await page.getByRole('searchbox', { name: t.search }).fill('favicon');
  await press(page.getByText('32 × 32 px'));
  await expect(stage.getByRole('listitem')).toHaveCount(4);
  expect(await findFaults(page)).toEqual([]);

  await press(page.getByRole('button', { name: fill(t.runOne, { count: 4 }) }));
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(page.locator('[data-stage=result] img')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  const name = 'woman-green-favicon-32x32.jpg';
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('button', { name: `${product.work.download} · ${name}` })),
  ]);
  expect(download.suggestedFilename()).toBe(name);
  expect(await sharp(await readFile(await download.path())).metadata()).toMatchObject({ width: 32, height: 32 });
  expect(product.complaints).toEqual([]);
});

test('the focal point of a manual crop follows pointer and keys', async ({ page, product, language, hasTouch }) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [photos.strawberries]);
  await page.getByText(t.fitCover, { exact: true }).click();
  const picture = page.getByRole('button', { name: new RegExp(t.focusLabel) });
  const { width, height } = (await picture.boundingBox())!;
  const position = { x: width * 0.8, y: height * 0.25 };
  await (hasTouch ? picture.tap({ position }) : picture.click({ position }));
  await expect(picture).toHaveAccessibleName(/80%, 25%/);
  await picture.press('ArrowLeft');
  await expect(picture).toHaveAccessibleName(/78%, 25%/);
});

test('a batch is cropped to a custom size', { tag: '@phone' }, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [photos.womanRed, photos.envelopes]);
  await expect(phasesOf(page)).toHaveCount(2);
  await page.getByText(t.own, { exact: true }).click();
  await page.getByLabel(t.width, { exact: true }).fill('640');
  await page.getByLabel(t.height, { exact: true }).fill('200');
  await page.getByRole('button', { name: t.add, exact: true }).click();
  await expect(page.getByRole('button', { name: fill(t.remove, { size: '640 × 200' }) })).toBeVisible();
  await page.getByRole('button', { name: fill(t.runMany, { files: 2 }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(2);
  const button = page.getByRole('button', { name: fill(product.work.downloadAll, { count: 2 }) });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(countZipped(await readFile(await download.path()))).toBe(8);
});
