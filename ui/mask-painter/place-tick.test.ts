// Tests the positions of the check boxes of suggestions.
import { expect, test } from 'vitest';
import { placeTicks } from './place-tick.ts';

const picture = { width: 1000, height: 1000 };
const sideOf = (...boxes: { x: number; y: number; w: number; h: number }[]) => {
  const { x, y, toRight, down } = placeTicks(boxes, picture)[0]!;
  return [x, y, toRight, down];
};

test.each([
  ['in the middle of the picture', { x: 300, y: 400, w: 200, h: 60 }, [500, 430, 1, 0]],
  ['at the right border', { x: 800, y: 400, w: 180, h: 60 }, [800, 430, -1, 0]],
  ['across the picture', { x: 20, y: 400, w: 960, h: 60 }, [500, 460, 0, 1]],
  ['across its lower border', { x: 20, y: 900, w: 960, h: 90 }, [500, 900, 0, -1]],
  ['that is the whole picture', { x: 0, y: 0, w: 1000, h: 1000 }, [500, 1000, 0, 1]],
])('the check box is placed outside a mark %s', (_name, box, place) => {
  expect(sideOf(box)).toEqual(place);
});

test('a check box does not overlap a neighbouring suggestion', () => {
  const own = { x: 300, y: 400, w: 200, h: 60 };
  expect(sideOf(own, { x: 520, y: 380, w: 200, h: 100 })).toEqual([300, 430, -1, 0]);
});

/** Screen pixels for each pixel of the picture, and the distance of a check box's centre from its point. */
const scale = 0.34;
const reach = 24 / scale;

/** The distance of the two nearest check boxes in screen pixels, on a phone. */
function nearest(boxes: readonly { x: number; y: number; w: number; h: number }[]): number {
  const hold = (value: number) => Math.min(1000 - reach, Math.max(reach, value));
  const centres = placeTicks(boxes, picture).map(({ x, y, toRight, down }) => ({
    x: hold(x + toRight * reach),
    y: hold(y + down * reach),
  }));
  const gaps = centres.flatMap((a, i) => centres.slice(i + 1).map(b => Math.hypot(a.x - b.x, a.y - b.y)));
  return Math.min(...gaps) * scale;
}

test.each([
  ['lines of one paragraph', Array.from({ length: 12 }, (_, k) => ({ x: 100, y: 100 + k * 40, w: 700, h: 28 }))],
  [
    'short words in two columns',
    Array.from({ length: 24 }, (_, k) => ({ x: 60 + 500 * (k % 2), y: 40 * k, w: 200, h: 24 })),
  ],
  ['lines across the picture', Array.from({ length: 20 }, (_, k) => ({ x: 0, y: k * 50, w: 1000, h: 44 }))],
  [
    'words of a label',
    Array.from({ length: 6 }, (_, k) => ({ x: 400 + 40 * (k % 3), y: 500 + 30 * (k % 2), w: 36, h: 24 })),
  ],
])('the check boxes of %s do not overlap', (_name, boxes) => {
  expect(nearest(boxes)).toBeGreaterThanOrEqual(32);
});
