// Without texture, a block is matched where it is predicted, not where noise happens to fit.
import { expect, test } from 'vitest';
import { compare, followSurroundings, preferPrediction } from './match-blocks.ts';
import { planSurroundings } from './plan-blocks.ts';

const [width, height] = [160, 120];

/** Noise from -6 to 6, deterministic and different in each frame. */
function noiseAt(i: number, frame: number): number {
  let mixed = Math.imul(i + frame * 1_000_003, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca77);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae3d);
  return (((mixed ^ (mixed >>> 16)) >>> 0) % 13) - 6;
}

/** Draws a frame whose texture moves by three pixels to the right and one up. */
function drawFrame(frame: number, texture: number) {
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) - 3 * frame, Math.floor(i / width) + frame];
    return 100 + texture * (Math.sin(x / 4) + Math.sin(y / 5 + x / 9)) + noiseAt(i, frame);
  });
  return { data, width, height };
}

test.each([
  { ground: 'noise alone', texture: 0, expected: { x: -2, y: 2 } },
  { ground: 'texture', texture: 20, expected: { x: 3, y: -1 } },
])('on $ground, the motion is $expected', ({ texture, expected }) => {
  const { block, hidden } = planSurroundings(new Uint8Array(width * height), width, height);
  const compared = compare(drawFrame(0, texture), drawFrame(1, texture), hidden);
  const prediction = { x: -2, y: 2 };
  const chosen = preferPrediction(compared, block, prediction, followSurroundings(compared, block, prediction))!;
  expect(chosen.x).toBeCloseTo(expected.x, 0);
  expect(chosen.y).toBeCloseTo(expected.y, 0);
});
