// Degradations are the same in every run, differ between seeds, and their truth holds: masks, kernels, sizes and clean pictures.

import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import type { Pixels } from '../../engines/pixels/plane.ts';
import { blurByTaps, mergeTaps } from '../blurs.ts';
import { createNormal } from '../random.ts';
import { type Degradation, degradations } from './degrade.ts';
import { clipMarks, maskAt } from './degrade-clips.ts';
import { laySheet } from './lay-marks.ts';
import { walkHand } from './shake.ts';
import { drawShake } from './soften.ts';

/** A smooth scene with some edges. */
function drawScene(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const level = 110 + 60 * Math.sin(x / 17) * Math.cos(y / 13) + (x > width / 2 ? 30 : 0);
      data.set([level, level * 0.9, 40 + level * 0.6], (y * width + x) * 3);
    }
  return { data, width, height };
}

const scene = drawScene(480, 320);
const names = Object.keys(degradations) as Degradation[];
const difference = (a: Pixels, b: Pixels) =>
  a.data.reduce((sum, value, i) => sum + Math.abs(value - b.data[i]!), 0) / a.data.length;

test.each(names)(
  '%s: the same seed spoils alike, another one otherwise, and the truth has the size of the picture',
  async name => {
    const [once, again, other] = [
      await degradations[name](scene, 3),
      await degradations[name](scene, 3),
      await degradations[name](scene, 4),
    ];
    expect(Buffer.compare(once.pixels.data, again.pixels.data)).toBe(0);
    expect(Buffer.compare(once.pixels.data, other.pixels.data)).not.toBe(0);
    const { pixels, clean, mask } = once;
    expect([clean.width, clean.height]).toEqual([pixels.width, pixels.height]);
    expect(pixels.data.length).toBe(pixels.width * pixels.height * 3);
    if (mask) expect(mask.length).toBe(pixels.width * pixels.height);
    const off = difference(pixels, clean);
    expect(off).toBeGreaterThan(0.3);
    expect(off).toBeLessThan(60);
  },
);

test.each(['mark of a clip platform', 'subtitles', 'date stamp', 'TV logo, opaque'] as const)(
  '%s: what differs much lies in the mask, and the mask is small',
  async name => {
    const { pixels, clean, mask } = await degradations[name](scene, 2);
    let beside = 0;
    let beneath = 0;
    const covered = mask!.reduce((sum, value) => sum + value, 0);
    for (let i = 0; i < mask!.length; i++) {
      const off = Math.abs(pixels.data[i * 3 + 1]! - clean.data[i * 3 + 1]!);
      if (mask![i]) beneath += off;
      else beside += off;
    }
    expect(covered / mask!.length).toBeGreaterThan(0.002);
    expect(covered / mask!.length).toBeLessThan(0.15);
    expect(beneath / covered).toBeGreaterThan(8 * (beside / (mask!.length - covered)));
  },
);

test('a shaken kernel has the sum 1, its centre in the middle, and is no straight line', () => {
  let curved = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const taps = drawShake(mulberry32(seed));
    const sum = taps.reduce((all, [, , weight]) => all + weight, 0);
    expect(sum).toBeCloseTo(1, 5);
    const mean = (pick: 0 | 1) => taps.reduce((all, tap) => all + tap[pick] * tap[2], 0);
    expect(Math.abs(mean(0))).toBeLessThan(0.1);
    expect(Math.abs(mean(1))).toBeLessThan(0.1);
    const spread = (a: 0 | 1, b: 0 | 1) => taps.reduce((all, tap) => all + tap[a] * tap[b] * tap[2], 0);
    const [xx, yy, xy] = [spread(0, 0), spread(1, 1), spread(0, 1)];
    const narrow = (xx + yy) / 2 - Math.hypot((xx - yy) / 2, xy);
    if (narrow > 0.25) curved++;
    expect(Math.max(...taps.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))))).toBeLessThanOrEqual(23);
  }
  expect(curved).toBeGreaterThanOrEqual(8);
});

