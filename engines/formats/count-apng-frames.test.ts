// Animated PNGs are recognised, and every other PNG has one frame.
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPicture } from '../image.ts';
import { claimFrames, expectColours, fixture, lookAt, quarters } from '../test-pictures.ts';
import { countApngFrames } from './count-apng-frames.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apng-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function count(path: string): Promise<number> {
  const file = await open(path);
  try {
    return await countApngFrames(file);
  } finally {
    await file.close();
  }
}

test('an animated PNG opens as its first frame, with the number of all frames', async () => {
  const path = join(folder, 'animated.png');
  await writeFile(path, claimFrames(await readFile(fixture('plain.png')), 12));
  expect(await count(path)).toBe(12);
  const picture = await openPicture(path);
  expect(picture).toMatchObject({ frames: 1, pages: 12, width: 64, height: 32 });
  expectColours(await lookAt(picture.start()), quarters, 3);
});

test.each(['plain.png', 'interlaced.png', 'palette.png', 'sixteen-bit-p3.png'])('%s has one frame', async name => {
  expect(await count(fixture(name))).toBe(1);
});

test('a file that ends early or never ends has one frame', async () => {
  const cut = join(folder, 'cut.png');
  await writeFile(cut, (await readFile(fixture('plain.png'))).subarray(0, 20));
  expect(await count(cut)).toBe(1);
  const endless = join(folder, 'endless.png');
  await writeFile(endless, Buffer.alloc(100_000));
  expect(await count(endless)).toBe(1);
});
