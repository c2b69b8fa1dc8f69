// Upsamples a matte from the network's grid to full size, with edges aligned to the image. As in "Fast Guided Filter" (He, Sun, 2015), the linear
// models from colour to alpha are fitted on the small grid and applied to the full image. The network's alpha is kept where colour explains nothing
// and where the network is confident.
import { type Axis, mapAxis } from '../pixels/axis.ts';
import { dilate } from '../pixels/morphology.ts';
import type { Pixels } from '../pixels/plane.ts';
import { findColourInfluence } from './colour-influence.ts';
import { cellsOver, fitLines, flagCells, lineSize, smoothLines, smoothReach, type TrustedMatte } from './lines.ts';
import type { CoarseMatte } from './network.ts';
import { resolveUncertain } from './resolve-uncertain.ts';
import { sampleColours } from './sample-colours.ts';
import { makeTrimap, type Trimap } from './trimap.ts';

/** A line, followed by the network's alpha. */
const mixedSize = lineSize + 1;

/** Reads rows of the grid: for each pixel its weighted line, followed by the network's alpha. Lines are zero outside the band. */
function prepareLines(matte: TrustedMatte, { unknown: band, softness }: Trimap): (y: number, to: Float64Array) => void {
  const { alpha, width, height } = matte;
  const cells = cellsOver(matte);
  // A pixel interpolates between its own cell and adjacent ones.
  const inner = dilate(flagCells(band, matte), cells.width, cells.height, 1);
  const wide = dilate(inner, cells.width, cells.height, smoothReach);
  const lines = smoothLines(fitLines(matte, wide), cells, wide, inner);
  const influence = findColourInfluence(matte, band);
  const columns = mapAxis(width, cells.width);
  const rows = mapAxis(height, cells.height);
  return (y, to) => {
    to.fill(0);
    const top = rows.before[y]! * cells.width;
    const bottom = rows.after[y]! * cells.width;
    const v = rows.share[y]!;
    for (let x = 0, i = y * width, at = 0; x < width; x++, i++, at += mixedSize) {
      to[at + lineSize] = alpha[i]!;
      const share = Math.max(influence[i]!, softness[i]!);
      if (share === 0) continue;
      const u = columns.share[x]!;
      const a = (top + columns.before[x]!) * lineSize;
      const b = (top + columns.after[x]!) * lineSize;
      const c = (bottom + columns.before[x]!) * lineSize;
      const d = (bottom + columns.after[x]!) * lineSize;
      for (let k = 0; k < lineSize; k++) {
        const above = (1 - u) * lines[a + k]! + u * lines[b + k]!;
        const below = (1 - u) * lines[c + k]! + u * lines[d + k]!;
        to[at + k] = share * ((1 - v) * above + v * below);
      }
    }
  };
}

/** Consecutive pixels of an image row that are handled alike. */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly isEdge: boolean;
  /** Alpha of all pixels of the run if it is away from the edge. */
  readonly alpha: number;
}

/** The first image column nearest to each grid column, and the image width as the last entry. */
function findStarts({ before, share }: Axis, gridWidth: number): Int32Array {
  const starts = new Int32Array(gridWidth + 1);
  let next = 0;
  for (let x = 0; x < before.length; x++) {
    const near = before[x]! + (share[x]! > 0.5 ? 1 : 0);
    while (next <= near) starts[next++] = x;
  }
  return starts.fill(before.length, next);
}

/** Splits the image rows nearest to row `gridRow` into runs. */
function findRuns({ solid, unknown }: Trimap, width: number, gridRow: number, starts: Int32Array): Run[] {
  const runs: Run[] = [];
  let first = 0;
  let kind = Number.NaN;
  for (let x = 0, at = gridRow * width; x < width; x++, at++) {
    if (starts[x] === starts[x + 1]) continue;
    const next = unknown[at] ? -1 : solid[at]! * 255;
    if (next === kind) continue;
    if (starts[x]! > first) runs.push({ first, last: starts[x]! - 1, isEdge: kind === -1, alpha: kind });
    first = starts[x]!;
    kind = next;
  }
  runs.push({ first, last: starts[width]! - 1, isEdge: kind === -1, alpha: kind });
  return runs;
}