test('the kernel that is told is the one that was applied', async () => {
  const { pixels, clean, kernel } = await degradations.defocus(scene, 6);
  const { side, weights } = kernel!;
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
  const half = side >> 1;
  const [x, y] = [200, 120];
  let expected = 0;
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++)
      expected +=
        weights[row * side + column]! * clean.data[((y + row - half) * clean.width + x + column - half) * 3 + 1]!;
  let seen = 0;
  for (let row = -3; row <= 3; row++)
    for (let column = -3; column <= 3; column++) seen += pixels.data[((y + row) * pixels.width + x + column) * 3 + 1]!;
  expect(Math.abs(seen / 49 - expected)).toBeLessThan(4);
});

test('a hand sways as far as asked and without jumps', () => {
  const path = walkHand(mulberry32(1), { sway: 6, tremor: 1, turn: 0.01 }, 60, 25);
  expect(path).toHaveLength(1500);
  const mean = path.reduce((sum, { x }) => sum + x, 0) / path.length;
  const deviation = Math.sqrt(path.reduce((sum, { x }) => sum + (x - mean) ** 2, 0) / path.length);
  expect(deviation).toBeGreaterThan(3);
  expect(deviation).toBeLessThan(10);
  const jumps = path.slice(1).map(({ x }, k) => Math.abs(x - path[k]!.x));
  expect(Math.max(...jumps)).toBeLessThan(8);
});

test('a sheet that reaches over the edge is cut, and opacity is applied once', () => {
  const sheet = { data: new Uint8Array(4 * 4 * 4).fill(255), width: 4, height: 4 };
  const black = { data: new Uint8Array(6 * 6 * 3), width: 6, height: 6 };
  const { pixels, mask } = laySheet(black, sheet, 4, -2, 0.5);
  expect(mask.reduce((sum, value) => sum + value, 0)).toBe(4);
  expect([pixels.data[4 * 3], pixels.data[(6 + 5) * 3], pixels.data[3 * 3], pixels.data[(2 * 6 + 4) * 3]]).toEqual([
    128, 128, 0, 0,
  ]);
});

test('taps on one pixel are added, and a blur by one tap is a shift', () => {
  expect(
    mergeTaps([
      [1, 0, 2],
      [1, 0, 1],
      [0, 0, 1],
    ]),
  ).toEqual([
    [1, 0, 0.75],
    [0, 0, 0.25],
  ]);
  const whole = { ...drawScene(80, 70), channels: 3 as const };
  const moved = blurByTaps(whole, [[2, 1, 1]]);
  expect(moved.data[0]).toBe(whole.data[((24 + 1) * 80 + 24 + 2) * 3]);
});

test('normal numbers have mean 0 and deviation 1', () => {
  const normal = createNormal(mulberry32(9));
  const numbers = Array.from({ length: 20_000 }, normal);
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(numbers.reduce((sum, value) => sum + value * value, 0) / numbers.length).toBeCloseTo(1, 1);
});

test('the mark of a clip platform jumps between two corners, and subtitles pause between lines', async () => {
  const clip = { width: 320, height: 180, seconds: 8 };
  const stays = await clipMarks['mark of a clip platform, jumping'](clip, 1);
  expect(stays.map(({ from }) => from)).toEqual([0, 3, 6]);
  expect(stays[0]!.left).toBeGreaterThan(stays[1]!.left);
  const centre = (mask: Uint8Array) => {
    const at = [...mask.keys()].filter(i => mask[i]);
    return at.reduce((sum, i) => sum + (i % 320), 0) / at.length;
  };
  expect(centre(maskAt(stays, clip, 1))).toBeGreaterThan(160);
  expect(centre(maskAt(stays, clip, 4))).toBeLessThan(160);
  const lines = await clipMarks.subtitles(clip, 0);
  expect(maskAt(lines, clip, 1).includes(1)).toBe(true);
  expect(maskAt(lines, clip, 1.9).includes(1)).toBe(false);
});
