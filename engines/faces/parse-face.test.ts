// Glasses, hats and closed eyes are seen on the faces that have them, and not on others.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { sharp } from '../sharp.ts';
import { findFaces } from './faces.ts';
import { type FaceParts, parseFace } from './parse-face.ts';
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