/** Interpolates two grid rows, from column `first` to `last`. */
function mixRows(
  top: Float64Array,
  bottom: Float64Array,
  share: number,
  [first, last]: readonly [number, number],
  to: Float64Array,
): void {
  for (let at = first * mixedSize; at < (last + 1) * mixedSize; at++)
    to[at] = (1 - share) * top[at]! + share * bottom[at]!;
}

/** Caches the last two rows, since consecutive image rows lie between the same two grid rows. */
function keepRows(read: (y: number, to: Float64Array) => void, width: number): (y: number) => Float64Array {
  const kept = [0, 1].map(() => ({ y: -1, row: new Float64Array(width * mixedSize) }));
  return y => {
    const slot = kept[y % 2]!;
    if (slot.y !== y) read(y, slot.row);
    slot.y = y;
    return slot.row;
  };
}

/**
 * Alpha of columns `first` to `last` of the row that begins at `start`: the line interpolated between two grid columns, applied to each pixel's
 * colour.
 */
function judgeRun(
  alpha: Uint8Array,
  data: Uint8Array,
  start: number,
  { first, last }: Run,
  columns: Axis,
  mixed: Float64Array,
): void {
  for (let x = first; x <= last; ) {
    const column = columns.before[x]!;
    const l = column * mixedSize;
    const r = columns.after[x]! * mixedSize;
    const red = mixed[l]! / 255;
    const green = mixed[l + 1]! / 255;
    const blue = mixed[l + 2]! / 255;
    const rest = mixed[l + 3]!;
    const trust = mixed[l + 4]!;
    const own = mixed[l + 5]!;
    const toRed = mixed[r]! / 255 - red;
    const toGreen = mixed[r + 1]! / 255 - green;
    const toBlue = mixed[r + 2]! / 255 - blue;
    const toRest = mixed[r + 3]! - rest;
    const toTrust = mixed[r + 4]! - trust;
    const toOwn = mixed[r + 5]! - own;
    for (; x <= last && columns.before[x] === column; x++) {
      const u = columns.share[x]!;
      const at = (start + x) * 3;
      const byColour =
        data[at]! * (red + u * toRed) + data[at + 1]! * (green + u * toGreen) + data[at + 2]! * (blue + u * toBlue);
      const value = byColour + rest + u * toRest + (1 - trust - u * toTrust) * (own + u * toOwn);
      alpha[start + x] = value <= 0 ? 0 : value >= 1 ? 255 : value * 255 + 0.5;
    }
  }
}

/** Alpha 0..255 at full size. `pixels` is the image in which the matte was found. */
export function upsampleMatte(found: CoarseMatte, pixels: Pixels): Uint8Array {
  const { width: gridWidth, height: gridHeight } = found;
  const { data, width, height } = pixels;
  const resolved = resolveUncertain(found);
  const trimap = makeTrimap(resolved);
  const matte: TrustedMatte = { ...resolved, ...sampleColours(resolved, trimap) };
  const rowAt = keepRows(prepareLines(matte, trimap), gridWidth);
  const columns = mapAxis(width, gridWidth);
  const rows = mapAxis(height, gridHeight);
  const starts = findStarts(columns, gridWidth);
  const mixed = new Float64Array(gridWidth * mixedSize);
  const alpha = new Uint8Array(width * height);
  let runs: Run[] = [];
  let runsRow = -1;
  for (let y = 0; y < height; y++) {
    const [top, bottom, share] = [rows.before[y]!, rows.after[y]!, rows.share[y]!];
    const nearRow = share > 0.5 ? bottom : top;
    if (nearRow !== runsRow) runs = findRuns(trimap, gridWidth, nearRow, starts);
    runsRow = nearRow;
    const start = y * width;
    for (const run of runs) {
      const { first, last, isEdge, alpha: whole } = run;
      if (isEdge) {
        mixRows(rowAt(top), rowAt(bottom), share, [columns.before[first]!, columns.after[last]!], mixed);
        judgeRun(alpha, data, start, run, columns, mixed);
      } else if (whole > 0) alpha.fill(whole, start + first, start + last + 1);
    }
  }
  return alpha;
}
