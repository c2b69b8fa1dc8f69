// Tests that an overlay on a picture follows the fingers.
import { expect, test } from 'vitest';
import { follow } from './use-place-drag.ts';

const place = { zoom: 1, right: 0, down: 0.01, turn: 0 };

test('one finger moves the overlay by fractions of the side', () => {
  const moved = follow({ fingers: [{ x: 100, y: 100 }], place }, [{ x: 120, y: 90 }], 400);
  expect([moved.zoom, moved.turn]).toEqual([1, 0]);
  expect(moved.right).toBeCloseTo(0.05, 9);
  expect(moved.down).toBeCloseTo(-0.015, 9);
});

test('two fingers scale, rotate by the shorter angle and move at once', () => {
  const fingers = [
    { x: 0, y: 0 },
    { x: -100, y: 1 },
  ];
  const spread = follow({ fingers, place }, [fingers[0]!, { x: -200, y: 2 }], 400);
  expect(spread.zoom).toBeCloseTo(2, 5);
  expect(spread.turn).toBeCloseTo(0, 5);
  const turned = follow({ fingers, place }, [fingers[0]!, { x: -100, y: -10 }], 400);
  expect(turned.turn).toBeGreaterThan(5);
  expect(turned.turn).toBeLessThan(8);
});
