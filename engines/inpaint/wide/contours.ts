// Detects object contours that run into a hole, and traces each of them through the known cells away from the hole.
import type { Region } from '../region.ts';
import { type Colour, colourAt, distance, dot, type Field, minus, smoothKnown } from './cell-field.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The end of a contour at the rim of the hole. Coordinates are in cells. */
export interface End extends Point {
  /** Unit vector into the hole. */
  readonly aimX: number;
  readonly aimY: number;
  /** Mean colours to the left and right of that vector, and the distance between them. */
  readonly left: Colour;
  readonly right: Colour;
  readonly contrast: number;
  /** Points along the contour, about one cell apart, leading away from the hole. */
  readonly trace: readonly Point[];
}

/** Distance from the hole, in cells, at which contours are detected: nearer cells lack neighbours on one side. */
const ringDistance = 2;
/** Minimum gradient across a contour, in grey levels per cell. */
const minSlope = 5;
/** Minimum distance in cells between the starts of two contours. */
const apart = 2.5;
/** Minimum and maximum number of points of a trace. */
const trace = { min: 7, max: 24 };
/** A contour ends where its gradient falls below this share of the first one. */
const lostShare = 0.35;
/** Distances in cells from the contour at which the colours of its sides are sampled. */
const sideDistances = [3, 5];
/** Minimum difference between the two sides: in grey levels, and as a multiple of the spread along each side. */
const minContrast = 16;
const minOverSpread = 2;
/** The same as a multiple of the median difference between rim cells that are `usualDistance` cells apart. */
const usualDistance = 5;
const contrastOverUsual = 2;
/** Minimum cosine between a contour and the direction into the hole. */
const minInwards = 0.25;
/** Ends closer than this distance, in cells, with a larger cosine between their directions belong to the same contour. */
const alike = { distance: 5, cosine: 0.7 };
/** Number of steps over which the direction of a contour is measured. */
const memory = 5;

/** Lists the known cells at `ringDistance` from the hole, with the direction into it. */
function listRing({ width, height, isHole }: Region, isTarget: Uint8Array) {
  const ring: { x: number; y: number; inX: number; inY: number }[] = [];
  const reach = ringDistance + 3;
  let [left, right, top, bottom] = [width, 0, height, 0];
  isTarget.forEach((target, cell) => {
    if (!target) return;
    const y = Math.floor(cell / width);
    left = Math.min(left, cell - y * width);
    right = Math.max(right, cell - y * width);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  });
  for (let y = Math.max(1, top - reach); y <= Math.min(height - 2, bottom + reach); y++)
    for (let x = Math.max(1, left - reach); x <= Math.min(width - 2, right + reach); x++) {
      if (isHole[y * width + x]) continue;
      let [inX, inY, nearest] = [0, 0, reach * reach + 1];
      for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++)
        for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++) {
          if (!isTarget[row * width + column]) continue;
          const squares = (row - y) ** 2 + (column - x) ** 2;
          nearest = Math.min(nearest, squares);
          inX += (column - x) / squares;
          inY += (row - y) / squares;
        }
      const length = Math.hypot(inX, inY);
      if (length > 0 && nearest >= ringDistance ** 2 && nearest < (ringDistance + 1) ** 2)
        ring.push({ x, y, inX: inX / length, inY: inY / length });
    }
  return ring;
}

/** Returns the direction of the lines around a point and the gradient across them, from the structure tensor of all three channels. */
function findLine(field: Field, x: number, y: number) {
  let [xx, xy, yy, count] = [0, 0, 0, 0];
  for (let row = y - 1; row <= y + 1; row++)
    for (let column = x - 1; column <= x + 1; column++) {
      const [before, after] = [colourAt(field, column - 1, row), colourAt(field, column + 1, row)];
      const [above, under] = [colourAt(field, column, row - 1), colourAt(field, column, row + 1)];
      if (!before || !after || !above || !under) continue;
      const [across, down] = [minus(after, before), minus(under, above)];
      xx += dot(across, across) / 12;
      xy += dot(across, down) / 12;
      yy += dot(down, down) / 12;
      count++;
    }
  if (count === 0) return { slope: 0, alongX: 0, alongY: 0 };
  const middle = (xx + yy) / 2;
  const spread = Math.hypot((xx - yy) / 2, xy);
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  return { slope: Math.sqrt((middle + spread) / count), alongX: -Math.sin(angle), alongY: Math.cos(angle) };
}

/** Traces a contour away from the hole. Returns its end at the hole, or undefined if there is no contour. */
function follow(field: Field, startX: number, startY: number, inX: number, inY: number): End | undefined {
  let [x, y, outX, outY] = [startX, startY, -inX, -inY];
  const points: Point[] = [];
  const sides: [Colour, Colour][] = [];
  let first = 0;
  let contrast: Colour | undefined;
  for (let step = 0; step < trace.max; step++) {
    // To the left of the direction into the hole.
    const [normalX, normalY] = [-outY, outX];
    let [best, bestAway] = [0, 0];
    for (let away = -1.5; away <= 1.5; away += 0.25) {
      const one = colourAt(field, x + (away + 1) * normalX, y + (away + 1) * normalY);
      const other = colourAt(field, x + (away - 1) * normalX, y + (away - 1) * normalY);
      if (!one || !other) continue;
      const change = minus(one, other);
      const slope = contrast ? dot(change, contrast) / Math.sqrt(3) : Math.sqrt(dot(change, change) / 3);
      if (slope > best) [best, bestAway] = [slope, away];
    }
    if (step === 0) first = best;
    if (best < lostShare * first || first === 0) break;
    x += bestAway * normalX;
    y += bestAway * normalY;
    for (const away of sideDistances) {
      const one = colourAt(field, x + away * normalX, y + away * normalY);
      const other = colourAt(field, x - away * normalX, y - away * normalY);
      if (one && other) sides.push([one, other]);
    }
    const near = colourAt(field, x + normalX, y + normalY);
    const nearOther = colourAt(field, x - normalX, y - normalY);
    if (near && nearOther && step < 3) {
      const change = minus(near, nearOther);
      const size = Math.sqrt(dot(change, change)) + 1e-6;
      contrast = [change[0] / size, change[1] / size, change[2] / size];
    }
    points.push({ x, y });
    const from = points[Math.max(0, points.length - 1 - memory)]!;
    const length = Math.hypot(x - from.x, y - from.y);
    if (points.length > 2 && length > 0) {
      outX = (x - from.x) / length;
      outY = (y - from.y) / length;
    }
    x += outX;
    y += outY;
  }
  if (points.length < trace.min || sides.length < trace.min - 2) return undefined;
  return describeEnd(points, sides);
}

