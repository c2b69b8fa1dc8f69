// Tests that what a brush left of a thing is found, and that ground beside the brush is not taken for it.
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { findRest } from './find-rest.ts';
import { includeRest } from './include-rest.ts';

const [width, height] = [320, 240];
type Shape = (x: number, y: number) => boolean;
const disc =
  (centreX: number, centreY: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - centreX, y - centreY) < radius;
const both =
  (...shapes: readonly Shape[]): Shape =>
  (x, y) =>
    shapes.some(shape => shape(x, y));

const ball = disc(160, 120, 34);
/** The end of it lies ten pixels beside the brush. */
const ear: Shape = (x, y) => x > 160 && x < 208 && Math.abs(y - 120) < 9;
const brush = disc(160, 120, 38);
/** A beam behind the ball, which goes on to both edges of the image. */
const beam: Shape = (_, y) => Math.abs(y - 120) < 14;

const flagsOf = (shape: Shape) =>
  Uint8Array.from({ length: width * height }, (_, i) => (shape(i % width, Math.floor(i / width)) ? 1 : 0));

/** Draws shapes of a colour, the later ones over the earlier ones, on noisy grass. */
function draw(...layers: readonly (readonly [shape: Shape, colour: readonly number[]])[]) {
  const random = mulberry32(7);
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const colour = layers.findLast(([shape]) => shape(x, y))?.[1] ?? [90, 140, 70];
    const noise = 24 * (random() - 0.5);
    data.set(
      colour.map(level => level + noise),
      i * 3,
    );
  }
  return { data, width, height };
}

const red = [190, 50, 45];

test('what sticks out from under the brush joins the hole, and hardly anything else does', async () => {
  const picture = draw([both(ball, ear), red]);
  const mask = flagsOf(brush);
  expect((await findRest(picture, mask)).share).toBeGreaterThan(0.03);
  const grown = await includeRest(picture, mask);
  const thing = flagsOf(both(ball, ear));
  const beside = grown.filter((flag, i) => flag && !mask[i]).length;
  expect(grown.filter((flag, i) => !flag && thing[i]).length).toBe(0);
  expect(beside).toBeGreaterThan(150);
  expect(beside).toBeLessThan(400);
});

test('thousands of specks are not looked at one by one, and the thing beside them is', async () => {
  const isFar: Shape = (x, y) => x < 60 || y < 30 || y > 210;
  const specks: Shape = (x, y) => isFar(x, y) && x % 3 === 0 && y % 3 === 0;
  const { share } = await findRest(draw([both(ball, ear), red]), flagsOf(both(brush, specks)));
  expect(share).toBeGreaterThan(0.03);
});

test('a thing that is covered grows by nothing', async () => {
  const mask = flagsOf(brush);
  expect(await includeRest(draw([ball, red]), mask)).toBe(mask);
});

test('ground alone grows by nothing', async () => {
  const mask = flagsOf(brush);
  expect(await includeRest(draw(), mask)).toBe(mask);
});

test('another kind of ground that goes on behind the thing is none of it', async () => {
  const mask = flagsOf(brush);
  expect(await includeRest(draw([beam, [120, 110, 160]], [ball, red]), mask)).toBe(mask);
});

test('a thing of the same colour that goes on far beyond the brush is left alone', async () => {
  const mask = flagsOf(brush);
  expect(await includeRest(draw([both(ball, beam), red]), mask)).toBe(mask);
});

test('a mark that is too thin for a thing is not looked at', async () => {
  const line: Shape = (x, y) => x > 80 && x < 240 && Math.abs(y - 120) < 5;
  const mask = flagsOf((x, y) => line(x, y) && x < 230);
  expect(await includeRest(draw([line, red]), mask)).toBe(mask);
});
