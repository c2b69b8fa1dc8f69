// GIFs that store only changes are composed by libvips to the frames that were written.
import { expect, test } from 'vitest';
import type { Frames } from '../animation.ts';
import { sharp } from '../sharp.ts';
import { levelOf } from './quality.ts';
import { writeGif } from './write-gif.ts';

const [width, height] = [50, 40];

/** Frames whose pixels are given by number, column and row, as red, green, blue and alpha. */
function draw(count: number, colourAt: (frame: number, x: number, y: number) => readonly number[]): Frames {
  const data = new Uint8Array(width * height * count * 4);
  for (let at = 0; at < width * height * count; at++) {
    const [x, row] = [at % width, Math.floor(at / width)];
    data.set(colourAt(Math.floor(row / height), x, row % height), at * 4);
  }
  return { data, width, height, count };
}

const write = (frames: Frames, quality: number) => {
  const delaysMs = new Array<number>(frames.count).fill(70);
  return writeGif(frames, { ...levelOf(quality), delaysMs, loop: 2 });
};

const readBack = (file: Buffer) => sharp(file, { animated: true }).ensureAlpha().raw().toBuffer();

/** Numbers that look random and are the same in every run. */
const noise = (seed: number) => ((Math.imul(seed + 1, 0x9e3779b1) >>> 8) & 0xffff) / 0xffff;

test('few colours come back exactly, opaque or transparent, moving or not', async () => {
  const colours = [
    [255, 0, 0, 255],
    [0, 200, 90, 255],
    [1, 200, 90, 255],
    [250, 250, 3, 255],
  ];
  const ball = draw(7, (frame, x, y) =>
    Math.hypot(x - 8 - frame * 5, y - 20) < 8 ? colours[(x + frame) % 4]! : [0, 0, 0, 0],
  );
  expect(await readBack(write(ball, 100).file)).toEqual(Buffer.from(ball.data));
  const still = draw(3, (_frame, x) => colours[x % 4]!);
  const { file, frameBytes } = write(still, 100);
  expect(await readBack(file)).toEqual(Buffer.from(still.data));
  expect(frameBytes[1]).toBeLessThan(40);
  expect(await sharp(file).metadata()).toMatchObject({ pages: 3, delay: [70, 70, 70], loop: 2 });
});

test('noise of all lengths of codes comes back within the tolerance of its quality', async () => {
  const frames = draw(9, (frame, x, y) => {
    const level = Math.floor(256 * noise(frame * 2000 + y * 50 + x));
    return [level, level, level, 255];
  });
  for (const [quality, max] of [
    [100, 6],
    [75, 12],
    [30, 30],
    [1, 40],
  ] as const) {
    const seen = await readBack(write(frames, quality).file);
    const worst = seen.reduce((far, level, at) => Math.max(far, Math.abs(level - frames.data[at]!)), 0);
    expect(worst).toBeLessThanOrEqual(max);
  }
});

test('lower quality makes smaller files with fewer colours', () => {
  const frames = draw(8, (frame, x, y) => [x * 5, y * 6, (x + y + frame * 9) & 255, 255]);
  const sizes = [100, 75, 45, 15].map(quality => write(frames, quality).file.length);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  // The lowest three bits of the flags say how many colours the palette has.
  expect(2 ** ((write(frames, 15).file[10]! & 7) + 1)).toBe(32);
});

test('each scene has colours of its own', async () => {
  const frames = draw(4, (frame, x, y) => (frame < 2 ? [x * 5, 0, 0, 255] : [255, 255, 255 - y * 6, 255]));
  const seen = await readBack(write(frames, 45).file);
  const worst = seen.reduce((far, level, at) => Math.max(far, Math.abs(level - frames.data[at]!)), 0);
  expect(worst).toBeLessThan(24);
});
