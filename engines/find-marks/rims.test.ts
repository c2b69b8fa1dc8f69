// The opacity of an outline is measured over a varying background, and an object in the scene has none.
import { expect, test } from 'vitest';
import { findEdgePoints } from './edge-points.ts';
import { guessOpacities } from './rims.ts';

const side = 120;
const isInside = (x: number, y: number) => x >= 30 && x < 90 && y >= 30 && y < 90;

function draw(paint: (ground: number, channel: number) => number) {
  const data = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      for (let c = 0; c < 3; c++) {
        const ground = 40 + x + 20 * c;
        data[(y * side + x) * 3 + c] = Math.round(isInside(x, y) ? paint(ground, c) : ground);
      }
  return findEdgePoints({ data, width: side, height: side });
}

test.each([
  [1, 255, 0.3],
  [1, 255, 0.8],
  [-1, 0, 0.4],
] as const)('the opacity of a mark on side %d with level %d and opacity %d is measured', (way, level, opacity) => {
  const guesses = guessOpacities(
    draw(ground => opacity * level + (1 - opacity) * ground),
    way,
  );
  const near = guesses.filter(guess => Math.abs(guess - opacity) < 0.05).length;
  expect(near).toBeGreaterThan(200);
  expect(near / guesses.length).toBeGreaterThan(0.85);
});

test('a red object is not taken for a white mark', () => {
  const guesses = guessOpacities(
    draw((ground, channel) => (channel === 0 ? 255 : ground)),
    1,
  );
  expect(guesses.length).toBeGreaterThan(200);
  expect(guesses.every(guess => guess === 0)).toBe(true);
});
