// White things before a light ground: what the second look adds is taken where the picture shows something, and gaps stay open.
import { expect, test } from 'vitest';
import type { CoarseMatte } from './network.ts';
import { findLightGround, joinLooks, spreadLight } from './second-look.ts';

const side = 256;
type Region = readonly [x: number, y: number, w: number, h: number];
const at = (x: number, y: number) => y * side + x;

function fillRegion(values: Float32Array, [x, y, w, h]: Region, value: number): void {
  for (let row = y; row < y + h; row++) values.fill(value, at(x, row), at(x + w, row));
}

/** A wall of level 225 that darkens by 20 to the right, and white boxes of 238 on it. */
function drawGuide(white: readonly Region[], wall = 225): Uint8Array {
  const levels = new Float32Array(side * side).map((_, i) => wall - (20 * (i % side)) / side + ((i * 7) % 3) - 1);
  for (const region of white) fillRegion(levels, region, 238);
  return Uint8Array.from({ length: side * side * 3 }, (_, k) => levels[Math.floor(k / 3)]!);
}

const draw = (...regions: readonly (readonly [Region, number])[]): Float32Array => {
  const alpha = new Float32Array(side * side);
  for (const [region, value] of regions) fillRegion(alpha, region, value);
  return alpha;
};

const head: Region = [100, 40, 56, 50];
const shirt: Region = [70, 90, 120, 100];
const gap: Region = [110, 130, 24, 30];
const seenHead = (wall?: number): CoarseMatte => ({
  alpha: draw([shirt, 0.2], [head, 1]),
  guide: drawGuide([head, shirt], wall),
  width: side,
  height: side,
});

test('a shirt that was half seen before a light wall is looked at again, with its tones further apart from those of the wall', () => {
  const first = seenHead();
  const spread = spreadLight(first, findLightGround(first)!)!;
  const [cloth, wall] = [at(130, 120) * 3, at(40, 120) * 3];
  expect(spread[cloth]! - spread[wall]!).toBeGreaterThan(1.5 * (first.guide[cloth]! - first.guide[wall]!));
});

test('a dark wall, and a subject that was seen entirely, are not looked at again', () => {
  expect(findLightGround(seenHead(120))).toBeUndefined();
  const whole = { ...seenHead(), alpha: draw([shirt, 1], [head, 1]) };
  expect(spreadLight(whole, findLightGround(whole)!)).toBeUndefined();
});

test('the shirt is added, a gap that shows the wall stays open, and a part of the wall that the second look adds is refused', () => {
  const guide = drawGuide([head, shirt]);
  const plain = drawGuide([]);
  for (let y = gap[1]; y < gap[1] + gap[3]; y++)
    guide.set(plain.subarray(at(gap[0], y) * 3, at(gap[0] + gap[2], y) * 3), at(gap[0], y) * 3);
  const first = { alpha: draw([head, 1]), guide, width: side, height: side };
  const second = draw([[190, 90, 40, 60], 0.9], [head, 1], [shirt, 0.95], [gap, 0]);
  const { alpha } = joinLooks(first, second);
  expect(alpha[at(90, 150)]).toBeCloseTo(0.95);
  expect(alpha[at(122, 145)]).toBe(0);
  expect(alpha[at(30, 30)]).toBe(0);
});

test('an addition that looks like the wall, or touches nothing, is refused', () => {
  const first = { alpha: draw([head, 1]), guide: drawGuide([head, [20, 200, 30, 30]]), width: side, height: side };
  const { alpha } = joinLooks(first, draw([head, 1], [[156, 40, 60, 50], 0.9], [[20, 200, 30, 30], 0.9]));
  expect(alpha[at(190, 60)]).toBe(0);
  expect(alpha[at(35, 215)]).toBe(0);
  expect(alpha[at(128, 60)]).toBe(1);
});

test('a hole that was half seen is closed if it is not as the wall', () => {
  const around: Region = [60, 60, 130, 130];
  const hole: Region = [105, 105, 40, 40];
  const alpha = draw([around, 1], [hole, 0.4]);
  const white = { alpha, guide: drawGuide([around]), width: side, height: side };
  expect(joinLooks(white, alpha).alpha[at(125, 125)]).toBe(1);
  const guide = drawGuide([around]);
  const plain = drawGuide([]);
  for (let y = 105; y < 145; y++) guide.set(plain.subarray(at(105, y) * 3, at(145, y) * 3), at(105, y) * 3);
  expect(joinLooks({ ...white, guide }, alpha).alpha[at(125, 125)]).toBeCloseTo(0.4);
});

test('the middle of a ring stays open, though its shadow makes it unlike the wall and the second look fills it', () => {
  const [ring, middle]: Region[] = [
    [60, 60, 130, 130],
    [105, 105, 40, 40],
  ];
  const guide = drawGuide([ring!]);
  for (let y = 105; y < 145; y++) guide.fill(170, at(105, y) * 3, at(145, y) * 3);
  const first = { alpha: draw([ring!, 1], [middle!, 0.15]), guide, width: side, height: side };
  expect(joinLooks(first, draw([ring!, 1], [middle!, 0.9])).alpha[at(125, 125)]).toBeCloseTo(0.15);
});

test('a wide gap that the first look half saw is emptied if the second look denies it, and a hole that both saw is not', () => {
  const around: Region = [60, 60, 130, 130];
  const [denied, seen]: Region[] = [
    [70, 105, 40, 40],
    [140, 105, 40, 40],
  ];
  const guide = drawGuide([around]);
  // A shadow makes it unlike the wall.
  for (let y = 105; y < 145; y++) guide.fill(170, at(70, y) * 3, at(110, y) * 3);
  const first = { alpha: draw([around, 1], [denied!, 0.4], [seen!, 0.4]), guide, width: side, height: side };
  const { alpha } = joinLooks(first, draw([around, 1], [denied!, 0.1], [seen!, 0.35]));
  expect([alpha[at(90, 125)], alpha[at(160, 125)]]).toEqual([0, 1]);
});
