// Tests that heads are placed by the rules, and that no body ends inside the photo if that can be avoided.
import { expect, test } from 'vitest';
import { type Area, holdMove, moveHead, placeHead, sharesOf } from './place-head.ts';
import { sizes } from './sizes/sizes.ts';

const lines = { crown: 200, eyes: 300, chin: 400, middle: 500 };
const never = () => 0;
/** Simulates an image that ends at `bottom`, with a body as wide as the photo. */
const endingAt = (bottom: number) => (area: Area) => (area.y + area.h > bottom ? 0.5 : 0);

test.each(sizes.map(size => [size.id, size] as const))('%s: the head keeps the rule if there is room', (_, size) => {
  const aspect = size.widthMm / size.heightMm;
  const { area, keepsRule } = placeHead(lines, size.rule, aspect, never);
  expect(keepsRule).toBe(true);
  expect(area.w / area.h).toBeCloseTo(aspect, 5);
  expect(area.x + area.w / 2).toBeCloseTo(500, 5);
  const { head } = sharesOf(lines, area);
  expect(head).toBeGreaterThanOrEqual(size.rule.head[0] - 0.004);
  expect(head).toBeLessThanOrEqual(size.rule.head[1] + 0.004);
});

const rule = { head: [0.5, 0.69], eyes: [0.56, 0.69] } as const;

test('an image that ends early gets a larger head, within the rule', () => {
  const free = placeHead(lines, rule, 1, never).area;
  const { area, keepsRule, cutShare } = placeHead(lines, rule, 1, endingAt(470));
  expect(keepsRule).toBe(true);
  expect(cutShare).toBe(0);
  expect(area.h).toBeLessThan(free.h);
  expect(area.y + area.h).toBeLessThanOrEqual(470);
});

test('an image that ends even earlier misses the rule, so that the body is not cut off', () => {
  const { area, keepsRule, cutShare } = placeHead(lines, rule, 1, endingAt(430));
  expect(keepsRule).toBe(false);
  expect(cutShare).toBe(0);
  expect(area.y + area.h).toBeLessThanOrEqual(430);
});

test('a head moved by hand is placed there, and a broken rule is reported', () => {
  const placed = placeHead(lines, rule, 1, never);
  const before = sharesOf(lines, placed.area);
  const moved = moveHead(placed, lines, rule, { zoom: 1.05, right: 0.1, down: 0.02 }, never);
  const after = sharesOf(lines, moved.area);
  expect(after.head / before.head).toBeCloseTo(1.05, 5);
  expect((lines.middle - moved.area.x) / moved.area.w).toBeCloseTo(0.6, 5);
  const middleOf = ({ head, top }: typeof after) => top + head / 2;
  expect(middleOf(after) - middleOf(before)).toBeCloseTo(0.02, 5);
  expect(moved.keepsRule).toBe(true);
  expect(moveHead(placed, lines, rule, { zoom: 1.4, right: 0, down: 0 }, never).keepsRule).toBe(false);
});

const limits = { minZoom: 0.7, maxZoom: 1.4, maxShift: 0.2, maxTurn: 15 };

test.each(sizes.map(size => [size.id, size] as const))(
  '%s: a head dragged anywhere stays within the rule',
  (_, size) => {
    const placed = placeHead(lines, size.rule, size.widthMm / size.heightMm, never);
    const still = { zoom: 1, right: 0, down: 0, turn: 0 };
    expect(holdMove(placed, lines, size.rule, still, limits)).toEqual(still);
    for (const zoom of [0.1, 1, 9])
      for (const down of [-1, 0, 1]) {
        const held = holdMove(placed, lines, size.rule, { zoom, right: 5, down, turn: -90 }, limits);
        expect(moveHead(placed, lines, size.rule, held, never).keepsRule).toBe(true);
        expect([held.right, held.turn]).toEqual([0.2, -15]);
      }
  },
);

test('a photo that misses its rule can be moved freely within the limits', () => {
  const placed = placeHead(lines, rule, 1, endingAt(430));
  const held = holdMove(placed, lines, rule, { zoom: 2, right: 0, down: -1, turn: 3 }, limits);
  expect(held).toEqual({ zoom: 1.4, right: 0, down: -0.2, turn: 3 });
});

test('several heads become smaller, so that none lies across the photo\u2019s edge', () => {
  const couple = { head: [0.45, 0.68], top: [0.08, 0.18] } as const;
  expect(placeHead(lines, couple, 1.5, never, 400).area.w).toBeGreaterThanOrEqual(400);
  const apart = placeHead(lines, couple, 1.5, never, 900);
  expect(apart.area.w).toBeGreaterThanOrEqual(899);
  expect(apart.keepsRule).toBe(false);
});
