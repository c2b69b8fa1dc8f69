// Drawn pictures for the benches, with the soft gradients, edges and grain of a photograph, identical in every run.

import { mulberry32 } from 'contract/random.ts';
import sharp from 'sharp';

/** Random colours on a coarse grid, enlarged smoothly: one octave of a landscape. */
async function drawOctave(random: () => number, cells: number, width: number, height: number): Promise<Buffer> {
  const rows = Math.max(2, Math.round((cells * height) / width));
  const grid = Buffer.from(Array.from({ length: cells * rows * 3 }, () => Math.floor(random() * 256)));
  return sharp(grid, { raw: { width: cells, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
}

/** A JPEG of quality 90 with the dimensions and about the file size of a camera's. */
export async function makePhoto(width: number, height: number, seed: number): Promise<Buffer> {
  const random = mulberry32(seed);
  const octaves = [
    [4, 0.5],
    [32, 0.25],
    [256, 0.15],
    [1024, 0.1],
  ] as const;
  const sum = new Float32Array(width * height * 3);
  for (const [cells, weight] of octaves) {
    const layer = await drawOctave(random, cells, width, height);
    for (let index = 0; index < sum.length; index++) sum[index] = (sum[index] ?? 0) + weight * (layer[index] ?? 0);
  }
  const pixels = Buffer.alloc(sum.length);
  for (let index = 0; index < sum.length; index++)
    pixels[index] = Math.max(0, Math.min(255, (sum[index] ?? 0) + (random() - 0.5) * 10));
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

export const makeTinyPicture = (size: number, seed: number): Promise<Buffer> =>
  sharp({
    create: { width: size, height: size, channels: 3, background: { r: seed % 256, g: (seed * 7) % 256, b: 90 } },
  })
    .png()
    .toBuffer();
