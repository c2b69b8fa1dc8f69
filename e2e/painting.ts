// What journeys of watermark removal share: marked photographs, painting on the board, and comparing the result.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Language } from 'contract/words.ts';
import sharp from 'sharp';
import { painterWords } from '../ui/mask-painter/words.ts';
import { expect, phasesOf } from './product.ts';

export const path = '/editor/inpaintImage';

/** Draws a photograph of the given size with a mark in its lower right corner. */
export async function drawMarked(name: string, photo: string, width: number, height: number) {
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <text x="${width * 0.94}" y="${height * 0.92}" text-anchor="end" font-family="sans-serif" font-weight="bold"
      font-size="${width / 16}" fill="#fff">Sample 2024</text></svg>`;
  const buffer = await sharp(photo)
    .resize(width, height)
    .composite([{ input: Buffer.from(mark) }])
    .jpeg({ quality: 95 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Waits for the result, with a generous timeout for a busy machine. */
export const finished = (page: Page) => expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
export const board = (page: Page) => page.getByRole('application');
/** The board accepts no marks before its picture is loaded. */
export async function expectBoard(page: Page, language: Language) {
  await expect(board(page)).toBeVisible();
  await expect(page.getByRole('img', { name: painterWords[language].loading })).toHaveCount(0);
}
export const marked = (page: Page) => page.locator('[data-marked]');
export const tool = (page: Page, language: Language, name: 'box' | 'brush' | 'lasso' | 'erase') =>
  page.getByRole('button', { name: painterWords[language][name], exact: true });

interface Place {
  x: number;
  y: number;
}

/** Draws a line through points given as shares of the picture, by touch if available, else with the mouse. */
export async function draw(
  page: Page,
  hasTouch: boolean,
  ratio: number,
  places: readonly [Place, ...Place[]],
): Promise<void> {
  const box = (await board(page).boundingBox())!;
  const scale = Math.min(box.width / ratio, box.height);
  const at = ({ x, y }: Place) => ({
    x: box.x + (box.width - ratio * scale) / 2 + x * ratio * scale,
    y: box.y + (box.height - scale) / 2 + y * scale,
  });
  const [first, ...others] = places.map(at) as [Place, ...Place[]];
  if (hasTouch) {
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Place[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', first);
    for (const other of others) await touch('touchMove', other);
    await touch('touchEnd');
    return;
  }
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const other of others) await page.mouse.move(other.x, other.y, { steps: 6 });
  await page.mouse.up();
}

export async function download(page: Page, name: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Difference in levels above what a second JPEG compression causes. */
const visibleLevels = 24;

/** Returns where two pictures differ visibly: the share of all pixels, and the bounding box as shares of the picture. */
export async function compare(before: Buffer, after: Buffer) {
  const read = (bytes: Buffer) =>
    sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const [a, b] = await Promise.all([read(before), read(after)]);
  expect([b.info.width, b.info.height]).toEqual([a.info.width, a.info.height]);
  const { width, height } = a.info;
  let [count, left, top, right, bottom] = [0, width, height, 0, 0];
  for (let i = 0; i < width * height; i += 1) {
    const levels = [0, 1, 2].map(channel => Math.abs(a.data[i * 3 + channel]! - b.data[i * 3 + channel]!));
    if (Math.max(...levels) <= visibleLevels) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    count += 1;
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return {
    share: count / (width * height),
    left: left / width,
    top: top / height,
    right: right / width,
    bottom: bottom / height,
  };
}
