// White things before a light ground: the network for things returns what the other looks lost, and leaves what they saw.
import { expect, test } from 'vitest';
import { drawWhite } from '../../bench/drawn-whites.ts';
import { makeWhiteScene, whiteBefore } from '../../bench/white-scenes.ts';
import { findMatte } from './matte.ts';
import { joinOther } from './second-look.ts';

test('a white shirt between dark lapels is cut out with the suit', async () => {
  const [ground, seed] = [0, 106];
  const white = await drawWhite('suit', whiteBefore(ground), seed);
  const { pixels, truth } = await makeWhiteScene('suit', white, { ground, isCut: true, seed });
  const { alpha } = await findMatte(pixels);
  const error = alpha.reduce((sum, value, i) => sum + Math.abs(value - truth[i]!), 0) / alpha.length;
  // Without the network for things, 14.5 levels.
  expect(error).toBeLessThan(1);
});

const side = 256;
const rules = { from: 0.5, minSure: 0.9, minBroad: 0.5 };
type Region = readonly [x: number, y: number, w: number, h: number];

function fill(values: Float32Array | Uint8Array, [x, y, w, h]: Region, value: number, channels = 1): void {
  for (let row = y; row < y + h; row++)
    values.fill(value, (row * side + x) * channels, (row * side + x + w) * channels);
}

test('strands and what is not sure are not taken from the network for things', () => {
  const [body, strand, vague, panel]: Region[] = [
    [80, 80, 80, 80],
    [160, 90, 60, 5],
    [80, 160, 80, 30],
    [40, 90, 40, 60],
  ];
  const guide = new Uint8Array(side * side * 3).fill(225);
  const [alpha, other] = [new Float32Array(side * side), new Float32Array(side * side)];
  for (const part of [body!, strand!, vague!, panel!]) fill(guide, part, 238, 3);
  fill(alpha, body!, 1);
  for (const part of [body!, strand!, panel!]) fill(other, part, 1);
  fill(other, vague!, 0.8);
  const first = { alpha, guide, width: side, height: side };
  const joined = joinOther(first, first, other, rules).alpha;
  expect([joined[92 * side + 190], joined[180 * side + 120], joined[120 * side + 60]]).toEqual([0, 0, 1]);
});
