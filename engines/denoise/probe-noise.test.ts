// Tests what counts as noise that a person sees, and that the probe measures it where a picture is calm.
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { photograph } from '../../bench/ground/sensor-noise.ts';
import { createNormal } from '../../bench/random.ts';
import type { Pixels } from '../pixels/plane.ts';
import { isSeen, probeNoise } from './probe-noise.ts';

const noise = { luma: 1.5, colour: 1.3, fine: 1.4, likeness: 0.2, greyness: 0.3, spread: { luma: 2, colour: 2.2 } };

test('noise is seen in brightness, colour and fine detail at once, or if one of them is strong', () => {
  expect(isSeen(noise)).toBe(true);
  expect(isSeen({ ...noise, colour: 0.8 })).toBe(false);
  expect(isSeen({ ...noise, fine: 0.5 })).toBe(false);
  expect(isSeen({ ...noise, luma: 0.9 })).toBe(false);
  expect(isSeen({ ...noise, luma: 2.1, colour: 0.3, fine: 1.2 })).toBe(true);
  expect(isSeen({ ...noise, luma: 2.1, fine: 0.8 })).toBe(false);
  expect(isSeen({ ...noise, luma: 3.6, colour: 0.3, fine: 0.2 })).toBe(true);
  expect(isSeen({ ...noise, luma: 0.5, colour: 3.6 })).toBe(true);
});

test('what is alike in all channels, or uneven at one brightness, is texture, unless it is as even as grain', () => {
  const strong = { ...noise, luma: 2.8, colour: 2.3, fine: 1.7 };
  expect(isSeen(strong)).toBe(true);
  for (const texture of [
    { greyness: 0.7, spread: noise.spread },
    { greyness: 0.3, spread: { luma: 2.6, colour: 3.1 } },
  ]) {
    expect(isSeen({ ...noise, ...texture })).toBe(false);
    expect(isSeen({ ...strong, ...texture })).toBe(false);
    expect(isSeen({ ...noise, ...texture, spread: { ...texture.spread, luma: 1.6 } })).toBe(true);
  }
  // What JPEG has left of the colours' noise is uneven.
  expect(isSeen({ ...noise, spread: { luma: 1.8, colour: 2.9 } })).toBe(true);
});

test('scan lines are no noise, and a picture without colours needs none in them', () => {
  expect(isSeen({ ...noise, luma: 3.4, fine: 4.6, likeness: -0.6 })).toBe(false);
  const grey = { ...noise, colour: 0, greyness: 1, spread: { luma: 1.6, colour: 1 } };
  expect(isSeen(grey)).toBe(true);
  expect(isSeen({ ...grey, luma: 1.2 })).toBe(false);
  expect(isSeen({ ...grey, spread: { luma: 2.4, colour: 1 } })).toBe(false);
});

test('the probe measures what a network takes away, at half the size, and the octave above', async () => {
  const side = 64;
  const normal = createNormal(mulberry32(7));
  const grain = Array.from({ length: 4 * side * side }, () => 120 + 8 * normal());
  const picture: Pixels = {
    data: Uint8Array.from({ length: 3 * grain.length }, (_, i) => Math.round(grain[Math.floor(i / 3)]!)),
    width: 2 * side,
    height: 2 * side,
  };
  const network = { side, restore: async () => new Float32Array(side * side * 3).fill(120 / 255) };
  const { luma, colour, fine, likeness, greyness, spread } = await probeNoise(picture, network, () => undefined);
  // Half the size averages four pixels: 4 levels of 8 are left. The calmest fiftieth has less than the mean.
  expect(luma).toBeGreaterThan(2.5);
  expect(luma).toBeLessThan(4.5);
  expect(fine).toBeGreaterThan(4);
  expect(colour).toBeLessThan(0.05);
  expect(Math.abs(likeness)).toBeLessThan(0.3);
  // Grey grain, even everywhere.
  expect(greyness).toBeGreaterThan(0.99);
  expect(spread.luma).toBeGreaterThan(1.1);
  expect(spread.luma).toBeLessThan(1.8);
});

test("a sensor's noise is told from brown gravel of the same strength", async () => {
  const side = 128;
  const wide = 2 * side;
  const brown = [180, 95, 50] as const;
  const paint = (levelAt: (pixel: number, channel: 0 | 1 | 2) => number): Pixels => ({
    data: Uint8Array.from({ length: wide * wide * 3 }, (_, i) =>
      Math.round(levelAt(Math.floor(i / 3), (i % 3) as 0 | 1 | 2)),
    ),
    width: wide,
    height: wide,
  });
  const flat = paint((_, channel) => brown[channel]);
  const normal = createNormal(mulberry32(7));
  const grains = Array.from({ length: wide * wide }, normal);
  // Stones of one brightness, more and less rough.
  const gravel = paint((pixel, channel) => {
    const [x, y] = [pixel % wide, Math.floor(pixel / wide)];
    const roughness = 0.09 * (1.2 + Math.sin(x / 11) * Math.cos(y / 13));
    return brown[channel] * (1 + roughness * grains[pixel]!);
  });
  const network = {
    side,
    restore: async () => Float32Array.from({ length: side * side * 3 }, (_, i) => brown[(i % 3) as 0 | 1 | 2] / 255),
  };
  const probe = (picture: Pixels) => probeNoise(picture, network, () => undefined);
  const [ofSensor, ofGravel] = [await probe(photograph(flat, { shot: 0.003, read: 0.015 }, 3)), await probe(gravel)];
  expect(ofGravel.luma).toBeGreaterThan(1.05);
  expect(ofGravel.colour).toBeGreaterThan(1);
  expect(ofGravel.greyness).toBeGreaterThan(0.9);
  expect(ofGravel.spread.luma).toBeGreaterThan(2);
  expect(isSeen(ofGravel)).toBe(false);
  expect(ofSensor.greyness).toBeLessThan(0.4);
  expect(ofSensor.spread.colour).toBeLessThan(2.3);
  expect(isSeen(ofSensor)).toBe(true);
});
