// Parts of people are not ticked as marks, whereas marks over them are.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { blendMark, decode, drawMark, encodeJpeg, readPhoto } from '../same-mark/test-marks.ts';
import { isOnFace, isOnPerson } from './doubt-people.ts';
import { findLogos } from './find-logos.ts';
import { findMarks } from './find-marks.ts';
import { surveyPicture } from './survey.ts';

const side = 500;
const readPerson = () => readPhoto(photos.womanGreen, side, side);
/** An arrow in a ring, as crisp and of one opacity as a logo, and as a belt buckle or a gap between two sleeves may be. */
const drawShape = (x: number, y: number, size: number) =>
  drawMark(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><g transform="translate(${x} ${y}) scale(${size / 100})" fill="#fff">
      <circle cx="50" cy="50" r="48"/><circle cx="50" cy="50" r="36" fill="#000"/><path d="M30 70V30l44 20z"/></g></svg>`,
    0.7,
  );
const lay = async (...[x, y, size]: Parameters<typeof drawShape>) =>
  decode(await encodeJpeg(blendMark(await readPerson(), await drawShape(x, y, size))));

test('a shape on a body, nearly as large as the face above it, is outlined and not ticked', async () => {
  const pixels = await lay(100, 380, 110);
  const [shape] = findLogos(
    await surveyPicture(pixels),
    pixels,
    { lines: [], captions: [] },
    new Uint8Array(side ** 2),
  );
  expect(shape!.score).toBeGreaterThan(0.5);
  const { marks } = await findMarks(pixels);
  expect(marks).toHaveLength(1);
  expect(marks[0]!.score).toBeLessThan(0.5);
});

test('a logo in a corner beside the person is ticked', async () => {
  const { marks } = await findMarks(await lay(20, 20, 60));
  expect(marks[0]!.score).toBeGreaterThan(0.5);
});

const face = { box: { x: 100, y: 40, w: 60, h: 80 } };

test.each([
  ['trousers', { x: 90, y: 260, w: 80, h: 200 }, true],
  ['a small logo on a shirt', { x: 120, y: 180, w: 40, h: 24 }, false],
  ['trousers of somebody else', { x: 400, y: 260, w: 80, h: 200 }, false],
  ['a shape above the head', { x: 90, y: 0, w: 90, h: 38 }, false],
])('%s: on a person or not', (_, shape, isPart) => {
  expect(isOnPerson(shape, [face])).toBe(isPart);
  expect(isOnPerson(shape, [])).toBe(false);
});

test('a gap between two people lies on both', () => {
  const gap = { x: 150, y: 200, w: 90, h: 160 };
  const other = { box: { x: 230, y: 40, w: 60, h: 80 } };
  expect(isOnPerson(gap, [face, other])).toBe(true);
});

test('a word that ends with a face is no writing over it, a long one is', () => {
  expect(isOnFace({ x: 95, y: 35, w: 75, h: 90 }, [face])).toBe(true);
  expect(isOnFace({ x: 20, y: 35, w: 400, h: 90 }, [face])).toBe(false);
  expect(isOnFace({ x: 95, y: 130, w: 75, h: 20 }, [face])).toBe(false);
});
