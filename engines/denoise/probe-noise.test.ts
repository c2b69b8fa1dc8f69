// Tests what counts as noise that a person sees, and that the probe measures it where a picture is calm.
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { createNormal } from '../../bench/random.ts';
import type { Pixels } from '../pixels/plane.ts';
import { isSeen, probeNoise } from './probe-noise.ts';

const noise = { luma: 1.5, colour: 1.3, fine: 1.4, likeness: 0.2 };

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

test('scan lines are no noise, and a picture without colours needs none in them', () => {
  expect(isSeen({ luma: 3.4, colour: 0.9, fine: 4.6, likeness: -0.6 })).toBe(false);
  expect(isSeen({ ...noise, colour: 0 })).toBe(true);
  expect(isSeen({ ...noise, luma: 1.2, colour: 0 })).toBe(false);
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
  const { luma, colour, fine, likeness } = await probeNoise(picture, network, () => undefined);
  // Half the size averages four pixels: 4 levels of 8 are left. The calmest fiftieth has less than the mean.
  expect(luma).toBeGreaterThan(2.5);
  expect(luma).toBeLessThan(4.5);
  expect(fine).toBeGreaterThan(4);
  expect(colour).toBeLessThan(0.05);
  expect(Math.abs(likeness)).toBeLessThan(0.3);
});
