// Tests the conversion of answers to the 310x155 reference from pictures of other sizes, and that tracks stay within the server's limits.
import { expect, test } from 'vitest';
import { farthestX, toReference, toReferenceX } from './geometry.ts';
import { thinTrack } from './use-slide.ts';

test('a distance on a picture 330 wide is converted to the reference width of 310', () => {
  expect(toReferenceX(165, 330)).toBe(155);
  expect(toReferenceX(200, 330)).toBe(187.88);
  expect(toReferenceX(200, 310)).toBe(200);
  expect(farthestX).toBe(260);
});

test('a click is converted to whole pixels of the reference picture', () => {
  expect(toReference({ x: 330, y: 155 }, { width: 330, height: 155 })).toEqual({ x: 310, y: 155 });
  expect(toReference({ x: 151, y: 77.5 }, { width: 302, height: 155 })).toEqual({ x: 155, y: 78 });
});

test('a long track is thinned evenly and keeps both ends', () => {
  const track = Array.from({ length: 2001 }, (_, at) => [at / 10, at * 4] as const);
  const thin = thinTrack(track);
  expect(thin.length).toBeLessThanOrEqual(600);
  expect(thin.length).toBeGreaterThan(300);
  expect(thin[0]).toEqual([0, 0]);
  expect(thin.at(-1)).toEqual([200, 8000]);
  expect(thinTrack(track.slice(0, 600))).toHaveLength(600);
});
