// Shapes and repetitions of drawings are told from marks by the picture around them.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import type { Pixels } from '../pixels/plane.ts';
import { blendMark, decode, drawMark, encodeJpeg, maskOf, readPhoto } from '../same-mark/test-marks.ts';
import { sharp } from '../sharp.ts';
import { isDrawnAround, isPattern } from './drawn-scene.ts';
import { findTiles } from './find-tiles.ts';
import { surveyPicture } from './survey.ts';

const width = 640;
const height = 420;
const house = '<path d="M60 200l90-80 90 80z" fill="#c44"/><path d="M80 200h140v110h-140z" fill="#fff3d0"/>';
const hills =
  '<path d="M0 330q160-90 320-20t320-20v130h-640z" fill="#3a8"/><circle cx="520" cy="90" r="48" fill="#fc3"/>';
const sign = '<path d="M540 330h70v50h-70z" fill="#fff"/>';
const signBox = { x: 540, y: 330, w: 70, h: 50 };

async function draw(shapes: string, ground: string): Promise<Pixels> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${shapes}</svg>`;
  return { data: await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer(), width, height };
}

const asJpeg = async (pixels: Pixels) => decode(await encodeJpeg(pixels));

const repeat = (shape: string, across: number, down: number) =>
  Array.from({ length: Math.ceil(height / down) }, (_, row) =>
    Array.from(
      { length: Math.ceil(width / across) },
      (_, column) => `<g transform="translate(${column * across} ${row * down})">${shape}</g>`,
    ).join(''),
  ).join('');

test.each(['as drawn', 'as a JPEG'])('a sign in a flat drawing, %s, is part of the drawing', async how => {
  const drawing = await draw(hills + house + sign, '#9cf');
  const pixels = how === 'as drawn' ? drawing : await asJpeg(drawing);
  expect(isDrawnAround(await surveyPicture(pixels), [signBox])).toBe(true);
});

test('a logo alone on plain ground is the picture', async () => {
  expect(isDrawnAround(await surveyPicture(await draw(sign, '#247')), [signBox])).toBe(true);
});

test.each(['friendsDark', 'telephone', 'chair', 'forest'] as const)('%s is a photograph', async name => {
  const photo = await readPhoto(photos[name], width, height);
  expect(isDrawnAround(await surveyPicture(photo), [signBox])).toBe(false);
});

async function searchTiles(pixels: Pixels) {
  const mask = new Uint8Array(width * height);
  const tiles = await findTiles(pixels, mask);
  expect(tiles.length).toBeGreaterThan(5);
  return isPattern(await surveyPicture(pixels), mask, width);
}

const bird = '<path d="M6 20q20-24 58-18q-18 6-20 18q-16 18-38 0z"/><path d="M10 40h40v6h-40z"/>';

test('a wallpaper is a pattern', async () => {
  expect(await searchTiles(await draw(`<g fill="#2a6f97">${repeat(bird, 96, 71)}</g>`, '#f3efe0'))).toBe(true);
});

test('marks tiled over a photograph are not', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#fff">${repeat(bird, 96, 71)}</svg>`;
  const photo = await readPhoto(photos.chair, width, height);
  expect(await searchTiles(await asJpeg(blendMark(photo, await drawMark(svg, 0.3))))).toBe(false);
});

test('nor are faint marks tiled over a page of text', async () => {
  let words = '';
  for (let y = 14; y < height - 20; y += 22)
    for (let x = 20, k = y; x < width - 60; k++) {
      const length = 20 + ((k * 37) % 43);
      words += `<path d="M${x} ${y}h${length}v3h-${length}zM${x} ${y + 6}h${length - 6}v3h-${length - 6}z" fill="#222"/>`;
      x += length + 9;
    }
  const page = await draw(words, '#ffffff');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${repeat(bird, 96, 71)}</svg>`;
  const mark = await drawMark(svg, 0.15, [0, 0, 0]);
  const survey = await surveyPicture(blendMark(page, mark));
  expect(isPattern(survey, maskOf(mark, width, 0), width)).toBe(false);
});
