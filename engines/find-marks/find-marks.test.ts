// Marks put over real photographs are found where they are, and photographs without marks give none.
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import type { Pixels } from '../pixels/plane.ts';
import { blendMark, decode, drawMark, encodeJpeg, maskOf, readPhoto } from '../same-mark/test-marks.ts';
import { sharp } from '../sharp.ts';
import { findMarks } from './find-marks.ts';

const width = 640;
const height = 420;
const fontfile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
);

/** White on black, as an SVG of the picture's size that shows a logo and the text beside it. */
async function drawWritten(text: string, left: number, top: number, logo: string): Promise<string> {
  const font = 'Noto Sans SC 34';
  const written = `<span foreground="white">${text}</span>`;
  const png = await sharp({ text: { text: written, fontfile, font, rgba: true, dpi: 72 } })
    .png()
    .toBuffer({ resolveWithObject: true });
  const { width: w, height: h } = png.info;
  const href = `data:image/png;base64,${png.data.toString('base64')}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#fff">${logo}
    <image x="${left}" y="${top}" width="${w}" height="${h}" href="${href}"/></svg>`;
}

const put = async (photo: Pixels, svg: string, strength: number) => {
  const mark = await drawMark(svg, strength);
  return { mark, pixels: await decode(await encodeJpeg(blendMark(photo, mark))) };
};

test('translucent text is found stroke by stroke, and the ring beside it as a second mark', async () => {
  const photo = await readPhoto(photos.chair, width, height);
  const logo = '<circle cx="150" cy="205" r="24"/><circle cx="150" cy="205" r="13" fill="#000"/>';
  const { mark, pixels } = await put(photo, await drawWritten('Pixwright 图匠', 190, 188, logo), 0.5);
  const { marks, mask } = await findMarks(pixels);
  expect(marks.map(({ kind }) => kind === 'text').sort()).toEqual([false, true]);
  const ring = marks.find(({ kind }) => kind !== 'text')!;
  expect(Math.abs(ring.x - 126)).toBeLessThan(6);
  expect(Math.abs(ring.w - 48)).toBeLessThan(10);
  const text = marks.find(({ kind }) => kind === 'text')!;
  expect(text.x).toBeGreaterThan(170);
  expect(text.x + text.w).toBeLessThan(470);
  const strokes = mark.opacity.map((value, i) => (value > 0.2 && i % width > 180 ? 1 : 0));
  const covered = strokes.reduce((sum, stroke, i) => sum + (stroke && mask[i] ? 1 : 0), 0);
  expect(covered / strokes.reduce((sum, stroke) => sum + stroke, 0)).toBeGreaterThan(0.97);
  const marked = mask.reduce((sum, value) => sum + value, 0);
  const wide = maskOf(mark, width, 4).reduce((sum, value) => sum + value, 0);
  expect(marked).toBeLessThan(wide * 1.3);
});

test('a repeated line is one tiled mark', async () => {
  const photo = await readPhoto(photos.sea, width, height);
  const once = await drawWritten('SAMPLE 9', 0, 0, '');
  const image = /<image[^>]*>/.exec(once)![0];
  const places = [
    [20, 30],
    [330, 30],
    [170, 180],
    [440, 180],
    [20, 330],
    [330, 330],
  ];
  const tiles = places.map(([x, y]) => `<g transform="translate(${x} ${y})">${image}</g>`).join('');
  const { pixels } = await put(photo, once.replace(image, tiles), 0.6);
  const { marks } = await findMarks(pixels);
  expect(marks.filter(({ kind }) => kind === 'tiled').length).toBeGreaterThanOrEqual(5);
});

test.each(['baboon', 'womanRed', 'forest', 'peaks'] as const)('nothing has been put over %s', async name => {
  const { marks, mask } = await findMarks(await readPhoto(photos[name], width, height));
  expect(marks).toEqual([]);
  expect(mask.includes(1)).toBe(false);
});
