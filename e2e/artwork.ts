// Helpers for artworks in the editor: the tabs of its panel, the exported picture, and the stored draft.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { editorWords } from '../web/src/editor/words.ts';

type T = (typeof editorWords)['zh'];

/** Shows a tab of the panel, which is a sheet on phones. */
export async function showTab(page: Page, hasTouch: boolean, name: string): Promise<void> {
  if (hasTouch && !(await page.getByRole('tab', { name }).isVisible()))
    await page.getByRole('navigation').getByRole('button', { name, exact: true }).tap();
  else await page.getByRole('tab', { name }).click();
}

/** Returns the part of the stage's canvas that shows the page at its own pixels, as RGBA. */
export async function readStage(page: Page, width: number, height: number): Promise<Buffer> {
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

/** Counts the pixels in which two pictures of the same size differ by more than one level of 255. */
export function countDiffering(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) throw new Error(`${one.length} and ${other.length} bytes`);
  let differing = 0;
  for (let at = 0; at < one.length; at += 4)
    if ([0, 1, 2, 3].some(c => Math.abs(one[at + c]! - other[at + c]!) > 1)) differing += 1;
  return differing;
}

/** Returns the saved artwork as RGBA, with a function that reads a pixel's colour. */
export async function exportPixels(page: Page, t: T) {
  await page.getByRole('button', { name: t.export, exact: true }).first().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: t.exportNow }).click(),
  ]);
  await page.keyboard.press('Escape');
  const { data, info } = await sharp(await readFile(await download.path()))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 3)];
  return { name: download.suggestedFilename(), data, at, width: info.width, height: info.height };
}

/** Returns the draft of this name as JSON, without the bytes of pictures; an empty string if there is none. */
export const readDraft = (page: Page, name: string): Promise<string> =>
  page.evaluate<string>(`new Promise(resolve => {
    const opening = indexedDB.open('editor-draft');
    // Until the page has saved a draft there is no database, and this must not make an empty one in its place.
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => resolve('');
    opening.onsuccess = () => {
      const reading = opening.result.transaction('draft').objectStore('draft').get('${name}');
      reading.onsuccess = () => { opening.result.close(); resolve(JSON.stringify(reading.result ?? '')); };
    };
  })`);
