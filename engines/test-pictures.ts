// For tests: the fixtures, and the colours in the centres of an image's four quarters.
import { fileURLToPath } from 'node:url';
import type { Sharp } from 'sharp';
import { expect } from 'vitest';
import { sharp } from './sharp.ts';

export const fixturesFolder = fileURLToPath(new URL('../fixtures/', import.meta.url));
export const fixture = (name: string): string => `${fixturesFolder}${name}`;

/** Colours of the fixture image: top left, top right, bottom left, bottom right. */
export const quarters: readonly (readonly number[])[] = [
  [220, 40, 40],
  [40, 180, 60],
  [40, 60, 220],
  [230, 210, 50],
];

/** Returns red, green, blue and alpha in the centre of each quarter. */
export async function lookAt(picture: Sharp | string | Buffer): Promise<number[][]> {
  const pipeline = typeof picture === 'string' || Buffer.isBuffer(picture) ? sharp(picture) : picture;
  const { data, info } = await pipeline.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
    return [...data.subarray(start, start + 4)];
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

/** Fails unless each of the four colours is within `tolerance` in every expected channel. */
export function expectColours(seen: number[][], expected: readonly (readonly number[])[], tolerance: number): void {
  const distance = Math.max(
    ...expected.flatMap((colour, i) => colour.map((value, channel) => Math.abs(value - seen[i]![channel]!))),
  );
  expect(distance, `saw ${JSON.stringify(seen)}, wanted ${JSON.stringify(expected)}`).toBeLessThanOrEqual(tolerance);
}

/** Returns the code of the AppError that a promise rejects with, or the error itself. */
export async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return 'nothing refused';
  } catch (error) {
    return (error as { code?: unknown }).code ?? error;
  }
}

/** Draws thin red and blue lines on white, where an encoder that merely averages colours dulls them. */
export function drawThinLines(): Promise<Buffer> {
  const lines = Array.from({ length: 30 }, (_, i) => {
    const [x, ink] = [i * 8, i % 2 ? 'red' : 'blue'];
    return `<path d="M${x} 0L${(x * 3) % 240} 180" stroke="${ink}"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="180"><rect width="240" height="180" fill="#fff"/>${lines.join('')}</svg>`;
  return sharp(Buffer.from(drawing)).removeAlpha().png().toBuffer();
}

/** Draws a red disc whose transparent surroundings are green, as a PNG. */
export function drawDisc(): Promise<Buffer> {
  const side = 200;
  const data = Buffer.from(
    Array.from({ length: side * side }, (_, i) => {
      const seen = Math.min(1, Math.max(0, 70.5 - Math.hypot((i % side) - 100, Math.floor(i / side) - 100)));
      return seen > 0 ? [220, 40, 40, Math.round(seen * 255)] : [0, 255, 0, 0];
    }).flat(),
  );
  return sharp(data, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
}

/** How far a visible pixel of that disc is at most from its red, 0..255. */
export async function findHalo(picture: Buffer): Promise<number> {
  const data = await sharp(picture).toColourspace('srgb').ensureAlpha().raw().toBuffer();
  let worst = 0;
  for (let at = 0; at < data.length; at += 4)
    for (const [k, level] of [220, 40, 40].entries())
      worst = Math.max(worst, (Math.abs(data[at + k]! - level) * data[at + 3]!) / 255);
  return worst;
}

/** The average difference of a picture from another of its size, 0..255. */
export async function differenceOf(picture: Buffer | string, from: Buffer | string): Promise<number> {
  const [a, b] = await Promise.all(
    [picture, from].map(input => sharp(input).toColourspace('srgb').removeAlpha().raw().toBuffer()),
  );
  return a!.reduce((sum, value, i) => sum + Math.abs(value - b![i]!), 0) / a!.length;
}
