// Faces are located correctly on real photographs: upright, tilted, spoilt, several, none; and nothing else is taken for one.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { sharp } from '../sharp.ts';
import { type Face, findFaces } from './faces.ts';

async function findIn(file: string | Buffer, turn = 0): Promise<Face[]> {
  const { data, info } = await sharp(file)
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

/** What a single look takes for a face: a clip, a baboon's eye, a mountain on its head, and words on their side. */
test.each([
  ['iceCream', { left: 0, top: 234, width: 350, height: 233 }, 0],
  ['baboon', undefined, 0],
  ['baboon', { left: 256, top: 0, width: 256, height: 256 }, 0],
  ['peaks', undefined, 180],
  ['code', undefined, 90],
] as const)('nothing in %s, of which %o is turned by %d degrees, is a face', async (name, part, turn) => {
  const whole = sharp(photos[name]);
  const cut = await (part ? whole.extract(part) : whole).png().toBuffer();
  expect(await findIn(cut, turn)).toEqual([]);
});

test('a face stays one when it is small, blurred, in the dark or lit from a side', async () => {
  const { width, height } = await sharp(photos.womanRed).metadata();
  const dark = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="dark">
    <stop offset="0.35" stop-opacity="0"/><stop offset="0.6" stop-opacity="0.85"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#dark)"/></svg>`;
  const spoilt = [
    sharp(photos.womanRed).resize(200),
    sharp(photos.womanRed).blur(4),
    sharp(photos.womanRed).linear(0.3, 4).greyscale().toColourspace('srgb'),
    sharp(photos.womanRed).composite([{ input: Buffer.from(dark) }]),
  ];
  for (const one of spoilt) expect(await findIn(await one.png().toBuffer())).toHaveLength(1);
});
