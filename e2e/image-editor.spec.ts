// The image editor: a picture is opened, written on, cropped, corrected, undone and exported, with mouse and finger; the draft survives.
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { editorWords } from '../web/src/editor/words.ts';
import { findFaults } from './axe.ts';
import { drawJpeg } from './pictures.ts';
import { expect, pick, test } from './product.ts';

type Page = import('@playwright/test').Page;

const path = '/editor/imageEditor';
type T = (typeof editorWords)['zh'];

async function openEditor(page: Page): Promise<void> {
  await pick(page, [await drawJpeg('sea.jpg', 300, 200)]);
  await expect(page.locator('[data-editor]')).toBeVisible();
}

/** A tool of the bar, which may have to be scrolled to on a phone. */
async function take(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name, exact: true }).click();
}

/** The part of the stage's canvas that shows the page at its own pixels, as RGBA. */
async function readStage(page: Page, width: number, height: number): Promise<Buffer> {
  const address = await page.evaluate<string>(`(() => {
    const canvas = document.querySelector('[data-artboard] canvas');
    const { left, top } = getComputedStyle(document.querySelector('[data-page]'));
    const out = new OffscreenCanvas(${width}, ${height});
    const ratio = devicePixelRatio;
    out.getContext('2d').drawImage(canvas, -Math.round(parseFloat(left) * ratio), -Math.round(parseFloat(top) * ratio));
    return out.convertToBlob().then(blob => new Promise(resolve => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(blob);
    }));
  })()`);
  return sharp(Buffer.from(address.split(',')[1]!, 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer();
}

/** The largest difference of each pixel between two pictures; how many are above one level. */
function countDiffering(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  let differing = 0;
  for (let at = 0; at < one.length; at += 4)
    if ([0, 1, 2, 3].some(c => Math.abs(one[at + c]! - other[at + c]!) > 1)) differing += 1;
  return differing;
}

async function exportPng(page: Page, t: T) {
  await page.getByRole('button', { name: t.export, exact: true }).first().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: t.exportNow }).click(),
  ]);
  await page.keyboard.press('Escape');
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('open, write, crop, correct, undo, export', async ({ page, product, language }) => {
  const t = editorWords[language];
  await product.open(path);
  await openEditor(page);

  await take(page, t.text);
  await page.getByRole('button', { name: t.addHeading }).click();
  await page.keyboard.insertText('你好 Hi');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: t.layers }).click();
  await expect(page.getByRole('button', { name: '你好 Hi', exact: true })).toBeVisible();

  await take(page, t.crop);
  await page.getByText('1:1', { exact: true }).click();
  await page.getByRole('tabpanel').getByRole('button', { name: t.cropNow, exact: true }).click();
  await expect(page.locator('[data-editor] [role=img]')).toHaveAccessibleName(/200 × 200/);

  await page.getByRole('button', { name: new RegExp(t.truePixels) }).click();
  const before = await readStage(page, 200, 200);
  await page.getByRole('tab', { name: t.layers }).click();
  await page.getByRole('button', { name: 'sea', exact: true }).click();
  await page.getByRole('tab', { name: t.edit }).click();
  await page.locator('summary').filter({ hasText: t.light }).click();
  await page.getByLabel(t.exposure, { exact: true }).fill('60');
  await expect.poll(async () => countDiffering(before, await readStage(page, 200, 200))).toBeGreaterThan(20_000);
  const bright = await readStage(page, 200, 200);
  await page.getByRole('button', { name: t.undo, exact: true }).click();
  await expect.poll(async () => countDiffering(before, await readStage(page, 200, 200))).toBe(0);
  await page.getByRole('button', { name: t.redo, exact: true }).click();
  await expect.poll(async () => countDiffering(bright, await readStage(page, 200, 200))).toBe(0);

  const { name, bytes } = await exportPng(page, t);
  expect(name).toBe('sea.png');
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([200, 200]);
  // 99.9 % of the pixels within one level of what was on the screen.
  expect(countDiffering(bright, data)).toBeLessThanOrEqual(40);
  // The letters are there, white over a brightened sea.
  const whites = [...Array(200 * 200).keys()].filter(
    i => data[i * 4]! > 250 && data[i * 4 + 1]! > 250 && data[i * 4 + 2]! > 250,
  );
  expect(whites.length).toBeGreaterThan(100);
  expect(product.complaints).toEqual([]);
});

test('a drag moves a layer, keys copy and delete it, and the draft comes back after a reload', async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = editorWords[language];
  await product.open(path);
  await openEditor(page);
  await take(page, t.sticker);
  await page.getByRole('button', { name: language === 'zh' ? '爱心' : 'Heart', exact: true }).click();
  await expect(page.locator('[data-editor] [role=img]')).toHaveAccessibleName(/[，,] ?2 /);
  const stage = (await page.locator('[data-page]').boundingBox())!;
  const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
  if (!hasTouch) {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 40, middle.y + 10, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('tab', { name: t.history }).click();
    await expect(page.getByRole('tabpanel').getByRole('button', { name: t['deed-move'] })).toBeVisible();
  }
  await page.keyboard.press('Control+d');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+z');
  const heart = page
    .getByRole('list', { name: t.layers })
    .getByRole('button', { name: language === 'zh' ? '爱心' : 'Heart', exact: true });
  await page.getByRole('tab', { name: t.layers }).click();
  await expect(heart).toHaveCount(2);
  await heart.first().click();
  await page.keyboard.press('Delete');
  await expect(heart).toHaveCount(1);
  expect(await findFaults(page)).toEqual([]);

  await expect
    .poll(() =>
      page.evaluate<number>(`new Promise(resolve => {
        const opening = indexedDB.open('editor-draft');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('draft').objectStore('draft').get('draft');
          reading.onsuccess = () => { opening.result.close(); resolve(reading.result?.artwork.layers.length ?? 0); };
        };
      })`),
    )
    .toBe(2);
  await page.reload();
  await expect(page.locator('[data-editor]')).toBeVisible();
  await expect(page.locator('[data-editor] [role=img]')).toHaveAccessibleName(/300 × 200/);
  await expect.poll(async () => (await readStage(page, 40, 40))[3]).toBe(255);
  expect(product.complaints).toEqual([]);
});
