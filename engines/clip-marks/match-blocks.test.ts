// Tests matches on ground without texture: noise must not decide, and brightness must.
import { expect, test } from 'vitest';
import { compare, followSurroundings, matchBlock, preferPrediction } from './match-blocks.ts';
import { planBlocks, planSurroundings } from './plan-blocks.ts';

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

test('a dark flat place is not matched to a bright one, whatever is predicted', () => {
  // Dark on the left, bright from x = 80 on; the scene stands still, and the block lies in the dark part.
  const draw = (frame: number) => ({
    data: Uint8Array.from({ length: width * height }, (_, i) => (i % width < 80 ? 40 : 180) + noiseAt(i, frame)),
    width,
    height,
  });
  const mask = new Uint8Array(width * height);
  mask[52 * width + 24] = 2;
  const { blocks } = planBlocks(mask, width, height);
  const compared = compare(draw(0), draw(1), mask, 0);
  const match = matchBlock(compared, blocks[0]!, [
    { x: 80, y: 0 },
    { x: 0, y: 0 },
  ])!;
  expect(Math.abs(match.brighter)).toBeLessThan(2);
});
