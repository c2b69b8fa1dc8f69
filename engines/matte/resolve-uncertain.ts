// Resolves wide uncertain areas of a network's matte: a wide area of one intermediate value, such as a cat's chest or a leaf in front of a patterned
// wall, becomes opaque, and isolated specks are removed. Narrow uncertain areas are kept, because hair and fur look like that.

import { sumAround } from '../pixels/box-filter.ts';
import { findComponents } from '../pixels/components.ts';
import { findRange } from '../pixels/morphology.ts';
import type { CoarseMatte } from './network.ts';

/** Cells along the matte's longer side. */
const cellsAcross = 256;
/** A cell with a mean between these is uncertain. */
const doubtFrom = 0.15;
const doubtTo = 0.9;
/** An area is wide if a square of this radius in cells fits into it with values that differ no more than `maxChange`. Hair varies more. */
const wideReach = 3;
const maxChange = 0.15;
/** A wide area grows by up to this many cells through uncertain cells of at least this share of its own mean. */
const growth = 14;
const grownFrom = 0.65;
/** Minimum amount of an area around a cell for the cell to be included, as a weight of `sumAround`. */
const minCount = 40;
/** A wide area with at least this mean belongs to the subject. The network tends to miss parts rather than to invent them. */
const minMean = 0.33;
/** Relative to that mean: values below the first become 0, above the second 1. */
const nothingBelow = 0.3;
const solidFrom = 0.75;
/** Connected components with fewer cells are specks, unless the network is confident about them. */
const speckCells = 10;
const sureSpeck = 0.9;

/**
 * A corner of an opaque area that the network almost missed: it is enclosed by the subject, mostly by cells that were uncertain, and has their colour
 * to within this many levels per channel. A real gap, such as below a bent arm, shows another colour.
 */
const minDoubtBeside = 0.4;
const minCornerMean = 0.03;
const maxCornerShare = 0.15;
const cornerLevels = 16;

export interface Cells {
  /** Mean alpha of each cell. */
  readonly means: Float32Array;
  readonly width: number;
  readonly height: number;
  /** Grid pixels along a cell's side. */
  readonly side: number;
}

/** Averages the matte in square cells, about 256 along the longer side. */
export function averageCells({ alpha, width, height }: CoarseMatte): Cells {
  const side = Math.max(1, Math.round(Math.max(width, height) / cellsAcross));
  const columns = Math.ceil(width / side);
  const rows = Math.ceil(height / side);
  const means = new Float32Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / side) * columns;
    for (let x = 0, i = y * width; x < width; x++, i++) means[row + ((x / side) | 0)]! += alpha[i]!;
  }
  for (let cell = 0; cell < means.length; cell++) {
    const x = cell % columns;
    const y = (cell - x) / columns;
    means[cell]! /= Math.min(side, width - x * side) * Math.min(side, height - y * side);
  }
  return { means, width: columns, height: rows, side };
}

/** Flags centres of squares of radius `wideReach`, clipped at the border, in which all cells are uncertain and nearly equal. */
function findWide({ means, width, height }: Cells): Uint8Array {
  const { low, high } = findRange({ data: means, width, height }, wideReach);
  return Uint8Array.from(means, (_, cell) =>
    low[cell]! > doubtFrom && high[cell]! < doubtTo && high[cell]! - low[cell]! < maxChange ? 1 : 0,
  );
}

/** Grows `area` into connected uncertain cells. */
function growArea({ means, width }: Cells, area: readonly number[], mean: number, into: Float32Array): void {
  let rim = area;
  for (const cell of area) into[cell] = 1;
  for (let step = 0; step < growth && rim.length > 0; step++) {
    const next: number[] = [];
    for (const cell of rim) {
      const x = cell % width;
      for (const near of [x > 0 ? cell - 1 : -1, x < width - 1 ? cell + 1 : -1, cell - width, cell + width]) {
        const value = means[near];
        if (value === undefined || into[near] || value < grownFrom * mean || value > doubtTo) continue;
        into[near] = 1;
        next.push(near);
      }
    }
    rim = next;
  }
}

/**
 * For each cell in or near a wide area of the subject, the local mean of that area; 0 elsewhere. The mean is local because values drift across a
 * large area.
 */
function measureAreas(cells: Cells): Float32Array {
  const { means, width, height } = cells;
  const inside = new Float32Array(means.length);
  for (const island of findComponents(findWide(cells), width, 'side')) {
    let sum = 0;
    for (const cell of island) sum += means[cell]!;
    const mean = sum / island.length;
    if (mean >= minMean) growArea(cells, island, mean, inside);
  }
  const sums = sumAround(
    inside.map((flag, cell) => flag * means[cell]!),
    width,
    height,
    wideReach,
  );
  const counts = sumAround(inside, width, height, wideReach);
  return sums.map((total, cell) => (counts[cell]! > minCount ? total / counts[cell]! : 0));
}

