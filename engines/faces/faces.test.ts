// Faces are located correctly on real photographs: upright, tilted, several, none.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { sharp } from '../sharp.ts';
import { type Face, findFaces } from './faces.ts';

async function findIn(path: string, turn = 0): Promise<Face[]> {
  const { data, info } = await sharp(path)
    .rotate(turn, { background: '#888' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return findFaces({ data, width: info.width, height: info.height });
}

const isNear = ([x, y]: readonly [number, number], [ax, ay]: readonly [number, number], reach: number) =>
  Math.hypot(x - ax, y - ay) <= reach;

test('the eyes and the chin of a portrait are where they were measured by hand', async () => {
  const [face, ...others] = await findIn(photos.womanRed);
  expect(others).toEqual([]);
  expect(isNear(face!.leftEye, [208, 218], 6)).toBe(true);
  expect(isNear(face!.rightEye, [284, 220], 6)).toBe(true);
  expect(isNear(face!.chin, [240, 358], 10)).toBe(true);
  expect(face!.crown[1]).toBeLessThan(face!.box.y);
  expect(face!.mesh).toHaveLength(468);
});

test.each([25, -30, 90])('a head rotated by %d degrees has that tilt', async turn => {
  const [upright] = await findIn(photos.womanRed);
  const [face] = await findIn(photos.womanRed, turn);
  expect(Math.abs(face!.tiltDegrees - upright!.tiltDegrees - turn)).toBeLessThan(4);
});

test('each person in a group is found once', async () => {
  const faces = await findIn(photos.friendsWindow);
  expect(faces).toHaveLength(4);
  const middles = faces.map(({ box }) => Math.round(((box.x + box.w / 2) / 1920) * 100)).sort((a, b) => a - b);
  expect(middles.every((middle, i) => i === 0 || middle - middles[i - 1]! > 10)).toBe(true);
});

test('no face is found where there is none', async () => {
  expect(await findIn(photos.strawberries)).toEqual([]);
});
