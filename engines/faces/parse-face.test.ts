// Glasses, hats and closed eyes are seen on the faces that have them, and not on others.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { sharp } from '../sharp.ts';
import { toFrame } from '../warp-pixels.ts';
import { findFaces } from './faces.ts';
import { type FaceParts, type HeadMap, mapWide, parseFace } from './parse-face.ts';
import { wearGlasses } from './test-glasses.ts';

/** The parts of each face, from left to right. */
async function parse(file: Buffer | string): Promise<FaceParts[]> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height };
  const faces = (await findFaces(pixels)).sort((a, b) => a.box.x - b.box.x);
  return Promise.all(faces.map(async face => (await parseFace(pixels, face))!));
}

test.each(['womanRed', 'manCap'] as const)('of %s, glasses with thin and thick frames and dark lenses', async name => {
  const [bare] = await parse(photos[name]);
  expect(bare!.glasses).toBeLessThan(0.02);
  expect(bare!.eyes).toBeGreaterThan(0.015);
  for (const look of [
    { line: 0.03, tint: 0 },
    { line: 0.1, tint: 0 },
    { line: 0.05, tint: 0.9 },
  ]) {
    const [worn] = await parse(await wearGlasses(photos[name], look));
    expect(worn!.glasses).toBeGreaterThan(0.2);
  }
});

test('a cap is seen, and hair is none', async () => {
  const [[cap], [hair]] = [await parse(photos.manCap), await parse(photos.womanRed)];
  expect(cap!.hat).toBeGreaterThan(0.4);
  expect(hair!.hat).toBeLessThan(0.05);
});

test('three friends with lowered eyes show none', async () => {
  const friends = await parse(photos.friendsSofa);
  expect(friends.map(({ eyes }) => eyes)).toEqual([0, 0, 0]);
});

test('both maps have the head in the middle and nothing of it beside the forehead; the wide one reaches farther above', async () => {
  const { data, info } = await sharp(photos.womanRed).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height };
  const [face] = await findFaces(pixels);
  const maps = [(await parseFace(pixels, face!))!.map, (await mapWide(pixels, face!))!];
  const topOf = ({ frame }: HeadMap) => frame.toPicture[5];
  expect(topOf(maps[1]!)).toBeLessThan(topOf(maps[0]!) - Math.abs(face!.rightEye[0] - face!.leftEye[0]));
  for (const { frame, isPart } of maps) {
    const at = ([x, y]: readonly [number, number]) => {
      const [column, row] = toFrame(frame, [x, y]).map(Math.floor) as [number, number];
      return isPart[row * frame.width + column];
    };
    expect([face!.chin, face!.leftEye, face!.crown].map(at)).toEqual([1, 1, 1]);
    expect(at([face!.crown[0] - face!.box.w, face!.crown[1]])).toBe(0);
  }
});
