// Tests the parts of sharpening: Fourier transforms, measurements of known blurs and noise, and seamless bands.

import { mulberry32 } from 'contract/random.ts';
import { describe, expect, test } from 'vitest';
import { blurKnown, cutMargin, type KnownBlur } from '../../../bench/blurs.ts';
import { photos } from '../../../bench/photos.ts';
import { makeTextPages } from '../../../bench/text-pages.ts';
import { sharp } from '../../sharp.ts';
import { comparePixels, cutMiddle } from '../../test-photos.ts';
import { findSpread } from '../box-filter.ts';
import { estimateBlur } from '../estimate-blur.ts';
import { makeSpectrum, transform, transformBack } from '../fourier.ts';
import { convolve, gaussianWeights } from '../gaussian.ts';
import { measureBlocks, measureNoise } from '../measure-noise.ts';
import { findRange } from '../morphology.ts';
import type { Plane } from '../plane.ts';
import { type Blur, transformBlur } from '../point-spread.ts';
import { readLuminance } from './luminance.ts';
import { measureBlur } from './measure-blur.ts';
import { type Measured, measurePicture, planSharpening, sharpenPixels } from './sharpen.ts';

async function readPlane(name: keyof typeof photos, side: number): Promise<Plane> {
  const pixels = await cutMiddle(photos[name], side, side);
  return readLuminance({ ...pixels, channels: 3 }, { left: 0, top: 0, width: side, height: side });
}

