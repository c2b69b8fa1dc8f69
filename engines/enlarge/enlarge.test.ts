// Enlarged images: closer to the original than interpolation, no shift, no seams, no dark fringes, no halos.
import { beforeAll, describe, expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import type { RawPixels } from '../formats/decode-dib.ts';
import { lanczos3, makePlanes, resample } from '../pixels/resample.ts';
import { comparePixels, cutMiddle, shrinkPixels } from '../test-photos.ts';
import { enlarge } from './enlarge.ts';
import { type Enlarger, openNetwork } from './network.ts';

let double: Enlarger;
let quadruple: Enlarger;
beforeAll(async () => {
  double = await openNetwork(undefined, { scale: 2 });
  quadruple = await openNetwork(undefined, { scale: 4 });
});

/** The reference: lanczos3 with aligned centres, as in good converters. */
function interpolate(pixels: RawPixels, scale: number): RawPixels {
  const planes = makePlanes(pixels.width, pixels.height, 3);
  const area = pixels.width * pixels.height;
  for (let i = 0; i < planes.data.length; i++) planes.data[i] = pixels.data[(i % area) * 3 + Math.floor(i / area)]!;
  const made = resample(planes, pixels.width * scale, pixels.height * scale, lanczos3);
  const newArea = made.width * made.height;
  const data = new Uint8ClampedArray(newArea * 3);
  for (let i = 0; i < data.length; i++) data[i] = made.data[(i % 3) * newArea + Math.floor(i / 3)]!;
  return { data: Uint8Array.from(data), width: made.width, height: made.height, channels: 3 };
}

const paint = (width: number, height: number, channels: 3 | 4, colour: (x: number, y: number) => readonly number[]) => {
  const data = new Uint8Array(width * height * channels);
  for (let i = 0; i < width * height; i++) data.set(colour(i % width, Math.floor(i / width)), i * channels);
  return { data, width, height, channels };
};

const pixelAt = ({ data, width, channels }: RawPixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * channels, (y * width + x + 1) * channels),
];

describe('a photograph', () => {
  test.each([
    [2, 0.2, 1.5],
    [3, 0.2, 1],
    [4, 0.1, 0.8],
    [8, 0.05, 0.3],
  ] as const)(
    '%i times: closer to the original than lanczos3, and closest with the network',
    async (scale, quickGain, bestGain) => {
      const truth = await cutMiddle(photos.astronaut, 96, 96);
      const small = shrinkPixels(truth, scale);
      const plain = comparePixels(interpolate(small, scale), truth);
      const quick = comparePixels(await enlarge(small, { scale, mode: 'photo' }), truth);
      const network = scale === 2 ? double : quadruple;
      const best = comparePixels(await enlarge(small, { scale, mode: 'photo', network }), truth);
      expect(quick - plain).toBeGreaterThan(quickGain);
      expect(best - plain).toBeGreaterThan(bestGain);
    },
  );

  test.each([2, 3, 4])('%i times: downscaling gives the original back', async scale => {
    const small = shrinkPixels(await cutMiddle(photos.strawberries, 96, 96), scale);
    const network = scale === 2 ? double : quadruple;
    const back = shrinkPixels(await enlarge(small, { scale, mode: 'photo', network }), scale);
    expect(comparePixels(back, small, 0)).toBeGreaterThan(42);
  });
});

test.each([2, 4])('%i times: the seam between two tiles equals the middle of one tile', async scale => {
  // The first tile ends at 160. The same pixels once within a wider image, and once alone in the middle of a tile.
  const wide = shrinkPixels(await cutMiddle(photos.map, 400, 32), 2);
  const [left, width] = [132, 56];
  const part = paint(width, wide.height, 3, (x, y) => pixelAt(wide, x + left, y));
  const network = scale === 2 ? double : quadruple;
  const tiled = await enlarge(wide, { scale, mode: 'photo', network });
  const alone = await enlarge(part, { scale, mode: 'photo', network });
  let largest = 0;
  for (let y = 0; y < tiled.height; y++)
    for (let x = 152 * scale; x < 168 * scale; x++)
      for (let channel = 0; channel < 3; channel++)
        largest = Math.max(
          largest,
          Math.abs(pixelAt(tiled, x, y)[channel]! - pixelAt(alone, x - left * scale, y)[channel]!),
        );
  expect(largest).toBeLessThanOrEqual(1);
});

