// A translucent logo is found with its holes; shapes of the scene are not taken for one.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import type { Pixels } from '../pixels/plane.ts';
import { blendMark, decode, drawMark, encodeJpeg, maskOf, readPhoto, type TestMark } from '../same-mark/test-marks.ts';
import { findLogos } from './find-logos.ts';
import { surveyPicture } from './survey.ts';

const none = { lines: [], captions: [] };
const width = 900;
const height = 600;
const sign = '<path fill-rule="evenodd" d="M0 0h110v84h-110zM12 12h86v60h-86z"/><path d="M40 24l40 18l-40 18z"/>';

const drawAt = (x: number, y: number, strength: number, colour: TestMark['colour'], scale = 1) =>
  drawMark(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#fff"><g transform="translate(${x} ${y}) scale(${scale})">${sign}</g></svg>`,
    strength,
    colour,
  );

async function search(pixels: Pixels) {
  const mask = new Uint8Array(width * height);
  return { logos: findLogos(await surveyPicture(pixels), pixels, none, mask), mask };
}

/** Returns recall and precision of the found mask. */
function compare(mark: TestMark, mask: Uint8Array, strength: number) {
  const ink = [...mask.keys()].filter(i => mark.opacity[i]! > strength / 2);
  const near = maskOf(mark, width, 5);
  const marked = [...mask.keys()].filter(i => mask[i]);
  return {
    recall: ink.filter(i => mask[i]).length / ink.length,
    precision: marked.filter(i => near[i]).length / marked.length,
  };
}

test.each([
  ['friendsDark', 760, 490, 0.5, [255, 255, 255], 'overlay'],
  ['womanRed', 30, 490, 0.4, [0, 0, 0], 'overlay'],
  ['forest', 760, 24, 0.7, [255, 255, 255], 'overlay'],
  ['strawberries', 395, 258, 0.5, [0, 0, 0], 'overlay'],
] as const)('a logo over %s at %d, %d with opacity %d is found', async (name, x, y, strength, colour, kind) => {
  const mark = await drawAt(x, y, strength, colour);
  const photo = await readPhoto(photos[name], width, height);
  const { logos, mask } = await search(await decode(await encodeJpeg(blendMark(photo, mark))));
  expect(logos.map(logo => logo.kind)).toEqual([kind]);
  const [{ x: left, y: top, w, h }] = logos as [(typeof logos)[number]];
  for (const [found, drawn] of [
    [left, x],
    [top, y],
    [left + w, x + 110],
    [top + h, y + 84],
  ] as const)
    expect(Math.abs(found - drawn)).toBeLessThan(12);
  const { recall, precision } = compare(mark, mask, strength);
  expect(recall).toBeGreaterThan(0.8);
  expect(precision).toBeGreaterThan(0.8);
  // The background between the frame and the triangle is not part of the mark.
  expect(mask[(y + 42) * width + x + 25]).toBe(0);
});

test('a shape that fills a corner is not sure to be a mark', async () => {
  // Shadows on a wall and things cut off by the frame have one opacity, too.
  const mark = await drawAt(620, 380, 0.5, [0, 0, 0], 2.4);
  const photo = await readPhoto(photos.sea, width, height);
  const { logos } = await search(await decode(await encodeJpeg(blendMark(photo, mark))));
  expect(logos).toHaveLength(1);
  expect(logos[0]!.score).toBeLessThan(0.5);
});

test('the mask of a large image has the size of the image', async () => {
  const [w, h] = [2700, 1800];
  const photo = await readPhoto(photos.sea, w, h);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" fill="#fff"><circle cx="2500" cy="1650" r="90"/></svg>`;
  const mark = await drawMark(svg, 0.4);
  const mask = new Uint8Array(w * h);
  const pixels = blendMark(photo, mark);
  const logos = findLogos(await surveyPicture(pixels), pixels, none, mask);
  expect(logos).toHaveLength(1);
  expect(Math.abs(logos[0]!.x - 2410)).toBeLessThan(12);
  expect(Math.abs(logos[0]!.w - 180)).toBeLessThan(20);
  expect(mask[1650 * w + 2500]).toBe(1);
  expect(mask[1650 * w + 2385]).toBe(0);
});

test.each(['friendsDark', 'chair', 'scissors', 'friendsWindow'] as const)('no logo is found over %s', async name => {
  const { logos, mask } = await search(await readPhoto(photos[name], width, height));
  expect(logos).toEqual([]);
  expect(mask.includes(1)).toBe(false);
});
