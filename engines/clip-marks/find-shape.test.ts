// The shape of a mark is found by what lasts over many frames, in luma and in colour.
import { expect, test } from 'vitest';
import { findShape, measureSteps } from './find-shape.ts';
import { darkDisc, distanceAt, drawRun, height, width } from './test-moving-mark.ts';

test('a coloured disc with the mean luma of the scene belongs to the shape of the ring around it', () => {
  const redDisc = { ...darkDisc, discLevel: 120, discRed: 200 };
  const searched = new Uint8Array(width * height);
  for (let y = 14; y < 90; y++) searched.fill(1, y * width + 34, y * width + 134);
  const { mask } = findShape(measureSteps(drawRun(60, redDisc)), searched);
  const missing = [...mask.keys()].filter(
    i => !mask[i] && distanceAt(i % width, Math.floor(i / width)) < darkDisc.ringRadius,
  );
  expect(missing).toEqual([]);
});
