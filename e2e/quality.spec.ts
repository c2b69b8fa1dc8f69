// Sharpening of photographs: previewed while the slider moves, run, compared, downloaded; a batch, and an already sharp picture.
import { readFile } from 'node:fs/promises';
import { warningWords } from 'contract/warnings.ts';
import { fill } from 'contract/words.ts';
import { cutMiddle } from 'engines/test-photos.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { words } from '../tools/quality/words.ts';
import { findFaults } from './axe.ts';
import { countZipped } from './pictures.ts';
import { expect, phasesOf, pick, test } from './product.ts';

const path = '/editor/quality';

/** Out of focus by 3 pixels: proven by its spectrum, so that deconvolution undoes it in seconds and no network is asked. */
const disc = Array.from({ length: 49 }, (_, i) => (Math.hypot((i % 7) - 3, Math.floor(i / 7) - 3) <= 3.2 ? 1 : 0));

const soften = async (name: string, photo: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp(photo)
    .resize(240)
    .convolve({ width: 7, height: 7, kernel: disc })
    .jpeg({ quality: 95 })
    .toBuffer(),
});

/** Returns the mean difference between neighbouring pixels: larger in a sharper picture. */
async function measureDetail(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  let sum = 0;
  for (let i = 0; i < data.length - info.channels; i += info.channels)
    sum += Math.abs(data[i]! - data[i + info.channels]!);
  return sum / (data.length / info.channels);
}

test('a soft photograph is previewed, sharpened and downloaded', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  const soft = await soften('holiday.jpg', photos.womanRed);
  await product.open(path);
  await pick(page, [soft]);
  await expect(page.locator('[data-stage=preview] img').first()).toBeVisible();
  await expect(page.getByText(t.foundLater)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  const run = page.getByRole('button', { name: t.runOne, exact: true });
  await (hasTouch ? run.tap() : run.click());
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(page.getByText(t.foundLater)).toHaveCount(0);
  expect(await findFaults(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: product.work.downloadOne }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('holiday-sharp.jpg');
  const made = await readFile(await download.path());
  expect(await measureDetail(made)).toBeGreaterThan(1.25 * (await measureDetail(soft.buffer)));
  expect(product.complaints).toEqual([]);
});

test('the keyboard changes the strength and the preview', { tag: '@desk' }, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [await soften('keys.jpg', photos.manCap)]);
  const preview = page.locator('[data-stage=preview] img').first();
  await expect(preview).toBeVisible();
  const pictures = page.locator('[data-stage=preview] img');
  const shown = async () => Promise.all((await pictures.all()).map(picture => picture.getAttribute('src')));
  const before = await shown();
  await page.getByRole('slider', { name: t.strength }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('slider', { name: t.strength })).toHaveValue('100');
  await expect.poll(shown).not.toEqual(before);
});

test('a sharp picture is left alone, and the page says how to sharpen it more', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  await product.open(path);
  const middle = await cutMiddle(photos.womanGreen, 240, 240);
  const buffer = await sharp(middle.data, { raw: middle }).png().toBuffer();
  await pick(page, [{ name: 'sharp.png', mimeType: 'image/png', buffer }]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await expect(page.getByText(warningWords('already-sharp', language).sentence)).toBeVisible();
  // The place for the measured blur does not go on promising it.
  await expect(page.getByText(t.foundLater)).toHaveCount(0);
  await page.getByRole('button', { name: fill(t.adviseStronger, { value: 100 }) }).click();
  await expect(page.getByText(warningWords('already-sharp', language).sentence)).toHaveCount(0);
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
});

test('a batch is sharpened and downloaded as a zip', { tag: '@desk' }, async ({ page, product, language }) => {
  const t = words[language];
  // Of three photographs not every blur is proven; a lens is undone by deconvolution alone.
  await product.open(`${path}?filterType=lens`);
  await pick(page, [
    await soften('a.jpg', photos.womanRed),
    await soften('b.jpg', photos.manCap),
    await soften('c.jpg', photos.iceCream),
  ]);
  await page.getByRole('button', { name: fill(t.runMany, { count: 3 }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(3);
  const button = page.getByRole('button', { name: fill(product.work.downloadAll, { count: 3 }) });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(countZipped(await readFile(await download.path()))).toBe(3);
});
