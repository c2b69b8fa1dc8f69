// What is left of a mark's shape before a camera that does not move: drawn pictures whose scene reaches into the searched area.
import { expect, test } from 'vitest';
import { excludeScene, type LastingPicture } from './exclude-scene.ts';

const [width, height] = [120, 80];
const searched = new Uint8Array(width * height);
for (let y = 15; y < 65; y++) searched.fill(1, y * width + 20, y * width + 100);

type Draw = (x: number, y: number) => number;
const isDisc: (x: number, y: number) => boolean = (x, y) => Math.hypot(x - 60, y - 36) < 15;
/** A sheet of paper with a white rim that reaches into the area from below, on a wall that darkens to the right. */
const scene: Draw = (x, y) => (y > 58 ? 150 : y > 55 ? 215 : 190) - x / 20;

function makePicture(draw: Draw, tint: Draw = () => 0): LastingPicture {
  const luma = Float32Array.from({ length: width * height }, (_, i) => draw(i % width, Math.floor(i / width)));
  const half = width / 2;
  const tints = Float32Array.from({ length: luma.length / 4 }, (_, i) =>
    tint(2 * (i % half) + 0.5, 2 * Math.floor(i / half) + 0.5),
  );
  return { width, height, luma, tints: [tints, new Float32Array(tints.length)] };
}
const maskOf = (isSet: (x: number, y: number) => boolean) =>
  searched.map((value, i) => (value && isSet(i % width, Math.floor(i / width)) ? 1 : 0));
const wrongOf = (found: Uint8Array, wanted: Uint8Array) => found.filter((value, i) => value !== wanted[i]).length;

test('what goes on beyond the area is left out, and the mark stays whole', () => {
  const picture = makePicture((x, y) => (isDisc(x, y) ? 235 : scene(x, y)));
  const suspected = maskOf((x, y) => isDisc(x, y) || y > 53);
  expect(wrongOf(excludeScene(picture, suspected, searched, 45), maskOf(isDisc))).toBe(0);
});

test('a mark that differs in colour alone is kept', () => {
  const picture = makePicture(scene, (x, y) => (isDisc(x, y) ? 30 : 0));
  const found = excludeScene(picture, maskOf(isDisc), searched, 30);
  expect(wrongOf(found, maskOf(isDisc))).toBeLessThan(60);
});

test('a faint mark with a soft rim is not flooded', () => {
  const far: Draw = (x, y) => Math.max(0, Math.hypot(x - 60, y - 36) - 12);
  const picture = makePicture((x, y) => 190 + 16 * Math.max(0, 1 - far(x, y) / 6));
  const found = excludeScene(picture, maskOf(isDisc), searched, 16);
  expect(found[36 * width + 60]).toBe(1);
  expect(found.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(400);
});

test('letters stay, though they are as thin as a line that leads out of the area', () => {
  const isLetter = (x: number, y: number) => y > 25 && y < 40 && x > 30 && x < 90 && x % 6 < 2;
  const isWire = (x: number, y: number) => Math.abs(y - 50 - x / 30) < 1;
  const picture = makePicture((x, y) => (isLetter(x, y) ? 240 : isWire(x, y) ? 60 : 150));
  const suspected = maskOf((x, y) => isLetter(x, y) || isWire(x, y));
  expect(wrongOf(excludeScene(picture, suspected, searched, 90), maskOf(isLetter))).toBe(0);
});

test('on busy ground nothing is left out', () => {
  const picture = makePicture((x, y) => 100 + 40 * ((x * 7 + y * 13) % 3));
  const suspected = maskOf(isDisc);
  expect(wrongOf(excludeScene(picture, suspected, searched, 60), suspected)).toBe(0);
});
