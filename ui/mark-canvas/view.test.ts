// Tests the conversion between picture and frame, and the guide lines that a dragged mark snaps to.
import { expect, test } from 'vitest';
import { snapMark } from './snap.ts';
import { fitView, toFrame, toPicture } from './view.ts';

const picture = { width: 1200, height: 800 };
const placed = { width: 200, height: 100, degrees: 0, centre: { x: 300, y: 500 } };

test('the picture is centred in its frame, with a margin for handles on every side', () => {
  const view = fitView(picture, { width: 644, height: 900 });
  expect(view).toEqual({ left: 22, top: 250, scale: 0.5 });
  const shown = toFrame(placed, view);
  expect(shown).toEqual({ width: 100, height: 50, degrees: 0, centre: { x: 172, y: 500 } });
  expect(toPicture(shown, view)).toEqual(placed);
});

test('a mark snaps to a nearby centre, third or margin, and stays in place if none is near', () => {
  const at = (x: number, y: number, degrees = 0) =>
    snapMark({ ...placed, degrees, centre: { x, y } }, picture, 0.05, 10);
  expect(at(607, 395)).toEqual({ centre: { x: 600, y: 400 }, x: 600, y: 400 });
  expect(at(407, 460)).toEqual({ centre: { x: 400, y: 460 }, x: 400 });
  // The right edge snaps to the margin of 40 pixels, the bottom edge to the picture's edge.
  expect(at(1064, 752)).toEqual({ centre: { x: 1060, y: 750 }, x: 1160, y: 800 });
  // Rotated by 90°, its right edge is 50 instead of 100 pixels from its centre.
  expect(at(1113, 460, 90)).toEqual({ centre: { x: 1110, y: 460 }, x: 1160 });
  expect(at(500, 330)).toEqual({ centre: { x: 500, y: 330 } });
});
