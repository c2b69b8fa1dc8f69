// Links edge points of the same opacity or colour into closed outlines.
import { luma601 } from '../pixels/luma.ts';
import { type EdgePoints, lengthOf } from './edge-points.ts';
import type { Rims, Side } from './rims.ts';

/** Edge points that may be the outline of one mark. */
export interface Outline {
  readonly side: Side;
  /** Opacity of a translucent white or black mark; undefined for an opaque mark of one colour. */
  readonly opacity: number | undefined;
  readonly points: readonly number[];
  /**
   * For a translucent mark, all points of its opacity, since the edge of a hole is not linked to the outer border; otherwise the outline's points.
   */
  readonly kin: readonly number[];
}

/** The opacities tried, each a quarter above the previous one, and their relative tolerance. */
const opacities = Array.from({ length: 10 }, (_, k) => 0.14 * 1.25 ** k);
const tolerance = 0.2;
/** Maximum gap between linked points, and sides of the cells that bridge wider gaps, in pixels. */
const gap = 3;
const wideGaps = [7, 16];
const fewestPoints = 40;
/** Minimum number of points in a line joined over wide gaps: shorter ones are noise. */
const fewestInLine = 5;
const fewestOfColour = 12;
/** Maximum side of a mark as a share of the image's side, and minimum side in pixels. */
const maxSide = 0.5;
const minSide = 10;
/** The edge normals around a closed shape sum to zero: maximum remainder, as a share of the line's length. */
const maxOpen = 0.35;
/** Minimum length of a closed line, as a multiple of the longer side of its bounding box. */
const minTurns = 1.6;
/** Maximum difference between the colour of a flat rim and the mean along the line so far, in levels. */
const maxLumaDrift = 9;
const maxColourDrift = 24;

/** Links points across at most `gap` pixels; `mayJoin` decides for each point. Clears `isIn`. */
function followLines(
  { at, pointAt, width, count }: EdgePoints,
  isIn: Uint8Array,
  mayJoin: (point: number, line: number[]) => boolean,
): number[][] {
  const lines: number[][] = [];
  for (let start = 0; start < count; start++) {
    if (!isIn[start]) continue;
    isIn[start] = 0;
    const line: number[] = [];
    mayJoin(start, line);
    line.push(start);
    for (let k = 0; k < line.length; k++)
      for (let v = -gap; v <= gap; v++) {
        const middle = at[line[k]!]! + v * width;
        for (let i = middle - gap; i <= middle + gap; i++) {
          const other = pointAt[i] ?? -1;
          if (other < 0 || !isIn[other] || !mayJoin(other, line)) continue;
          isIn[other] = 0;
          line.push(other);
        }
      }
    lines.push(line);
  }
  return lines;
}

/** Joins points in the same cell of `wideGap` pixels or in neighbouring cells. */
function joinLines({ at, width }: EdgePoints, points: readonly number[], wideGap: number): number[][] {
  const columns = Math.ceil(width / wideGap) + 2;
  const cells = new Map<number, number[]>();
  for (const point of points) {
    const i = at[point]!;
    const cell = (Math.floor(i / width / wideGap) + 1) * columns + Math.floor((i % width) / wideGap) + 1;
    const list = cells.get(cell);
    if (list) list.push(point);
    else cells.set(cell, [point]);
  }
  const joined: number[][] = [];
  for (const start of [...cells.keys()]) {
    if (!cells.has(start)) continue;
    const line: number[] = [];
    const stack = [start];
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      const list = cells.get(cell);
      if (!list) continue;
      cells.delete(cell);
      line.push(...list);
      for (const row of [-columns, 0, columns]) stack.push(cell + row - 1, cell + row, cell + row + 1);
    }
    joined.push(line);
  }
  return joined;
}

/**
 * Drops lines that a wider gap has not extended. A line joined over a wider gap contains each narrower one that it meets, so lines with the same first
 * point and the same length are the same.
 */
