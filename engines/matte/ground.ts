// A model of a plain ground: what its colour would be behind the subject. Light that falls off across a wall is a curved surface, which ground around the
// subject shows; what it leaves, such as a soft shadow, is carried on from the nearest ground.
import { boxMean } from '../pixels/box-filter.ts';
import { findComponents } from '../pixels/components.ts';
import { dilate } from '../pixels/morphology.ts';
import { solvePositive } from '../pixels/solve-positive.ts';
import type { CoarseMatte } from './network.ts';

/** Grid pixels along a side of the cells in which colours are averaged. */
export const groundCell = 8;
/** A cell is ground if no pixel in it and around it has more alpha. */
const maxGroundAlpha = 0.03;
const subjectFrom = 0.5;
/** Least share of the picture that is ground. */
const minGround = 0.08;
/** Rounds of the fit, each without the cells that the last one explains badly, and how badly: in deviations. */
const rounds = 3;
const maxDeviations = 2.5;
/** Radii in cells from which what the surface leaves is carried on, the nearest first. */
const radii = [2, 4, 8, 16, 32, 64];

export interface Ground {
  /** RGB of the model, columns * rows * 3. */
  readonly levels: Float32Array;
  /** How far the ground's cells are from the model around each cell, in levels: 0 for plain paper, more for texture. */
  readonly roughness: Float32Array;
  /** 1 for the cells that are ground. */
  readonly isGround: Uint8Array;
  readonly columns: number;
  readonly rows: number;
}

interface Cells {
  /** RGB of each cell, columns * rows * 3. */
  readonly means: Float32Array;
  readonly isGround: Uint8Array;
  readonly columns: number;
  readonly rows: number;
}

/** Flags the cells of the largest connected part that is not the subject: gaps in the subject say nothing of the ground around it. */
function findMain(coverage: Float32Array, columns: number): Uint8Array {
  const low = Uint8Array.from(coverage, mean => (mean < subjectFrom ? 1 : 0));
  let largest: readonly number[] = [];
  for (const part of findComponents(low, columns, 'side')) if (part.length > largest.length) largest = part;
  const main = new Uint8Array(coverage.length);
  for (const cell of largest) main[cell] = 1;
  return main;
}

function averageCells({ alpha, guide, width, height }: CoarseMatte): Cells {
  const [columns, rows] = [Math.ceil(width / groundCell), Math.ceil(height / groundCell)];
  const means = new Float32Array(columns * rows * 3);
  const [coverage, counts, most] = Array.from({ length: 3 }, () => new Float32Array(columns * rows));
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / groundCell) * columns;
    for (let x = 0; x < width; x++, i++) {
      const cell = row + ((x / groundCell) | 0);
      counts![cell]!++;
      coverage![cell]! += alpha[i]!;
      most![cell] = Math.max(most![cell]!, alpha[i]!);
      means[cell * 3]! += guide[i * 3]!;
      means[cell * 3 + 1]! += guide[i * 3 + 1]!;
      means[cell * 3 + 2]! += guide[i * 3 + 2]!;
    }
  }
  for (let at = 0; at < means.length; at++) means[at]! /= counts![(at / 3) | 0]!;
  const main = findMain(
    coverage!.map((sum, cell) => sum / counts![cell]!),
    columns,
  );
  // A cell beside the subject's rim has something of it, too.
  const isOther = most!.map((value, cell) => (value > maxGroundAlpha || !main[cell] ? 1 : 0));
  const isGround = dilate(Uint8Array.from(isOther), columns, rows, 1).map(flag => (flag ? 0 : 1));
  return { means, isGround, columns, rows };
}

const terms = 6;
const termsAt = (x: number, y: number) => [1, x, y, x * x, x * y, y * y];

/** Added to the diagonal in proportion, so that a fit to few cells stays solvable. */
const ridge = 1e-6;

/** The curved surface through one channel of the ground's cells. */
function fitSurface({ means, isGround, columns, rows }: Cells, k: number): Float32Array {
  const place = (cell: number) => termsAt((cell % columns) / columns - 0.5, Math.floor(cell / columns) / rows - 0.5);
  const surface = new Float32Array(isGround.length);
  let limit = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const [normal, right] = [new Float64Array(terms * terms), new Float64Array(terms)];
    for (let cell = 0; cell < isGround.length; cell++) {
      const level = means[cell * 3 + k]!;
      if (!isGround[cell] || Math.abs(level - surface[cell]!) > limit) continue;
      const at = place(cell);
      for (let a = 0; a < terms; a++) {
        right[a]! += at[a]! * level;
        for (let b = 0; b < terms; b++) normal[a * terms + b]! += at[a]! * at[b]!;
      }
    }
    for (let a = 0; a < terms; a++) normal[a * terms + a]! += ridge * (normal[a * terms + a]! + 1);
    const found = solvePositive(normal, right);
    let [sum, count] = [0, 0];
    for (let cell = 0; cell < isGround.length; cell++) {
      surface[cell] = place(cell).reduce((total, term, a) => total + term * found[a]!, 0);
      if (!isGround[cell]) continue;
      const off = Math.min(limit, Math.abs(means[cell * 3 + k]! - surface[cell]!));
      sum += off;
      count++;
    }
    limit = (maxDeviations * 1.25 * sum) / Math.max(1, count) + 1;
  }
  return surface;
}

/** What `values` are at flagged cells, carried on to the others from the smallest window around them that has flagged cells. */
function carryOn(values: Float32Array, flags: Uint8Array, columns: number, rows: number): Float32Array {
  const weights = Float32Array.from(flags);
  const own = values.map((value, cell) => value * weights[cell]!);
  const carried = new Float32Array(values.length);
  const left = new Float32Array(values.length).fill(1);
  for (const radius of radii) {
    const [sums, counts] = [boxMean(own, columns, rows, radius), boxMean(weights, columns, rows, radius)];
    for (let cell = 0; cell < carried.length; cell++) {
      const share = left[cell]! * Math.min(1, counts[cell]! * 3);
      if (share > 0) carried[cell]! += (share * sums[cell]!) / counts[cell]!;
      left[cell]! -= share;
    }
  }
  return carried;
}

/** The model of the ground, from where the matte is nearly 0; undefined where the picture has too little ground. */
export function modelGround(matte: CoarseMatte): Ground | undefined {
  const cells = averageCells(matte);
  const { means, isGround, columns, rows } = cells;
  if (isGround.reduce((sum, flag) => sum + flag, 0) < minGround * isGround.length) return undefined;
  const levels = new Float32Array(means.length);
  const squares = new Float32Array(isGround.length);
  for (let k = 0; k < 3; k++) {
    const surface = fitSurface(cells, k);
    const off = surface.map((level, cell) => means[cell * 3 + k]! - level);
    const carried = carryOn(off, isGround, columns, rows);
    for (let cell = 0; cell < isGround.length; cell++) {
      levels[cell * 3 + k] = Math.min(255, surface[cell]! + carried[cell]!);
      squares[cell]! += (off[cell]! - carried[cell]!) ** 2 / 3;
    }
  }
  const roughness = carryOn(squares, isGround, columns, rows).map(Math.sqrt);
  return { levels, roughness, isGround, columns, rows };
}
