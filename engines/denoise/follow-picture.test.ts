// Tests that texture which a network took away comes back, and that the noise of calm parts does not.
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { createNormal } from '../../bench/random.ts';
import type { Pixels } from '../pixels/plane.ts';
import { followPicture } from './follow-picture.ts';

const [width, height] = [128, 96];
const sigma = 6;

const draw = (levelAt: (x: number, y: number) => number): Pixels => {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++)
    data.fill(Math.max(0, Math.min(255, Math.round(levelAt(i % width, Math.floor(i / width))))), 3 * i, 3 * i + 3);
  return { data, width, height };
};
/** Flat to the left, a weave to the right; some of it passes for noise. */
const weave = (x: number, y: number) => (x < width / 2 ? 0 : 24 * Math.sin(1.5 * x) * Math.sin(0.9 * y));
const normal = createNormal(mulberry32(5));
const clean = draw((x, y) => 120 + weave(x, y));
const noisy = draw((x, y) => 120 + weave(x, y) + sigma * normal());
const answer = draw((x, y) => 120 + 0.3 * weave(x, y));
const kept = draw((x, y) => 120 + 0.6 * weave(x, y));

/** Root mean square of the difference in the columns from `from` to before `until`. */
function differ(a: Pixels, b: Pixels, from: number, until: number): number {
  let squares = 0;
  for (let y = 0; y < height; y++)
    for (let x = from; x < until; x++) squares += (a.data[3 * (y * width + x)]! - b.data[3 * (y * width + x)]!) ** 2;
  return Math.sqrt(squares / (height * (until - from)));
}

test('a weave comes back with less error than the noisy and the denoised picture have, and the flat part stays calm', () => {
  const made = followPicture(noisy, answer, kept, 2);
  const [from, until] = [width / 2 + 8, width];
  expect(differ(made, clean, from, until)).toBeLessThan(0.5 * differ(kept, clean, from, until));
  expect(differ(made, clean, from, until)).toBeLessThan(0.7 * differ(noisy, clean, from, until));
  expect(differ(made, clean, 0, width / 2 - 8)).toBeLessThan(0.1 * sigma);
});

test('a picture of one block, of one brightness and without noise stays as it is', () => {
  const flat = { data: new Uint8Array(8 * 8 * 3).fill(90), width: 8, height: 8 };
  expect([...followPicture(flat, flat, flat, 2).data]).toEqual([...flat.data]);
});
