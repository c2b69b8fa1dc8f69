// Test helpers for marks: plain images to mark, and the changed pixels.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharp } from 'engines/sharp.ts';
import type { z } from 'zod';
import { makeTestFolder, type TriedRun, tryRun } from '../test-run.ts';
import { markOptions } from './contract.ts';
import { runs } from './run.ts';

export type Asked = z.input<typeof markOptions>;

export const mark = (imageUrl: string, options: Asked, markUrl?: string): Promise<TriedRun> =>
  tryRun(runs.mark, markOptions, options, { inputs: { imageUrl, ...(markUrl && { markUrl }) } });

interface Seen {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Centre of mass of the change. */
  readonly x: number;
  readonly y: number;
  readonly changed: number;
}

/** Writes a PNG of one colour. */
export async function drawPlain(width: number, height: number, background = '#303030'): Promise<string> {
  const path = join(await makeTestFolder(), 'plain.png');
  await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toFile(path);
  return path;
}

/** Writes an image mark without mirror symmetry: a red L on a transparent background. */
export async function drawCorner(): Promise<string> {
  const path = join(await makeTestFolder(), 'corner.png');
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><path d="M0 0h30v50h90v30h-120z" fill="#ff0000"/></svg>';
  await writeFile(path, await sharp(Buffer.from(svg)).png().toBuffer());
  return path;
}

/** Measures the pixels in which two images of the same size differ noticeably. */
export async function findChange(a: string | Buffer, b: string | Buffer): Promise<Seen> {
  const read = (from: string | Buffer) =>
    sharp(from).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [first, second] = await Promise.all([read(a), read(b)]);
  const { width } = first.info;
  const seen = { left: width, top: first.info.height, right: 0, bottom: 0, changed: 0 };
  let [sumX, sumY, sum] = [0, 0, 0];
  for (let i = 0; i < first.data.length / 3; i++) {
    const difference = Math.max(...[0, 1, 2].map(c => Math.abs(first.data[i * 3 + c]! - second.data[i * 3 + c]!)));
    if (difference === 0) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    sumX += (x + 0.5) * difference;
    sumY += (y + 0.5) * difference;
    sum += difference;
    if (difference < 24) continue;
    seen.changed += 1;
    seen.left = Math.min(seen.left, x);
    seen.right = Math.max(seen.right, x + 1);
    seen.top = Math.min(seen.top, y);
    seen.bottom = Math.max(seen.bottom, y + 1);
  }
  return { ...seen, x: sumX / sum, y: sumY / sum };
}

/** Renders the mark as a browser would: stretched to its box and rotated about the box's centre, with an independent renderer. */
export async function drawAsShown(
  base: string,
  mark: Buffer,
  box: { width: number; height: number; degrees: number; centre: { x: number; y: number } },
): Promise<Buffer> {
  const { width, height } = await sharp(base).metadata();
  const { x, y } = box.centre;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image
    href="data:image/png;base64,${mark.toString('base64')}" x="${x - box.width / 2}" y="${y - box.height / 2}"
    width="${box.width}" height="${box.height}" preserveAspectRatio="none" transform="rotate(${box.degrees} ${x} ${y})"/></svg>`;
  return sharp(base)
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
}