function dropRepeated(lines: readonly number[][]): number[][] {
  const seen = new Set<string>();
  return lines.filter(line => {
    const key = `${line.reduce((first, k) => Math.min(first, k), Infinity)} ${line.length}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Whether a line may enclose a shape of plausible size. */
function isClosed(edges: EdgePoints, line: readonly number[]): boolean {
  if (line.length < fewestPoints) return false;
  const { at, nx, ny, width, height } = edges;
  let [left, top, right, bottom] = [width, height, 0, 0];
  let [x, y, length] = [0, 0, 0];
  for (const k of line) {
    const [u, v] = [at[k]! % width, Math.floor(at[k]! / width)];
    [left, right] = [Math.min(left, u), Math.max(right, u)];
    [top, bottom] = [Math.min(top, v), Math.max(bottom, v)];
    const share = lengthOf(edges, k);
    x += share * nx[k]!;
    y += share * ny[k]!;
    length += share;
  }
  const [w, h] = [right - left, bottom - top];
  const isFitting = Math.min(w, h) >= minSide && w < maxSide * width && h < maxSide * height;
  return isFitting && Math.hypot(x, y) < maxOpen * length && length > minTurns * Math.max(w, h);
}

function findSeeThrough(edges: EdgePoints, { side, opacities: guesses }: Rims): Outline[] {
  return opacities.flatMap(opacity => {
    const isIn = new Uint8Array(guesses.length);
    const [min, max] = [opacity * (1 - tolerance), opacity * (1 + tolerance)];
    for (let k = 0; k < isIn.length; k++) if (guesses[k]! >= min && guesses[k]! <= max) isIn[k] = 1;
    const lines = followLines(edges, isIn, () => true);
    const long = lines.filter(line => line.length >= fewestInLine);
    const kin = long.flat();
    const joined = wideGaps.flatMap(wideGap => joinLines(edges, kin, wideGap));
    return dropRepeated([...long, ...joined])
      .filter(line => isClosed(edges, line))
      .map(points => ({ side, opacity, points, kin }));
  });
}

/** Groups the points by the colour of their lines, longest lines first. */
function sortByColour(lines: readonly number[][], colours: Float32Array): number[][] {
  const groups: { readonly colour: readonly number[]; readonly points: number[] }[] = [];
  for (const line of [...lines].sort((a, b) => b.length - a.length)) {
    const colour = [0, 1, 2].map(c => line.reduce((sum, k) => sum + colours[k * 3 + c]!, 0) / line.length);
    const [red, green, blue] = colour as [number, number, number];
    const group = groups.find(
      ({ colour: [r, g, b] }) =>
        Math.abs(luma601(red - r!, green - g!, blue - b!)) < maxLumaDrift &&
        Math.max(Math.abs(red - r!), Math.abs(blue - b!)) < maxColourDrift,
    );
    if (group) group.points.push(...line);
    else groups.push({ colour, points: [...line] });
  }
  return groups.map(({ points }) => points);
}

function findFlat(edges: EdgePoints, { side, colours }: Rims): Outline[] {
  const isIn = Uint8Array.from({ length: edges.count }, (_, k) => (colours[k * 3]! >= 0 ? 1 : 0));
  let [reds, greens, blues] = [0, 0, 0];
  const lines = followLines(edges, isIn, (k, line) => {
    const red = colours[k * 3]!;
    const green = colours[k * 3 + 1]!;
    const blue = colours[k * 3 + 2]!;
    const n = line.length;
    if (n === 0) reds = greens = blues = 0;
    else {
      if (Math.abs(luma601(red - reds / n, green - greens / n, blue - blues / n)) >= maxLumaDrift) return false;
      if (Math.max(Math.abs(red - reds / n), Math.abs(blue - blues / n)) >= maxColourDrift) return false;
    }
    reds += red;
    greens += green;
    blues += blue;
    return true;
  });
  const joined = sortByColour(
    lines.filter(line => line.length >= fewestOfColour),
    colours,
  ).flatMap(kin => wideGaps.flatMap(wideGap => joinLines(edges, kin, wideGap)));
  return dropRepeated([...lines, ...joined])
    .filter(line => isClosed(edges, line))
    .map(points => ({ side, opacity: undefined, points, kin: points }));
}

/** Returns candidate outlines of marks, by opacity or colour. Most belong to objects in the scene, and many are found several times. */
export const findOutlines = (edges: EdgePoints, rims: readonly Rims[]): Outline[] =>
  rims.flatMap(one => [...findSeeThrough(edges, one), ...findFlat(edges, one)]);
