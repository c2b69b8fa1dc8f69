// The parts of sharpening: Fourier transforms, measures of known blurs and noise, and seamless bands.
import { findSpread } from 'engines/pixels/box-filter.ts';
import { makeSpectrum, transform, transformBack } from 'engines/pixels/fourier.ts';
import { convolve, gaussianWeights } from 'engines/pixels/gaussian.ts';
import { findRange } from 'engines/pixels/morphology.ts';
import type { Plane } from 'engines/pixels/plane.ts';
import { transformBlur } from 'engines/pixels/point-spread.ts';
import { comparePixels, cutMiddle } from 'engines/test-photos.ts';
import { describe, expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { readLuminance } from './luminance.ts';
import { measureBlur, measureNoise } from './measure-blur.ts';
import { measureMotionLength } from './motion-length.ts';
import { type Measured, planSharpening, sharpenPixels } from './sharpen.ts';

async function readPlane(name: keyof typeof photos, side: number): Promise<Plane> {
  const pixels = await cutMiddle(photos[name], side, side);
  return readLuminance({ ...pixels, channels: 3 }, { left: 0, top: 0, width: side, height: side });
}

function addNoise({ data, width, height }: Plane, deviation: number): Plane {
  let seed = 11;
  const random = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return seed / 2 ** 32;
  };
  const bellShaped = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return { data: data.map(level => Math.round(level + deviation * bellShaped())), width, height };
}

describe('the transform', () => {
  test('and its inverse restore the input', () => {
    const spectrum = makeSpectrum(32);
    const before = spectrum.real.map((_, i) => (i * 37) % 101);
    spectrum.real.set(before);
    transform(spectrum);
    expect(spectrum.real[0]).toBeCloseTo(
      before.reduce((sum, level) => sum + level, 0),
      0,
    );
    transformBack(spectrum);
    for (const [i, level] of spectrum.real.entries()) expect(level).toBeCloseTo(before[i]!, 2);
  });

  test('of a wave is one frequency, in the row of its horizontal frequency', () => {
    const spectrum = makeSpectrum(16);
    for (let i = 0; i < 256; i++) spectrum.real[i] = Math.cos((2 * Math.PI * 3 * (i % 16)) / 16);
    transform(spectrum);
    const strongest = [...spectrum.real.entries()].filter(([, value]) => value > 1).map(([i]) => i);
    expect(strongest).toEqual([3 * 16, 13 * 16]);
  });

  test.each(['gaussian', 'lens', 'motion'] as const)('a %s blur keeps the mean and dampens high frequencies', kind => {
    const { real } = transformBlur({ kind, radius: 2, degrees: 90 }, 64);
    expect(real[0]).toBeCloseTo(1, 5);
    // The motion is vertical: its frequencies are the columns.
    expect(Math.abs(real[20]!)).toBeLessThan(0.3);
    if (kind === 'motion') expect(real[20 * 64]).toBeGreaterThan(0.8);
  });
});

describe('measures', () => {
  test.each([1.5, 4, 8])('noise of %f on a photograph', async deviation => {
    const noise = measureNoise(addNoise(await readPlane('manCap', 300), deviation));
    expect(Math.abs(noise / deviation - 1)).toBeLessThan(0.25);
  });

  test.each(['astronaut', 'manCap', 'strawberries', 'baboon'] as const)('a blur of 2 on %s', async name => {
    const plane = addNoise(convolve(await readPlane(name, 400), gaussianWeights(2)), 1);
    const found = measureBlur([plane], measureNoise(plane));
    expect(Math.abs(found!.radius - 2)).toBeLessThan(0.55);
    expect(found!.motion?.isClear ?? false).toBe(false);
  });

  test('without edges the blur is undefined', () => {
    expect(measureBlur([{ data: new Float32Array(10_000).fill(90), width: 100, height: 100 }], 1)).toBeUndefined();
  });

  test('the length of a motion', async () => {
    const plane = await readPlane('astronaut', 400);
    const data = plane.data.map((_, i) => {
      const start = i - (i % 400);
      let sum = 0;
      for (let step = -5; step <= 5; step++) sum += plane.data[Math.min(start + 399, Math.max(start, i + step))]!;
      return sum / 11;
    });
    expect(Math.abs(measureMotionLength([{ ...plane, data }], 0, 8) - 11)).toBeLessThanOrEqual(1);
  });

  test('range and spread around a pixel', () => {
    const plane = { data: Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8, 90]), width: 3, height: 3 };
    const { low, high } = findRange(plane, 1);
    expect([low[0], high[0], low[4], high[4]]).toEqual([1, 5, 1, 90]);
    const { mean, variance } = findSpread(plane, 1);
    expect(mean[4]).toBeCloseTo(14, 4);
    expect(variance[4]).toBeCloseTo(726.667, 1);
  });
});

describe('plans', () => {
  const soft: Measured = { noise: 1, gradients: 100, blur: { radius: 2, motion: undefined } };

  test('follow the strength, from nothing to more than was measured', () => {
    const radiusAt = (blurStrength: number) => planSharpening(soft, { filterType: 'auto', blurStrength })?.blur.radius;
    const radii = [20, 50, 80, 100].map(radiusAt);
    expect(radii).toEqual(radii.toSorted());
    expect([radiusAt(0), radiusAt(1)]).toEqual([undefined, undefined]);
  });

  test('assume a motion only when it is clear or asked for', () => {
    const motion = { radius: 3, degrees: 30, isClear: false };
    const kindOf = (filterType: 'auto' | 'motion' | 'lens', isClear: boolean) => {
      const blur = { radius: 1.5, motion: { ...motion, isClear } };
      return planSharpening({ ...soft, blur }, { filterType, blurStrength: 50 })?.blur.kind;
    };
    expect([kindOf('auto', false), kindOf('auto', true), kindOf('motion', false), kindOf('lens', true)]).toEqual([
      'gaussian',
      'motion',
      'motion',
      'lens',
    ]);
  });
});

test('a large picture is sharpened in bands without visible seams', async () => {
  const [width, height] = [640, 6600];
  const photo = await cutMiddle(photos.map, width, 660);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    data.set(photo.data.subarray((y % 660) * width * 3, ((y % 660) + 1) * width * 3), y * width * 3);
  const plan = planSharpening(
    { noise: 1, gradients: 100, blur: { radius: 2, motion: undefined } },
    { filterType: 'auto', blurStrength: 50 },
  )!;
  // 4 million pixels a band: the first ends at row 6250.
  const [top, rows] = [6000, 500];
  const part = data.slice(top * width * 3, (top + rows) * width * 3);
  const shares: number[] = [];
  await sharpenPixels({ data, width, height, channels: 3 }, plan, share => void shares.push(share));
  await sharpenPixels({ data: part, width, height: rows, channels: 3 }, plan, () => undefined);
  const seam = (from: Uint8Array, first: number) => ({
    data: from.subarray(first * width * 3, (first + 40) * width * 3),
    width,
    height: 40,
    channels: 3 as const,
  });
  expect(comparePixels(seam(data, 6230), seam(part, 230), 0)).toBeGreaterThan(48);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});
