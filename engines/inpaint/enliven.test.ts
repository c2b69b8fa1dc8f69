// A smooth filling gains the wanted variance, keeps the direction of its colours, and loses excess variance.
import { describe, expect, test } from 'vitest';
import { enliven } from './enliven.ts';
import { makeSystem } from './seams.ts';
import { measureVariances, openWindows, readBrightness } from './windows.ts';

const width = 64;
const isHole = Uint8Array.from({ length: width * width }, (_, pixel) => {
  const [x, y] = [pixel % width, Math.floor(pixel / width)];
  return x >= 20 && x < 44 && y >= 20 && y < 44 ? 1 : 0;
});
const holes = Int32Array.from([...isHole.keys()].filter(pixel => isHole[pixel]));
/** Waves with a period of six pixels, shorter than a window. */
const waves = (by: number) => (pixel: number) =>
  128 + by * Math.sin((pixel % width) * 1.05) * Math.sin(Math.floor(pixel / width) * 1.05);
const paint = (from: (pixel: number) => number) =>
  Float32Array.from(Array.from(holes, pixel => [from(pixel), from(pixel), from(pixel), 0]).flat());

const colours = Uint8Array.from({ length: width * width * 3 }, (_, index) => waves(40)(Math.floor(index / 3)));
const system = makeSystem({ width, height: width, colours, isHole }, holes);
const windows = openWindows(system);

interface Case {
  readonly calm: number;
  /** Amplitudes of the waves in three solutions. */
  readonly made: readonly [number, number, number];
  readonly smooth?: number;
  readonly tint?: readonly [number, number, number];
}

function run({ calm, made, smooth = made[0], tint = [1, 1, 1] }: Case): Float32Array {
  const all = made.map(by => paint(waves(by)));
  const steps = enliven(system, {
    calm: paint(waves(calm)),
    tint,
    factor: 1,
    halfThickness: 12,
    all,
    made: all[0]!,
    mean: paint(waves(calm)),
    smooth: paint(waves(smooth)),
  });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

const livelinessOf = (filled: Float32Array): number => {
  const variances = measureVariances(windows, readBrightness(filled));
  return variances.reduce((sum, variance) => sum + variance, 0) / variances.length;
};
const ofWaves = (by: number) => livelinessOf(paint(waves(by)));

describe('local variance', () => {
  test('grows towards the variance of the solutions', () => {
    const filled = run({ calm: 25, made: [40, 40, 40] });
    expect(livelinessOf(filled) / ofWaves(40)).toBeGreaterThan(0.8);
    expect(livelinessOf(filled) / ofWaves(40)).toBeLessThan(1.2);
  });

  test('falls where the filling has too much', () => {
    const filled = run({ calm: 40, made: [15, 15, 15] });
    expect(livelinessOf(filled)).toBeLessThan(0.7 * ofWaves(40));
  });

  test('grows less where the smooth filling has no variance', () => {
    expect(livelinessOf(run({ calm: 25, made: [40, 40, 40], smooth: 0 }))).toBeLessThan(
      0.8 * livelinessOf(run({ calm: 25, made: [40, 40, 40] })),
    );
  });

  test('grows only up to a limit', () => {
    const filled = run({ calm: 4, made: [120, 120, 120] });
    expect(livelinessOf(filled)).toBeLessThan(ofWaves(60));
  });
});

test('added detail has the wanted tint', () => {
  const calm = paint(waves(25));
  const filled = run({ calm: 25, made: [40, 40, 40], tint: [1.2, 1, 0.5] });
  const change = (channel: number) => filled[4 * 300 + channel]! - calm[4 * 300 + channel]!;
  expect(Math.abs(change(1))).toBeGreaterThan(0.5);
  expect(change(0) / change(1)).toBeCloseTo(1.2, 2);
  expect(change(2) / change(1)).toBeCloseTo(0.5, 2);
});

test('a uniform filling beside the same colour stays uniform', () => {
  const plain = makeSystem({ width, height: width, colours: colours.map(() => 77), isHole }, holes);
  const calm = paint(() => 77);
  const steps = enliven(plain, {
    calm,
    tint: [1, 1, 1],
    factor: 3,
    halfThickness: 12,
    all: [calm, calm, calm],
    made: paint(waves(40)),
    mean: calm,
    smooth: calm,
  });
  let step = steps.next();
  while (!step.done) step = steps.next();
  for (const value of step.value.filter((_, index) => index % 4 !== 3)) expect(value).toBeCloseTo(77, 2);
});

test('a thick spot among thin strokes gets no grain of its own', () => {
  const isStroke = isHole.map((_, pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    return (x >= 28 && x < 36 && y >= 28 && y < 36) || (y % 6 === 0 && x > 8 && x < 56) ? 1 : 0;
  });
  const strokes = Int32Array.from([...isStroke.keys()].filter(pixel => isStroke[pixel]));
  const grain = (pixel: number) => ((pixel % width) + Math.floor(pixel / width)) % 2;
  const paintStrokes = (by: number) =>
    Float32Array.from(Array.from(strokes, p => [1, 1, 1, 0].map(one => one * (128 + by * grain(p)))).flat());
  const mixed = makeSystem({ width, height: width, colours: colours.map(() => 128), isHole: isStroke }, strokes);
  const all = [paintStrokes(120), paintStrokes(120), paintStrokes(120)];
  const calm = paintStrokes(1);
  const steps = enliven(mixed, {
    calm,
    tint: [1, 1, 1],
    factor: 3,
    halfThickness: 5,
    all,
    made: all[0]!,
    mean: calm,
    smooth: all[0]!,
  });
  let step = steps.next();
  while (!step.done) step = steps.next();
  expect(Math.max(...step.value) - Math.min(...step.value.filter((_, index) => index % 4 !== 3))).toBeLessThan(10);
});
