// Marks drawn over real photographs are found where they are, and photographs without marks yield none.
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import type { Pixels } from '../pixels/plane.ts';
import { blendMark, decode, drawMark, encodeJpeg, maskOf, readPhoto } from '../same-mark/test-marks.ts';
import { sharp } from '../sharp.ts';
import { findMarks } from './find-marks.ts';
import { proposeWords } from './propose-words.ts';
import { surveyPicture } from './survey.ts';

const width = 640;
const height = 420;
const fontfile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
);

/** Returns an SVG of the image's size with a white logo and the text beside it. */
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

test('translucent text is masked stroke by stroke, together with a ring of the same ink beside it', async () => {
  const photo = await readPhoto(photos.chair, width, height);
  const logo = '<circle cx="150" cy="205" r="24"/><circle cx="150" cy="205" r="13" fill="#000"/>';
  const { mark, pixels } = await put(photo, await drawWritten('Pixwright 图匠', 190, 188, logo), 0.5);
  const { marks, mask } = await findMarks(pixels);
  const left = Math.min(...marks.map(({ x }) => x));
  const right = Math.max(...marks.map(({ x, w }) => x + w));
  expect(left).toBeGreaterThan(105);
  expect(left).toBeLessThan(130);
  expect(right).toBeLessThan(475);
  const strokes = mark.opacity.map(value => (value > 0.2 ? 1 : 0));
  const covered = strokes.reduce((sum, stroke, i) => sum + (stroke && mask[i] ? 1 : 0), 0);
  expect(covered / strokes.reduce((sum, stroke) => sum + stroke, 0)).toBeGreaterThan(0.95);
  const marked = mask.reduce((sum, value) => sum + value, 0);
  const wide = maskOf(mark, width, 4).reduce((sum, value) => sum + value, 0);
  expect(marked).toBeLessThan(wide * 1.3);
});

test('the repetitions of a line are tiled marks', async () => {
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

/** Returns a word across the middle of an image. */
const drawWord = (word: string, degrees: number) =>
  drawWritten(word, 0, 0, '').then(svg => {
    const image = /<image[^>]*>/.exec(svg)![0];
    const [w, h] = ['width', 'height'].map(side => Number(new RegExp(`${side}="(\\d+)"`).exec(image)![1]));
    const scale = (width * 0.62) / w!;
    const place = `translate(${width / 2} ${height / 2}) rotate(${degrees}) scale(${scale}) translate(${-w! / 2} ${-h! / 2})`;
    return svg.replace(image, `<g transform="${place}">${image}</g>`);
  });

test.each([
  ['PREVIEW', 'chair', 0],
  ['PREVIEW', 'chair', -25],
  ['Climate', 'sea', -25],
  ['样图预览', 'friendsDark', 0],
] as const)(
  'a large translucent %s over %s, rotated by %d°, is found whole and masked stroke by stroke',
  async (...what) => {
    const [word, name, degrees] = what;
    const { mark, pixels } = await put(
      await readPhoto(photos[name], width, height),
      await drawWord(word, degrees),
      0.45,
    );
    const { marks, mask } = await findMarks(pixels);
    expect(marks[0]!.score).toBeGreaterThan(0.5);
    const ink = [...mask.keys()].filter(i => mark.opacity[i]! > 0.3);
    expect(ink.filter(i => mask[i]).length / ink.length).toBeGreaterThan(0.85);
    const near = maskOf(mark, width, 5);
    const marked = [...mask.keys()].filter(i => mask[i]);
    expect(marked.filter(i => near[i]).length / marked.length).toBeGreaterThan(0.6);
  },
);

test('crossing strokes of one translucent ink are ticked only if they are a word', async () => {
  const photo = await readPhoto(photos.chair, width, height);
  const scoreOf = async (word: string) => {
    const { pixels } = await put(photo, await drawWord(word, 0), 0.5);
    return Math.max(...(await findMarks(pixels)).marks.map(({ score }) => score));
  };
  expect(await scoreOf('***')).toBeLessThan(0.5);
  expect(await scoreOf('A4')).toBeGreaterThan(0.9);
});

test('a tilted translucent word is the first proposal made from its ink', async () => {
  const photo = await readPhoto(photos.womanRed, width, height);
  const { pixels } = await put(photo, await drawWord('DRAFT', -33), 0.4);
  const { edges, rims } = await surveyPicture(pixels);
  const [
    {
      quad: [a, b, c],
    } = { quad: [] },
  ] = proposeWords(edges, rims);
  expect(Math.atan2(b![1] - a![1], b![0] - a![0]) * (180 / Math.PI)).toBeCloseTo(-33, -0.5);
  expect((a![0] + c![0]) / 2).toBeCloseTo(width / 2, -1.5);
  expect((a![1] + c![1]) / 2).toBeCloseTo(height / 2, -1.5);
});

test.each(['strawberries', 'clouds'] as const)('a word of opacity 0.16 over %s is proposed by its ink', async name => {
  const { pixels } = await put(await readPhoto(photos[name], width, height), await drawWord('PREVIEW', 0), 0.164);
  const { edges, rims } = await surveyPicture(pixels);
  const isThere = proposeWords(edges, rims).some(({ quad: [a, b, c] }) => {
    const turn = Math.atan2(b[1] - a[1], b[0] - a[0]) * (180 / Math.PI);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const offset = Math.hypot((a[0] + c[0]) / 2 - width / 2, (a[1] + c[1]) / 2 - height / 2);
    return Math.abs(turn) < 5 && offset < 40 && Math.abs(length / (0.66 * width) - 1) < 0.25;
  });
  expect(isThere).toBe(true);
});

/** Finds a word that is as wide as the picture and as high as this share of it. */
async function findWord(share: number) {
  const [wide, high] = [width * 0.96, height * share];
  const [, href] = /href="([^"]*)"/.exec(await drawWritten('EXIF', 0, 0, ''))!;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#346"/>
    <image preserveAspectRatio="none" href="${href}" x="${(width - wide) / 2}" y="${(height - high) / 2}" width="${wide}" height="${high}"/>
  </svg>`;
  const data = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
  const { marks } = await findMarks({ data, width, height });
  return marks.filter(({ w }) => w > width / 2);
}

test('letters that fill the picture are the picture and not ticked, those across its middle are', async () => {
  const all = await findWord(0.9);
  expect(all).toHaveLength(1);
  expect(all[0]!.score).toBeLessThan(0.5);
  const across = await findWord(0.3);
  expect(across).toHaveLength(1);
  expect(across[0]!.score).toBeGreaterThan(0.5);
});

test('text in the scene, on a suit, is found with a low score', async () => {
  const { marks } = await findMarks(await readPhoto(photos.astronaut, 778, 514));
  expect(marks.length).toBeGreaterThan(0);
  for (const { score } of marks) expect(score).toBeLessThan(0.5);
});

test.each(['baboon', 'womanRed', 'forest', 'peaks'] as const)('no mark is found over %s', async name => {
  const { marks, mask } = await findMarks(await readPhoto(photos[name], width, height));
  expect(marks).toEqual([]);
  expect(mask.includes(1)).toBe(false);
});