test('progress is reported tile by tile and ends at one', async () => {
  const told: number[] = [];
  const pixels = paint(330, 170, 3, x => [x % 256, 0, 90]);
  await enlarge(pixels, { scale: 2, mode: 'photo', progress: share => told.push(share) });
  expect(told.length).toBe(6);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBe(1);
});

describe('alpha', () => {
  const disc = paint(40, 40, 4, (x, y) => {
    const alpha = Math.min(255, Math.max(0, (12 - Math.hypot(x - 19.5, y - 19.5)) * 255 + 127));
    return alpha < 1 ? [0, 0, 0, 0] : [230, 60, 40, alpha];
  });

  test.each(['quick', 'best'])('%s: no dark fringe, and the edge stays round and soft', async detail => {
    const made = await enlarge(disc, { scale: 4, mode: 'photo', ...(detail === 'best' && { network: quadruple }) });
    let inside = 0;
    for (let y = 0; y < 160; y++) {
      for (let x = 0; x < 160; x++) {
        const [red, green, , alpha] = pixelAt(made, x, y);
        inside += alpha! / 255;
        if (alpha! > 2) expect([Math.abs(red! - 230) < 8, Math.abs(green! - 60) < 8]).toEqual([true, true]);
        const distance = Math.hypot(x - 79.5, y - 79.5);
        if (distance > 59) expect(alpha).toBe(0);
      }
    }
    expect(Math.abs(inside / (Math.PI * 48 ** 2) - 1)).toBeLessThan(0.02);
  });
});

describe('drawings and letters', () => {
  /** Black bars on cream, each edge at a fractional pixel position. */
  const bars = paint(64, 48, 3, (x, y) => {
    const share = Math.min(1, Math.max(0, 2.2 - Math.abs(((x + y * 0.21) % 16) - 8)));
    return [246 - 220 * share, 239 - 213 * share, 224 - 190 * share];
  });

  const highest = ({ data }: RawPixels) => data.reduce((max, level) => Math.max(max, level), 0);
  const softShare = ({ data }: RawPixels) => data.filter(level => level > 60 && level < 190).length / data.length;

  test.each(['graphic', 'text'] as const)('%s: no halo, and a steeper transition between the colours', async mode => {
    const photo = await enlarge(bars, { scale: 4, mode: 'photo' });
    const made = await enlarge(bars, { scale: 4, mode });
    expect(highest(photo)).toBeGreaterThan(247);
    expect(highest(made)).toBeLessThanOrEqual(246);
    expect(softShare(made)).toBeLessThan(softShare(photo) * 0.75);
  });

  test('gradients are preserved', async () => {
    const shade = paint(48, 32, 3, (x, y) => [60 + x * 2, 80 + y * 2, 120]);
    const made = await enlarge(shade, { scale: 4, mode: 'text' });
    const photo = await enlarge(shade, { scale: 4, mode: 'photo' });
    expect(comparePixels(made, photo)).toBeGreaterThan(50);
  });
});

test.each([
  [1, 1],
  [3, 200],
])('an image of %i x %i pixels is enlarged', async (width, height) => {
  const made = await enlarge(
    paint(width, height, 3, () => [200, 100, 50]),
    { scale: 3, mode: 'text', network: quadruple },
  );
  expect([made.width, made.height]).toEqual([width * 3, height * 3]);
  expect(pixelAt(made, made.width - 1, made.height - 1)).toEqual([200, 100, 50]);
});
