// Pixels as displayed on white.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPicture } from './image.ts';
import { flattenOverWhite, readSeenPixels } from './seen-pixels.ts';
import { sharp } from './sharp.ts';

test('half-transparent colours are mixed with white, transparent ones are white, and opaque ones are unchanged', () => {
  const data = new Uint8Array([200, 0, 100, 128, 1, 2, 3, 0, 9, 8, 7, 255]);
  const flat = flattenOverWhite({ data, width: 3, height: 1, channels: 4 });
  expect([...flat.data]).toEqual([227, 127, 177, 255, 255, 255, 9, 8, 7]);
  const solid = flattenOverWhite({ data: data.subarray(0, 6), width: 2, height: 1, channels: 3 });
  expect([...solid.data]).toEqual([200, 0, 100, 128, 1, 2]);
});

test('alpha is returned only for pictures with transparency', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seen-'));
  try {
    const write = async (alpha: number) => {
      const file = join(folder, `${alpha}.png`);
      const pixels = Buffer.from([255, 0, 0, 255, 0, 0, 255, alpha]);
      await sharp(pixels, { raw: { width: 2, height: 1, channels: 4 } })
        .png()
        .toFile(file);
      return readSeenPixels(await openPicture(file));
    };
    const solid = await write(255);
    expect([[...solid.pixels.data], solid.seen]).toEqual([[255, 0, 0, 0, 0, 255], undefined]);
    const open = await write(51);
    expect([[...open.pixels.data], [...open.seen!]]).toEqual([
      [255, 0, 0, 204, 204, 255],
      [255, 51],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