/** Flags the cells of specks and their neighbours. */
function findSpecks({ means, width, height }: Cells): Uint8Array {
  const specks = new Uint8Array(means.length);
  const there = Uint8Array.from(means, mean => (mean > doubtFrom ? 1 : 0));
  for (const island of findComponents(there, width, 'side')) {
    if (island.length >= speckCells || island.some(cell => means[cell]! > sureSpeck)) continue;
    for (const cell of island) {
      const x = cell % width;
      const y = (cell - x) / width;
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++)
        specks.fill(1, ny * width + Math.max(0, x - 1), ny * width + Math.min(width, x + 2));
    }
  }
  return specks;
}

/** Adds the colour at the centre of a cell to three sums. */
function addColour(sums: Float64Array, { guide, width, height }: CoarseMatte, cells: Cells, cell: number): void {
  const x = Math.min(width - 1, (cell % cells.width) * cells.side + (cells.side >> 1));
  const y = Math.min(height - 1, Math.floor(cell / cells.width) * cells.side + (cells.side >> 1));
  for (let k = 0; k < 3; k++) sums[k]! += guide[(y * width + x) * 3 + k]!;
}

/** Flags the cells of corners that belong to the opaque area around them. */
function findCorners(matte: CoarseMatte, cells: Cells, areas: Float32Array): Uint8Array {
  const { means, width, height } = cells;
  const corners = new Uint8Array(means.length);
  const resolved = means.map((value, cell) => (areas[cell]! > 0 ? stretch(value, areas[cell]!) : value));
  const solidCells = areas.reduce((count, mean) => count + (mean > 0 ? 1 : 0), 0);
  const open = new Uint8Array(resolved.length).map((_, cell) => (resolved[cell]! < doubtTo ? 1 : 0));
  for (const island of findComponents(open, width, 'side')) {
    if (island.length > maxCornerShare * solidCells) continue;
    let [isEnclosed, sum, rim, doubtful] = [true, 0, 0, 0];
    const [own, beside] = [new Float64Array(3), new Float64Array(3)];
    for (const cell of island) {
      const x = cell % width;
      const y = (cell - x) / width;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) isEnclosed = false;
      sum += means[cell]!;
      addColour(own, matte, cells, cell);
      for (const near of [cell - 1, cell + 1, cell - width, cell + width]) {
        if (near < 0 || near >= open.length || open[near]) continue;
        rim++;
        if (areas[near] === 0) continue;
        doubtful++;
        addColour(beside, matte, cells, near);
      }
    }
    const isAlike = own.every((level, k) => Math.abs(level / island.length - beside[k]! / doubtful) <= cornerLevels);
    const isDoubtful = doubtful > 0 && doubtful >= minDoubtBeside * rim && sum >= minCornerMean * island.length;
    const isCorner = isEnclosed && isDoubtful && isAlike;
    if (isCorner) for (const cell of island) corners[cell] = 1;
  }
  return corners;
}

/** Stretches the range from `nothingBelow` to `solidFrom` of the area's mean to 0..1. */
function stretch(value: number, mean: number): number {
  return Math.min(1, Math.max(0, (value / mean - nothingBelow) / (solidFrom - nothingBelow)));
}

/** The matte with wide uncertain areas made opaque and specks removed. */
export function resolveUncertain(matte: CoarseMatte): CoarseMatte {
  const { width, height } = matte;
  const cells = averageCells(matte);
  const areas = measureAreas(cells);
  const specks = findSpecks(cells);
  const corners = findCorners(matte, cells, areas);
  const alpha = matte.alpha.slice();
  for (let cell = 0; cell < areas.length; cell++) {
    const mean = areas[cell]!;
    if (mean === 0 && !specks[cell] && !corners[cell]) continue;
    const left = (cell % cells.width) * cells.side;
    const top = Math.floor(cell / cells.width) * cells.side;
    for (let y = top; y < Math.min(height, top + cells.side); y++) {
      for (let x = left, i = y * width + left; x < Math.min(width, left + cells.side); x++, i++) {
        if (corners[cell]) alpha[i] = 1;
        else if (mean > 0) alpha[i] = stretch(alpha[i]!, mean);
        else if (alpha[i]! < sureSpeck) alpha[i] = 0;
      }
    }
  }
  return { ...matte, alpha };
}
