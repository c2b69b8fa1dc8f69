// AI expansion: the frame by handle, keys, numbers and ratio; the result compared in place; another run from the result; cancellation and reload.
import { readFile } from 'node:fs/promises';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { words } from '../tools/image-expand/words.ts';
import { compareWords } from '../ui/picture/compare-words.ts';
import { findFaults } from './axe.ts';
import { expect, phasesOf, pick, test } from './product.ts';

const path = '/editor/imageExpand';

const cutPhoto = async (name: string, width: number, height: number) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp(photos.sea).resize(width, height).png({ compressionLevel: 1 }).toBuffer(),
});

test('a photo is expanded by its frame, and the result can be expanded again', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  const sizeIs = (after: string) => page.getByText(fill(t.size, { before: '320 × 200', after }));
  await product.open(path);
  await pick(page, [await cutPhoto('sea.png', 320, 200)]);
  await page.getByRole('button', { name: fill(t.allSides, { percent: 10 }) }).click();
  await expect(sizeIs('384 × 240')).toBeVisible();
  const right = page.getByRole('button', { name: t.gripRight, exact: true });
  await right.scrollIntoViewIfNeeded();
  const box = (await right.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y, { steps: 4 });
  await page.mouse.up();
  await expect(sizeIs('384 × 240')).toBeHidden();
  await right.focus();
  const field = page.getByRole('textbox', { name: t.right, exact: true });
  const dragged = Number(await field.inputValue());
  expect(dragged).toBeGreaterThan(32);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Number(await field.inputValue())).toBeGreaterThan(dragged);
  await page.getByText('16:9', { exact: true }).click();
  await expect(sizeIs('356 × 200')).toBeVisible();
  await page.getByRole('button', { name: t.movePicture }).focus();
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByRole('textbox', { name: t.left, exact: true })).toHaveValue('0');
  await field.fill('60');
  await expect(sizeIs('380 × 200')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  await page.getByRole('button', { name: compareWords[language].split, exact: true }).click();
  expect(await findFaults(page)).toEqual([]);
  const button = page.getByRole('button', { name: product.work.downloadOne, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('sea-expanded.png');
  const made = await readFile(await download.path());
  const { width, height } = await sharp(made).metadata();
  expect([width, height]).toEqual([380, 200]);
  const pixels = (source: Buffer) =>
    sharp(source).extract({ left: 0, top: 0, width: 320, height: 200 }).removeAlpha().raw().toBuffer();
  expect((await pixels(made)).equals(await pixels((await cutPhoto('sea.png', 320, 200)).buffer))).toBe(true);
  await page.getByRole('button', { name: product.work.handOn }).click();
  await page.getByLabel(product.work.handOnTo).getByRole('button', { name: t.title, exact: true }).click();
  await expect(phasesOf(page)).toHaveCount(2);
  expect(product.complaints).toEqual([]);
});

test('a run is cancelled, started again, and found after a reload', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [await cutPhoto('sea.png', 1300, 800)]);
  const run = page.getByRole('button', { name: t.runOne, exact: true });
  await run.click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
  await page.getByRole('button', { name: product.work.cancel, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'cancelled');
  await run.click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
  await page.reload();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  expect(product.complaints).toEqual([]);
});
