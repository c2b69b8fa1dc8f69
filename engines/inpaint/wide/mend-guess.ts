// Repairs a guess that breaks the contour of an object: cells with the colour of the other side get the colour of their own side.
import { listHoles, type Region } from '../region.ts';
import { type Colour, dot, minus } from './cell-field.ts';
import type { Point } from './contours.ts';
import { type Curve, doMeet } from './join-contours.ts';

/** Distances from a curve, in cells, at which a guess is compared with the colours of its sides. */
const besides = [2, 4];
/** A colour is wrong from this share of the way from its own side's colour to that of the other side. */
const wrongFrom = 0.4;
/** Colours beyond this share of the way, or farther from that line than `maxAside` of its length, belong to a third object. */
const wrongTo = 1.6;
const maxAside = 0.6;
/** Share of wrong samples beside a curve above which the guess breaks it. */
const brokenFrom = 0.15;
const sweeps = 160;

/** Returns whether a colour that should be like `own` is like `other` instead. A third colour is neither. */
function isOnWrongSide(colour: Colour, own: Colour, other: Colour): boolean {
  const between = minus(other, own);
  const apart = minus(colour, own);
  const squares = dot(between, between) + 1e-6;
  const share = dot(apart, between) / squares;
  if (share < wrongFrom || share > wrongTo) return false;
  return dot(apart, apart) - share * share * squares < maxAside ** 2 * squares;
}

const readCell = (colours: Float32Array, cell: number): Colour => [
  colours[cell * 3]!,
  colours[cell * 3 + 1]!,
  colours[cell * 3 + 2]!,
];

const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
  a[2] + share * (b[2] - a[2]),
];

/** Returns the colours on the left and on the right of a curve at one of its points, seen from its start. */
function sidesAt({ points, from, to }: Curve, index: number): { left: Colour; right: Colour } {
  const share = index / (points.length - 1);
  return { left: mix(from.left, to.right, share), right: mix(from.right, to.left, share) };
}

/** Returns the unit vector to the left of a curve at one of its points. */
function normalAt({ points }: Curve, index: number): Point {
  const [before, after] = [points[Math.max(0, index - 2)]!, points[Math.min(points.length - 1, index + 2)]!];
  const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
  return { x: (after.y - before.y) / length, y: -(after.x - before.x) / length };
}

/** Returns whether the guess has the wrong colours beside a curve. */
function isBroken({ width, height, isHole }: Region, guess: Float32Array, curve: Curve): boolean {
  let [wrong, all] = [0, 0];
  curve.points.forEach(({ x, y }, index) => {
    const normal = normalAt(curve, index);
    const { left, right } = sidesAt(curve, index);
    for (const away of besides)
      for (const sign of [1, -1]) {
        const column = Math.round(x + sign * away * normal.x);
        const row = Math.round(y + sign * away * normal.y);
        if (column < 0 || row < 0 || column >= width || row >= height || !isHole[row * width + column]) continue;
        const [own, other] = sign > 0 ? [left, right] : [right, left];
        all++;
        if (isOnWrongSide(readCell(guess, row * width + column), own, other)) wrong++;
      }
  });
  return wrong > brokenFrom * all;
}

/** Returns two flags per cell: whether a curve separates it from its right neighbour, and from the one below. */
function cutCells({ width, height }: Region, curves: readonly Curve[]): Uint8Array {
  const isCut = new Uint8Array(width * height * 2);
  for (const { points } of curves)
    for (let step = 0; step + 1 < points.length; step++) {
      const [a, b] = [points[step]!, points[step + 1]!];
      for (let y = Math.max(0, Math.floor(a.y) - 1); y <= Math.min(height - 1, Math.floor(a.y) + 2); y++)
        for (let x = Math.max(0, Math.floor(a.x) - 1); x <= Math.min(width - 1, Math.floor(a.x) + 2); x++) {
          // Shifted, so that no line between cells passes exactly through a point of the curve.
          const here = { x: x + 0.001, y: y + 0.0007 };
          if (doMeet(a, b, here, { x: here.x + 1, y: here.y })) isCut[(y * width + x) * 2] = 1;
          if (doMeet(a, b, here, { x: here.x, y: here.y + 1 })) isCut[(y * width + x) * 2 + 1] = 1;
        }
    }
  return isCut;
}

/** Spreads the colours of the rim over the holes like a membrane (by over-relaxation), but not across curves. Returns three numbers per cell. */
function spreadBetween(region: Region, guess: Float32Array, curves: readonly Curve[]): Float32Array {
  const { width, isHole } = region;
  const colours = guess.slice();
  const isCut = cutCells(region, curves);
  const holes = listHoles(isHole);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const omega = sweep < sweeps - 10 ? 1.9 : 1;
    for (const cell of holes) {
      const x = cell % width;
      let [red, green, blue, count] = [0, 0, 0, 0];
      const add = (other: number) => {
        red += colours[other * 3]!;
        green += colours[other * 3 + 1]!;
        blue += colours[other * 3 + 2]!;
        count++;
      };
      if (x > 0 && !isCut[(cell - 1) * 2]) add(cell - 1);
      if (x < width - 1 && !isCut[cell * 2]) add(cell + 1);
      if (cell >= width && !isCut[(cell - width) * 2 + 1]) add(cell - width);
      if (cell + width < isHole.length && !isCut[cell * 2 + 1]) add(cell + width);
      if (count === 0) continue;
      colours[cell * 3]! += omega * (red / count - colours[cell * 3]!);
      colours[cell * 3 + 1]! += omega * (green / count - colours[cell * 3 + 1]!);
      colours[cell * 3 + 2]! += omega * (blue / count - colours[cell * 3 + 2]!);
    }
  }
  return colours;
}

/** Returns the curve nearest to a cell, and the index of its nearest point. */
function findNearest(curves: readonly Curve[], x: number, y: number) {
  let [nearest, at, min] = [curves[0]!, 0, Number.POSITIVE_INFINITY];
  for (const curve of curves)
    curve.points.forEach((point, index) => {
      const squares = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (squares < min) [nearest, at, min] = [curve, index, squares];
    });
  return { curve: nearest, at };
}

/**
 * Compares the guess of a coarse image, three numbers per cell, with the curves along which contours should continue. Returns the curves that it
 * breaks, and a guess that does not break them.
 */
export function mendGuess(
  region: Region,
  guess: Float32Array,
  curves: readonly Curve[],
): { readonly broken: readonly Curve[]; readonly colours: Float32Array } {
  const broken = curves.filter(curve => isBroken(region, guess, curve));
  if (broken.length === 0) return { broken, colours: guess };
  const spread = spreadBetween(region, guess, curves);
  const colours = guess.slice();
  for (const cell of listHoles(region.isHole)) {
    const [x, y] = [cell % region.width, Math.floor(cell / region.width)];
    const { curve, at } = findNearest(broken, x, y);
    const normal = normalAt(curve, at);
    const { left, right } = sidesAt(curve, at);
    const isLeft = (x - curve.points[at]!.x) * normal.x + (y - curve.points[at]!.y) * normal.y > 0;
    const own = readCell(spread, cell);
    if (isOnWrongSide(readCell(guess, cell), own, isLeft ? right : left)) colours.set(own, cell * 3);
  }
  return { broken, colours };
}
