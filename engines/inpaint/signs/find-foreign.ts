// Measures how foreign a filling is among what surrounds it, as networks see things: a piece of a boat in the water is, whatever its colours.
import { describedCells, describedSide } from '../../matte/describe-cells.ts';
import { numberComponents } from '../../pixels/components.ts';
import { measureDistance } from '../../pixels/distance.ts';
import { fromPixels } from '../../preview.ts';
import type { Eye } from './eyes.ts';
import type { Canvas } from './shrink-canvas.ts';

/**
 * Smaller holes are those of spots, narrower ones those of writing, and no network is loaded for either. The first is a share of the image; the shorter
 * side of the hole's box is relative to the longer side of the image.
 */
const minShare = 0.005;
export const minSide = 0.07;
/** Radius, relative to the longer side of the image, of a circle that holes of logos, of two lines of writing and of thin things nowhere hold. */
const minRadius = 0.043;
/** The largest so many holes of an image are looked at. */
const maxHoles = 3;
/** The smallest square that is looked at. */
const minWindow = 128;
/** Cells with so much of the hole show the filling; those with less than `maxOutside` show its surroundings. */
const minInside = 0.6;
const maxOutside = 0.02;
/** Where a hole is thin, or leaves little around it, so many cells are taken all the same. */
const minCells = 4;
/** The difference that this share of the cells of the filling exceeds counts. */
const countedShare = 0.1;

/** The smallest box around the pixels that have a number, and how many they are. */
interface Piece {
  readonly number: number;
  count: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A hole as large as that of a thing; its pixels have its number among the `pieces`. */
export interface Hole extends Readonly<Piece> {
  /** Whether it is thin everywhere, so that what surrounds it probably goes on behind it. */
  readonly isThin: boolean;
}

/** Whether some pixel of a hole is so far from all that is not the hole. Beyond the edge of the image nothing is. */
function holdsCircle(pieces: Int32Array, width: number, hole: Piece, radius: number): boolean {
  const [left, top] = [Math.max(0, hole.left - 1), Math.max(0, hole.top - 1)];
  const across = Math.min(width, hole.right + 1) - left;
  const down = Math.min(pieces.length / width, hole.bottom + 1) - top;
  const others = new Uint8Array(across * down).fill(255);
  for (let y = 0, at = 0; y < down; y++)
    for (let x = 0, pixel = (top + y) * width + left; x < across; x++, at++, pixel++)
      if (pieces[pixel] === hole.number) others[at] = 0;
  return measureDistance(others, across, down, radius).some(distance => distance >= radius);
}

/** The holes that are as large as those of things, largest first. */
function listHoles(pieces: Int32Array, { width, height }: Canvas): Hole[] {
  const holes = new Map<number, Piece>();
  pieces.forEach((number, pixel) => {
    if (number === 0) return;
    const y = Math.floor(pixel / width);
    const x = pixel - y * width;
    const hole = holes.get(number) ?? { number, count: 0, left: x, top: y, right: x, bottom: y };
    holes.set(number, hole);
    hole.count++;
    hole.left = Math.min(hole.left, x);
    hole.right = Math.max(hole.right, x + 1);
    hole.bottom = y + 1;
  });
  const longer = Math.max(width, height);
  return [...holes.values()]
    .filter(
      hole =>
        hole.count >= minShare * pieces.length &&
        Math.min(hole.right - hole.left, hole.bottom - hole.top) >= minSide * longer,
    )
    .sort((a, b) => b.count - a.count)
    .slice(0, maxHoles)
    .map(hole => ({ ...hole, isThin: !holdsCircle(pieces, width, hole, minRadius * longer) }));
}

/** A square around a hole, as far as the image reaches. */
function frame({ left, top, right, bottom }: Piece, margin: number, { width, height }: Canvas) {
  const side = Math.max(minWindow, Math.floor(Math.max(right - left, bottom - top) * (1 + 2 * margin)));
  const [across, down] = [Math.min(width, side), Math.min(height, side)];
  const place = (from: number, to: number, length: number, all: number) =>
    Math.min(all - length, Math.max(0, Math.floor((from + to) / 2) - (length >> 1)));
  return {
    left: place(left, right, across, width),
    top: place(top, bottom, down, height),
    width: across,
    height: down,
  };
}

type Frame = ReturnType<typeof frame>;

/** For each cell of the window the share that belongs to this hole, and the share that belongs to any. */
function measureShares(pieces: Int32Array, width: number, own: number, { left, top, width: across, height }: Frame) {
  const cells = describedCells ** 2;
  const [inside, taken, all] = [new Float32Array(cells), new Float32Array(cells), new Float32Array(cells)];
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * describedCells) / height) * describedCells;
    for (let x = 0, pixel = (top + y) * width + left; x < across; x++, pixel++) {
      const cell = row + Math.floor((x * describedCells) / across);
      all[cell]!++;
      if (pieces[pixel] === own) inside[cell]!++;
      if (pieces[pixel] !== 0) taken[cell]!++;
    }
  }
  return {
    inside: inside.map((count, cell) => count / all[cell]!),
    taken: taken.map((count, cell) => count / all[cell]!),
  };
}

