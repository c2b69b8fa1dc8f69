// People in white before a light wall: the network for people returns the clothes that the first look lost, and nothing where there is no face.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { dressInWhite, makeWhiteScene, whiteBefore } from '../../bench/white-scenes.ts';
import { findFaces } from '../faces/faces.ts';
import { sharp } from '../sharp.ts';
import { findMatte } from './matte.ts';
import { type CoarseMatte, squeeze } from './network.ts';
import { joinPeople, lookAtPeople } from './portrait-look.ts';

const side = 1024;

async function readPixels(photo: string) {
  const { data, info } = await sharp(photo)
    .resize(1000, 1000, { fit: 'inside' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

/** A first look that sees only the upper rows of the picture's middle. */
function seeUpper(guide: Uint8Array): CoarseMatte {
  const alpha = new Float32Array(side * side);
  for (let y = 300; y < 500; y++) alpha.fill(1, y * side + 400, y * side + 600);
  return { alpha, guide, width: side, height: side };
}

test('a body that the first look lost is returned, and the wall beside it is not', async () => {
  const pixels = await readPixels(photos.womanRed);
  const first = seeUpper(squeeze(pixels, side, side));
  const { alpha } = (await lookAtPeople(first, pixels))!;
  expect(alpha[900 * side + 500]).toBeGreaterThan(0.9);
  expect(alpha[60 * side + 60]).toBe(0);
});

test('a man in a white shirt before a light wall is cut out with his shirt', async () => {
  const pixels = await readPixels(photos.manCap);
  const { alpha } = await findMatte(pixels);
  const subject = Buffer.alloc(4 * alpha.length, 0);
  for (let i = 0; i < alpha.length; i++) subject.set([...pixels.data.subarray(3 * i, 3 * i + 3), alpha[i]!], 4 * i);
  const [face] = await findFaces(pixels);
  const dressed = dressInWhite({ ...pixels, subject }, face!, 'shirt', whiteBefore(1));
  const scene = await makeWhiteScene('shirt', dressed, { ground: 1, isCut: true, seed: 32 });
  const found = (await findMatte(scene.pixels)).alpha;
  const error = found.reduce((sum, value, i) => sum + Math.abs(value - scene.truth[i]!), 0) / found.length;
  // Without the network for people, 8.8 levels.
  expect(error).toBeLessThan(3);
});

test('where no face is, the network is not asked', async () => {
  const pixels = await readPixels(photos.chair);
  expect(await lookAtPeople(seeUpper(squeeze(pixels, side, side)), pixels)).toBeUndefined();
});

test('what is not sure, or touches nothing, is not added', () => {
  const first = seeUpper(new Uint8Array(side * side * 3));
  const people = new Float32Array(side * side);
  for (let y = 500; y < 700; y++) {
    people.fill(1, y * side + 400, y * side + 500);
    people.fill(0.7, y * side + 520, y * side + 600);
    people.fill(1, y * side + 800, y * side + 900);
  }
  const { alpha } = joinPeople(first, people);
  expect([450, 560, 850].map(x => alpha[600 * side + x])).toEqual([1, 0, 0]);
});

test('what the first look half saw becomes solid where the other is sure, but not along a soft edge', () => {
  const first = seeUpper(new Uint8Array(side * side * 3));
  for (let y = 300; y < 500; y++) first.alpha.fill(0.8, y * side + 450, y * side + 550);
  for (let y = 300; y < 500; y++) first.alpha.fill(0.6, y * side + 600, y * side + 604);
  const people = new Float32Array(side * side);
  for (let y = 300; y < 500; y++) people.fill(1, y * side + 400, y * side + 604);
  const { alpha } = joinPeople(first, people);
  expect([500, 602].map(x => alpha[400 * side + x])).toEqual([1, expect.closeTo(0.6)]);
});