function describeEnd(points: readonly Point[], sides: readonly [Colour, Colour][]): End | undefined {
  const mean = (side: 0 | 1): Colour => {
    const sum = [0, 0, 0];
    for (const pair of sides) for (let channel = 0; channel < 3; channel++) sum[channel]! += pair[side][channel]!;
    return [sum[0]! / sides.length, sum[1]! / sides.length, sum[2]! / sides.length];
  };
  const [left, right] = [mean(0), mean(1)];
  const spread = (side: 0 | 1, around: Colour) =>
    sides.reduce((sum, pair) => sum + distance(pair[side], around), 0) / sides.length;
  const contrast = distance(left, right);
  if (contrast < minContrast || contrast < minOverSpread * Math.max(spread(0, left), spread(1, right)))
    return undefined;
  const { x, y, aimX, aimY } = fitStart(points);
  return { x, y, aimX, aimY, left, right, contrast, trace: points };
}

/** Fits a parabola to the points, weighted towards the first ones. Returns its start and its direction there, reversed to point into the hole. */
function fitStart(points: readonly Point[]): { x: number; y: number; aimX: number; aimY: number } {
  const solveFor = (pick: (point: Point) => number): [number, number] => {
    const sums = [0, 0, 0, 0, 0];
    const right = [0, 0, 0];
    points.forEach((point, step) => {
      const weight = Math.exp(-step / 10);
      for (let power = 0; power < 5; power++) sums[power]! += weight * step ** power;
      for (let power = 0; power < 3; power++) right[power]! += weight * step ** power * pick(point);
    });
    const [s0, s1, s2, s3, s4] = sums as [number, number, number, number, number];
    const [r0, r1, r2] = right as [number, number, number];
    const det = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s3 * s2) + s2 * (s1 * s3 - s2 * s2);
    const a = r0 * (s2 * s4 - s3 * s3) - s1 * (r1 * s4 - s3 * r2) + s2 * (r1 * s3 - s2 * r2);
    const b = s0 * (r1 * s4 - r2 * s3) - r0 * (s1 * s4 - s3 * s2) + s2 * (s1 * r2 - s2 * r1);
    return [a / det, b / det];
  };
  const [x, slopeX] = solveFor(point => point.x);
  const [y, slopeY] = solveFor(point => point.y);
  const length = Math.hypot(slopeX, slopeY) || 1;
  return { x, y, aimX: -slopeX / length, aimY: -slopeY / length };
}

/** Returns the median difference between rim cells a few cells apart, which contours have to exceed. */
function measureUsual(field: Field, ring: readonly Point[]): number {
  const differences = ring.flatMap(({ x, y }) => {
    const here = colourAt(field, x, y);
    return [colourAt(field, x + usualDistance, y), colourAt(field, x, y + usualDistance)].flatMap(other =>
      here && other ? [distance(here, other)] : [],
    );
  });
  differences.sort((a, b) => a - b);
  return differences[differences.length >> 1] ?? 0;
}

/** Finds the contours that run into the hole of `isTarget`. */
export function findEnds(region: Region, isTarget: Uint8Array): End[] {
  const field = smoothKnown(region);
  const ring = listRing(region, isTarget);
  const usual = measureUsual(field, ring);
  const lines = ring
    .map(place => ({ ...place, ...findLine(field, place.x, place.y) }))
    .filter(({ slope }) => slope >= minSlope)
    .sort((a, b) => b.slope - a.slope);
  const taken: Point[] = [];
  const ends: End[] = [];
  for (const { x, y, inX, inY, alongX, alongY } of lines) {
    if (taken.some(other => Math.hypot(other.x - x, other.y - y) < apart)) continue;
    const inwards = alongX * inX + alongY * inY;
    if (Math.abs(inwards) < minInwards) continue;
    const sign = Math.sign(inwards);
    const end = follow(field, x, y, sign * alongX, sign * alongY);
    taken.push({ x, y });
    if (end && end.contrast > contrastOverUsual * usual) ends.push(end);
  }
  // A rim or shadow along a contour has an edge on each side. The edge with the highest contrast between its two sides is kept.
  ends.sort((a, b) => b.contrast - a.contrast);
  return ends.filter(
    (end, index) =>
      !ends
        .slice(0, index)
        .some(
          other =>
            Math.hypot(other.x - end.x, other.y - end.y) < alike.distance &&
            other.aimX * end.aimX + other.aimY * end.aimY > alike.cosine,
        ),
  );
}
