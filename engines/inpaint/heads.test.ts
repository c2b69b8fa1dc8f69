// Faces are never copied into a hole, on a real photograph of several people.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { findFaces } from '../faces/faces.ts';
import { sharp } from '../sharp.ts';
import { inpaint } from './inpaint.ts';

async function readGroup() {
  const { data, info } = await sharp(photos.friendsStairs)
    .resize(480)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

test('no other face is copied into the place of a person who is painted out of a group', async () => {
  const picture = await readGroup();
  const { width, height } = picture;
  const [largest, ...others] = (await findFaces(picture)).map(face => face.box);
  expect(others.length).toBeGreaterThan(2);
  const mask = new Uint8Array(width * height);
  const { x, y, w, h } = largest!;
  for (let row = Math.round(y - h / 4); row < y + h; row++)
    mask.fill(1, row * width + Math.round(x - w / 8), row * width + Math.round(x + w * 1.1));
  const sources: number[] = [];
  await inpaint(picture, mask, { copied: (_, source) => sources.push(source) });
  expect(sources.length).toBeGreaterThan(1000);
  const isIn = (source: number, box: (typeof others)[number]) =>
    source % width >= box.x &&
    source % width < box.x + box.w &&
    source / width >= box.y &&
    source / width < box.y + box.h;
  expect(sources.filter(source => others.some(box => isIn(source, box)))).toEqual([]);
});