/** The cells of which `shares` says enough, or else the `minCells` best ones. */
function chooseCells(
  shares: Float32Array,
  isEnough: (share: number) => boolean,
  isMore: (a: number, b: number) => number,
) {
  const order = [...shares.keys()].sort((a, b) => isMore(shares[a]!, shares[b]!));
  const enough = order.filter(cell => isEnough(shares[cell]!));
  return enough.length >= minCells ? enough : order.slice(0, minCells);
}

const differ = (one: Float32Array, other: Float32Array): number =>
  1 - one.reduce((sum, value, at) => sum + value * other[at]!, 0);

/** Describes a part of an image: one vector of length 1 for each of its `describedCells` ** 2 cells, row by row. */
export async function describeWindow(
  { colours, width, height }: Canvas,
  window: Frame,
  describe: Eye['describe'],
): Promise<readonly Float32Array[]> {
  const data = await fromPixels({
    data: Buffer.from(colours.buffer, colours.byteOffset, colours.length),
    width,
    height,
    channels: 3,
  })
    .extract(window)
    .resize(describedSide, describedSide, { fit: 'fill' })
    .raw()
    .toBuffer();
  return describe({ data, width: describedSide, height: describedSide });
}

/** Returns how much the given share of `cells` differs at least from whichever of `others` is most alike, 0..1. */
export function rankForeign(
  vectors: readonly Float32Array[],
  cells: readonly number[],
  others: readonly number[],
  share: number,
): number {
  const nearest = cells.map(cell => Math.min(...others.map(other => differ(vectors[cell]!, vectors[other]!))));
  nearest.sort((a, b) => b - a);
  return nearest[Math.floor(nearest.length * share)]!;
}

async function measureHole(canvas: Canvas, pieces: Int32Array, hole: Hole, { describe, margin }: Eye) {
  const window = frame(hole, margin, canvas);
  const vectors = await describeWindow(canvas, window, describe);
  const { inside, taken } = measureShares(pieces, canvas.width, hole.number, window);
  const filled = chooseCells(
    inside,
    share => share >= minInside,
    (a, b) => b - a,
  );
  const around = chooseCells(
    taken,
    share => share < maxOutside,
    (a, b) => a - b,
  );
  return rankForeign(vectors, filled, around, countedShare);
}

/** What was removed from an image. */
export interface Things {
  /** The number of the hole to which a pixel belongs; 0 outside of them. */
  readonly pieces: Int32Array;
  readonly holes: readonly Hole[];
}

/** Lists the largest holes among the new pixels of a canvas; none where no hole is as large as one of a thing. */
export function findThings(canvas: Canvas): Things {
  const isNew = Uint8Array.from(canvas.sources, source => (source >= 0 ? 1 : 0));
  const pieces = numberComponents(isNew, canvas.width, 'corner');
  return { pieces, holes: listHoles(pieces, canvas) };
}

/** Returns for each eye how much the filling of a hole differs from everything around it: 0 where it sees the same, 1 where nothing is alike. */
export async function measureForeign(
  canvas: Canvas,
  { pieces }: Things,
  hole: Hole,
  eyes: readonly Eye[],
): Promise<number[]> {
  const foreign: number[] = [];
  for (const eye of eyes) foreign.push(await measureHole(canvas, pieces, hole, eye));
  return foreign;
}
