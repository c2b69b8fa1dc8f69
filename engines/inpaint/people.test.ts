// A person removed beside others leaves what is behind them: no clothes of the others are copied or continued into the hole.

import { xorshift32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { fillRegion } from './fill-region.ts';
import { inpaint } from './inpaint.ts';
import { findPeople } from './people.ts';
import { cutFlags } from './resize-flags.ts';

async function readPhoto(path: string, across: number): Promise<Pixels> {
  const { data, info } = await sharp(path)
    .resize(across)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const markWhere = ({ width, height }: Pixels, isIn: (x: number, y: number) => boolean): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, pixel) => (isIn(pixel % width, Math.floor(pixel / width)) ? 1 : 0));

/** Four people before a window with a white blind; the second from the left, in a red top, is removed. */
async function readGroup() {
  const picture = await readPhoto(photos.friendsWindow, 480);
  const { width, height } = picture;
  const mask = markWhere(picture, (x, y) => {
    const [u, v] = [x / width, y / height];
    return Math.hypot((u - 0.4) / 0.07, (v - 0.25) / 0.16) < 1 || (v > 0.3 && Math.abs(u - 0.42) < 0.11);
  });
  return { picture, mask };
}

/** A wall of grey noise with a person in red and yellow stripes, which the hole touches. */
function drawWall() {
  const [width, height] = [260, 200];
  const random = xorshift32(5);
  const colours = new Uint8Array(width * height * 3);
  const isHole = new Uint8Array(width * height);
  const isBody = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      if (x > 60 && x < 120 && y > 40) isBody[pixel] = 1;
      if (x >= 118 && x < 175 && y > 50) isHole[pixel] = 1;
      const grey = 120 + random() * 40;
      const stripe = Math.floor(y / 8) % 2 === 0 ? [220, 30, 30] : [230, 210, 20];
      if (!isHole[pixel]) colours.set(isBody[pixel] ? stripe : [grey, grey, grey], pixel * 3);
    }
  return { region: { width, height, colours, isHole }, isBody };
}

function countStripes(withPeople: boolean): number {
  const { region, isBody } = drawWall();
  const isRemoved = Uint8Array.from(region.isHole);
  const steps = fillRegion(region, withPeople ? { isRemoved, isBarred: isBody } : {});
  while (!steps.next().done);
  let striped = 0;
  isRemoved.forEach((removed, pixel) => {
    const [red, , blue] = region.colours.subarray(pixel * 3, pixel * 3 + 3);
    if (removed && red! - blue! > 60) striped++;
  });
  return striped;
}

test('what stands beside a removed person is neither copied nor continued into the hole', () => {
  expect(countStripes(false)).toBeGreaterThan(400);
  expect(countStripes(true)).toBe(0);
});

test('a person removed from a group is replaced by the window, not by the clothes of the others, and nothing else changes', async () => {
  const { picture, mask } = await readGroup();
  const { width, height } = picture;
  const people = await findPeople(picture, mask);
  const box = { left: 0, top: 0, right: width, bottom: height };
  const isBarred = cutFlags(people!.isBarred, people!, picture, box);
  const at = (u: number, v: number) => isBarred[Math.floor(v * height) * width + Math.floor(u * width)];
  // Three dresses, the blind, and the frame of the window.
  expect([at(0.17, 0.7), at(0.68, 0.7), at(0.88, 0.6), at(0.2, 0.1), at(0.6, 0.05)]).toEqual([1, 1, 1, 0, 0]);
  const fill = async (looksForPeople: boolean) => {
    const sources: number[] = [];
    const filled = await inpaint(picture, mask, { looksForPeople, copied: (_, source) => sources.push(source) });
    return { ...filled, fromPeople: sources.filter(source => isBarred[source]).length / sources.length };
  };
  expect((await fill(false)).fromPeople).toBeGreaterThan(0.2);
  const { data, isHard, fromPeople } = await fill(true);
  expect(fromPeople).toBe(0);
  // The others stand right beside the hole, and the result says that this is hard.
  expect(isHard).toBe(true);
  const changed = mask.findIndex(
    (marked, pixel) =>
      !marked && [0, 1, 2].some(channel => data[pixel * 3 + channel] !== picture.data[pixel * 3 + channel]),
  );
  expect(changed).toBe(-1);
});

/** What is in the hole of each is no person, at any size of the picture. */
async function readOrdinary(across: number) {
  const group = await readPhoto(photos.friendsWindow, across);
  const { width, height } = group;
  const unit = width / 640;
  const map = await readPhoto(photos.map, across);
  return [
    [group, markWhere(group, (x, y) => y > 0.6 * height && y < 0.72 * height && x % (60 * unit) < 22 * unit)],
    [group, markWhere(group, (x, y) => Math.hypot(x - 0.7 * width, y - 0.75 * height) < 22 * unit)],
    [map, markWhere(map, (x, y) => Math.hypot(x - 300 * unit, y - 200 * unit) < 60 * unit)],
  ] as const;
}

test('writing, a spot on clothes, and objects in pictures without a face are filled as ever', async () => {
  for (const [picture, mask] of await readOrdinary(640)) expect(await findPeople(picture, mask)).toBeUndefined();
  for (const [picture, mask] of await readOrdinary(320)) {
    const [now, before] = [await inpaint(picture, mask), await inpaint(picture, mask, { looksForPeople: false })];
    expect(Buffer.compare(now.data, before.data)).toBe(0);
    expect(now.isHard).toBe(false);
  }
});
