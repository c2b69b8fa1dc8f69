// The cutout on a photograph: run, looked at, given a background, corrected with the brush by mouse or finger; and on a batch.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { backgroundNames } from '../tools/cutout-image/backgrounds.ts';
import { words } from '../tools/cutout-image/words.ts';
import { painterWords } from '../ui/mask-painter/words.ts';
import { findFaults } from './axe.ts';
import { countZipped } from './pictures.ts';
import { expect, phasesOf, test } from './product.ts';

const path = '/editor/cutoutImage';
/** A network on a busy machine, started for the first time. */
const patience = { timeout: 60_000 };

const pickPhotos = (page: Page, files: string[]) =>
  page.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(files);

async function download(page: Page, name: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

async function colourAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 4;
  return [...data.subarray(at, at + 4)];
}

type Place = [number, number];

/** Draws with the mouse, or with a finger where there is no mouse. Fractions of the board. */
async function stroke(page: Page, hasTouch: boolean, [from, to]: [Place, Place], halfway: () => Promise<void>) {
  const box = (await page.locator('[data-stage=stage] canvas').first().boundingBox())!;
  const place = ([x, y]: Place) => ({ x: box.x + x * box.width, y: box.y + y * box.height });
  const steps = 12;
  const way = Array.from({ length: steps + 1 }, (_, i) => {
    const part = i / steps;
    return place([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
  });
  if (!hasTouch) {
    await page.mouse.move(way[0]!.x, way[0]!.y);
    await page.mouse.down();
    for (const [i, { x, y }] of way.entries()) {
      if (i === steps / 2) await halfway();
      await page.mouse.move(x, y);
    }
    await page.mouse.up();
    return;
  }
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points });
  await touch('touchStart', [way[0]!]);
  for (const [i, point] of way.entries()) {
    if (i === steps / 2) await halfway();
    await touch('touchMove', [point]);
  }
  await touch('touchEnd', []);
}

test('a woman is cut out, corrected with the brush and put on a background', async ({
  page,
  product,
  language,
  hasTouch,
}, info) => {
  test.setTimeout(240_000);
  const t = words[language];
  const look = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) });
  await product.open(path);
  await pickPhotos(page, [photos.womanRed]);
  await expect(page.locator('[data-stage=stage] img')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await look('1-picked');

  const run = page.getByRole('button', { name: t.runOne, exact: true });
  await (hasTouch ? run.tap() : run.click());
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done', patience);
  await expect(page.locator('[data-stage=result] img').first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await look('2-cut');
  const first = await download(page, product.work.downloadOne);
  expect(first.name).toBe('testimonials-1-cutout.png');
  expect((await colourAt(first.bytes, 0.02, 0.02))[3]).toBe(0);
  expect((await colourAt(first.bytes, 0.5, 0.45))[3]).toBe(255);

  // A background is previewed at once, before the final run; the preview arrives during painting.
  const { promise: isDrawing, resolve: showLook } = Promise.withResolvers<void>();
  await page.route('**/store/**', async route => {
    await isDrawing;
    await route.continue();
  });
  const kind = page.getByText(t['kind-scene'], { exact: true });
  await (hasTouch ? kind.tap() : kind.click());
  const scene = page.getByText(backgroundNames['studio-blue'][language], { exact: true });
  await (hasTouch ? scene.tap() : scene.click());
  const board = page.locator('[data-stage=stage] canvas').first();
  await expect(board).toBeVisible();
  await expect(page.getByRole('img', { name: painterWords[language].loading })).toHaveCount(0);
  const picture = page.locator('[data-stage=stage] img').first();
  const bare = (await picture.getAttribute('src'))!;
  // On her hair, independent of the room that the frame leaves around the picture.
  await board.scrollIntoViewIfNeeded();
  const way: [Place, Place] = [
    [0.42, 0.3],
    [0.5, 0.3],
  ];
  await stroke(page, hasTouch, way, async () => {
    showLook();
    await expect(picture).not.toHaveAttribute('src', bare);
    await expect(picture).toHaveJSProperty('complete', true);
  });
  await expect(page.locator('[data-marked]')).toContainText('%');
  expect(await findFaults(page)).toEqual([]);
  await look('3-painted');

  const again = page.getByRole('button', { name: t.runOne, exact: true });
  await (hasTouch ? again.tap() : again.click());
  await expect(page.locator('[data-stage=result] img').first()).toBeVisible(patience);
  await look('4-composed');
  const second = await download(page, product.work.downloadOne);
  const [red, green, blue, alpha] = (await colourAt(second.bytes, 0.02, 0.9)) as [number, number, number, number];
  expect(alpha).toBe(255);
  expect(blue).toBeGreaterThan(red + 30);
  expect(blue).toBeGreaterThan(green);
  expect(product.complaints).toEqual([]);
});

test('a batch is cut and leaves as a zip', async ({ page, product, language }) => {
  test.setTimeout(240_000);
  const t = words[language];
  await product.open(path);
  await pickPhotos(page, [photos.manCap, photos.womanGreen]);
  await expect(phasesOf(page)).toHaveCount(2);
  await page.getByText(t['kind-mask'], { exact: true }).click();
  await page.getByRole('button', { name: fill(t.runMany, { count: 2 }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(2, { timeout: 120_000 });
  const { bytes } = await download(page, fill(product.work.downloadAll, { count: 2 }));
  expect(countZipped(bytes)).toBe(2);
  expect(bytes.includes('testimonials-2-mask.png')).toBe(true);
});

test.describe('dark', () => {
  test.use({ colorScheme: 'dark' });

  test('the brush and the options have no fault', async ({ page, product, language, hasTouch }, info) => {
    const t = words[language];
    await product.open(path);
    await pickPhotos(page, [photos.manCap]);
    const paint = page.getByRole('button', { name: t.paintFirst });
    await (hasTouch ? paint.tap() : paint.click());
    await expect(page.locator('[data-stage=stage] canvas').first()).toBeVisible();
    await page.getByText(t['kind-own'], { exact: true }).click();
    await page.locator('summary', { hasText: t.effects }).click();
    await page.getByRole('button', { name: t.runOne, exact: true }).click();
    await expect(page.getByText(t.ownFirst).first()).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath('dark.png') });
    expect(product.complaints).toEqual([]);
  });
});