function addNoise({ data, width, height }: Plane, deviation: number): Plane {
  const random = mulberry32(11);
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

  test.each([
    ['gaussian', 2],
    ['lens', 4],
    ['motion', 7],
  ] as const)('a %s blur keeps the mean and dampens high frequencies', (kind, size) => {
    const { real } = transformBlur({ kind, size, degrees: 90 }, 64);
    expect(real[0]).toBeCloseTo(1, 5);
    // The motion is vertical: its frequencies are in the columns.
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
    expect(Math.abs(found! - 2)).toBeLessThan(0.55);
  });

  test('without edges the blur is undefined', () => {
    expect(measureBlur([{ data: new Float32Array(10_000).fill(90), width: 100, height: 100 }], 1)).toBeUndefined();
  });

  test("JPEG's blocks", async () => {
    const { data, width, height } = await cutMiddle(photos.astronaut, 300, 300);
    const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
      .blur(2)
      .jpeg({ quality: 60 })
      .toBuffer();
    const area = { left: 0, top: 0, width, height };
    const blocks = (rows: Uint8Array) => measureBlocks(readLuminance({ data: rows, width, height, channels: 3 }, area));
    expect(blocks(await sharp(jpeg).raw().toBuffer())).toBeGreaterThan(1);
    expect(blocks(await sharp(jpeg).blur(2).raw().toBuffer())).toBeLessThan(0.3);
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

/** Blurs by averaging along a line or over a disc. */
function smear(plane: Plane, { kind, size, degrees }: Blur): Plane {
  const { data, width, height } = plane;
  const turn = (degrees * Math.PI) / 180;
  const steps = Array.from({ length: 12 * size + 1 }, (_, i) => ((i / (12 * size)) * 2 - 1) * (size / 2));
  const places: (readonly [number, number])[] =
    kind === 'motion'
      ? steps.map(along => [along * Math.cos(turn), along * Math.sin(turn)])
      : steps.flatMap(x => steps.map(y => [2 * x, 2 * y] as const)).filter(([x, y]) => Math.hypot(x, y) <= size);
  const taps = new Map<number, number>();
  for (const [x, y] of places) {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    for (const [across, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const weight = (1 - Math.abs(x - left - across)) * (1 - Math.abs(y - top - down));
      const at = (top + down) * width + left + across;
      taps.set(at, (taps.get(at) ?? 0) + weight / places.length);
    }
  }
  const out = data.slice();
  const reach = Math.ceil(size) + 1;
  for (let y = reach; y < height - reach; y++)
    for (let x = reach; x < width - reach; x++) {
      let sum = 0;
      for (const [step, weight] of taps) sum += weight * data[y * width + x + step]!;
      out[y * width + x] = Math.round(sum);
    }
  return { data: out, width, height };
}

describe('the estimate', () => {
  test.each<readonly [Blur, keyof typeof photos]>([
    [{ kind: 'lens', size: 3, degrees: 0 }, 'manCap'],
    [{ kind: 'lens', size: 6, degrees: 0 }, 'map'],
    [{ kind: 'motion', size: 11, degrees: 30 }, 'astronaut'],
    [{ kind: 'motion', size: 15, degrees: 120 }, 'baboon'],
    [{ kind: 'motion', size: 19, degrees: 65 }, 'manCap'],
  ])('finds the kind, size and direction of %o', async (blur, name) => {
    const plane = addNoise(smear(await readPlane(name, 320), blur), 0.5);
    const { likely } = (await estimateBlur([plane], measureNoise(plane), () => undefined))!;
    expect(likely?.kind).toBe(blur.kind);
    expect(Math.abs(likely!.size / blur.size - 1)).toBeLessThan(0.06);
    const off = Math.abs(likely!.degrees - blur.degrees) % 180;
    if (blur.kind === 'motion') expect(Math.min(off, 180 - off)).toBeLessThan(4);
  });

  test.each(['map', 'womanGreen', 'chair', 'baboon'] as const)(
    'finds no blur to reverse in %s, which is sharp',
    async name => {
      const plane = await readPlane(name, 320);
      const found = (await estimateBlur([plane], measureNoise(plane), () => undefined))!;
      const plan = planSharpening({ noise: found.noise, blur: found }, { filterType: 'auto', blurStrength: 50 });
      expect(plan.blur).toBeUndefined();
    },
  );

  test.each([
    { kind: 'disc', size: 3, degrees: 0 },
    { kind: 'motion', size: 5, degrees: 0 },
  ] as const)('does not take the waves of a sea for a long motion: %o', async blur => {
    const whole = { ...(await cutMiddle(photos.sea, 400, 400)), channels: 3 as const };
    const soft = blurKnown(whole, blur);
    const plane = readLuminance(soft, { left: 0, top: 0, width: soft.width, height: soft.height });
    const { likely } = (await estimateBlur([plane], measureNoise(plane), () => undefined))!;
    expect(likely?.kind).not.toBe('motion');
    if (blur.kind === 'disc') expect(Math.abs(likely!.size - blur.size)).toBeLessThan(0.2);
  });

  test('of an image smaller than a tile is undefined', async () => {
    expect(await estimateBlur([await readPlane('map', 100)], 1, () => undefined)).toBeUndefined();
  });
});

describe('plans', () => {
  const blurs = {
    gaussian: { kind: 'gaussian', size: 2, degrees: 0 },
    lens: { kind: 'lens', size: 3.5, degrees: 0 },
    motion: { kind: 'motion', size: 6, degrees: 20 },
  } as const;
  const soft: Measured = { noise: 1, blur: { likely: blurs.gaussian, byKind: blurs } };
  const sharpOne: Measured = { noise: 1, blur: { likely: undefined, byKind: blurs } };

  test('have more effect at every higher strength, and on a sharp image only above the middle', () => {
    const strengths = [0, 1, 20, 49, 50, 51, 80, 100];
    const effectsOf = (measured: Measured) =>
      strengths
        .map(blurStrength => planSharpening(measured, { filterType: 'auto', blurStrength }))
        .map(({ blur, share, bite }) => (blur ? share : 0) + bite);
    const onSoft = effectsOf(soft);
    expect(onSoft[0]).toBe(0);
    for (const [i, one] of onSoft.slice(1).entries()) expect(one).toBeGreaterThan(onSoft[i]!);
    const onSharp = effectsOf(sharpOne);
    expect(onSharp.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    for (const [i, one] of onSharp.slice(5).entries()) expect(one).toBeGreaterThan(onSharp[i + 4]!);
  });

  test('use the most likely kind, or the requested one', () => {
    const kindOf = (filterType: 'auto' | 'gaussian' | 'lens' | 'motion') =>
      planSharpening(soft, { filterType, blurStrength: 50 }).blur?.kind;
    expect([kindOf('auto'), kindOf('motion'), kindOf('lens')]).toEqual(['gaussian', 'motion', 'lens']);
  });
});

test('bands leave no seams, and progress reaches its end', async () => {
  const [width, height] = [120, 420];
  const photo = await cutMiddle(photos.map, width, height);
  const gaussian = { kind: 'gaussian', size: 2, degrees: 0 } as const;
  const plan = planSharpening(
    { noise: 1, blur: { likely: gaussian, byKind: { gaussian, lens: gaussian, motion: gaussian } } },
    { filterType: 'auto', blurStrength: 50 },
  );
  const sharpen = async (pixelsPerBand?: number, of: Uint8Array = photo.data) => {
    const pixels = { ...photo, data: Uint8Array.from(of), channels: 3 as const };
    const shares: number[] = [];
    await sharpenPixels(pixels, plan, share => void shares.push(share), pixelsPerBand);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    return pixels;
  };
  const seam = ({ data }: { data: Uint8Array }) => ({
    data: data.subarray(190 * width * 3, 230 * width * 3),
    width,
    height: 40,
    channels: 3 as const,
  });
  // The first band ends at row 210.
  expect(comparePixels(seam(await sharpen(width * 210)), seam(await sharpen()), 0)).toBeGreaterThan(48);
  // In a very wide image, so few rows fit into a band that its margin would reach beyond the previous one, into changed rows.
  const detailed = await sharp(photos.map).resize(width, height).removeAlpha().raw().toBuffer();
  const [wide, whole] = [await sharpen(width, detailed), await sharpen(undefined, detailed)];
  expect(wide.data.reduce((max, level, i) => Math.max(max, Math.abs(level - whole.data[i]!)), 0)).toBeLessThan(4);
});

/** Returns the gain in PSNR of the middle of a photograph that was blurred, and what was measured. */
async function sharpenBlurred(name: keyof typeof photos, side: number, blur: KnownBlur) {
  const whole = { ...(await cutMiddle(photos[name], side, side)), channels: 3 as const };
  const [truth, soft] = [cutMargin(whole), blurKnown(whole, blur)];
  const measured = await measurePicture(soft, () => undefined);
  const made = { ...soft, data: Uint8Array.from(soft.data) };
  await sharpenPixels(made, planSharpening(measured, { filterType: 'auto', blurStrength: 50 }), () => undefined);
  return { measured, gain: comparePixels(made, truth) - comparePixels(soft, truth) };
}

test.each<readonly [KnownBlur, keyof typeof photos]>([
  [{ kind: 'motion', size: 13, degrees: 155 }, 'chair'],
  [{ kind: 'disc', size: 3, degrees: 0 }, 'chair'],
  [{ kind: 'motion', size: 18, degrees: 90 }, 'clouds'],
])('does not degrade an image in which %o looks like a Gaussian: %s', async (blur, name) => {
  const { measured, gain } = await sharpenBlurred(name, 400, blur);
  expect(measured).toMatchObject({ isUnsure: true, blur: { likely: undefined } });
  expect(gain).toBeGreaterThanOrEqual(0);
});

test.each([
  // An almost empty photograph, and one smaller than a tile of the spectrum.
  ['desk', 400, 3],
  ['manCap', 150, 4],
] as const)('recognises a disc in %s, %i pixels, radius %i', async (name, side, size) => {
  const { measured, gain } = await sharpenBlurred(name, side, { kind: 'disc', size, degrees: 0 });
  expect(measured.blur?.likely?.kind).toBe('lens');
  expect(gain).toBeGreaterThan(2);
});

test('reverses a disc on a page of text, whose letters cause halos even with the right blur', async () => {
  const [page] = await makeTextPages(name => name === 'zh, plain, 20 px');
  const { data, info } = await sharp(page!.png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const whole = { data, width: info.width, height: info.height, channels: 3 as const };
  const [truth, soft] = [cutMargin(whole), blurKnown(whole, { kind: 'disc', size: 5, degrees: 0 })];
  const made = { ...soft, data: Uint8Array.from(soft.data) };
  const plan = planSharpening(await measurePicture(made, () => undefined), { filterType: 'auto', blurStrength: 50 });
  expect(plan.blur?.kind).toBe('lens');
  await sharpenPixels(made, plan, () => undefined);
  expect(comparePixels(made, truth) - comparePixels(soft, truth)).toBeGreaterThan(3);
});
