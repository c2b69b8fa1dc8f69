// Tests the positions of the check boxes of suggestions.
import { expect, test } from 'vitest';
import { placeTick } from './place-tick.ts';

const picture = { width: 1000, height: 1000 };
const sideOf = (...boxes: { x: number; y: number; w: number; h: number }[]) => {
  const { x, y, toRight, down } = placeTick(0, boxes, picture);
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
