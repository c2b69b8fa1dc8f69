// Brings a matte from the network's grid to the picture's own size, with edges where the picture has them. As in "Fast Guided Filter"
// (He, Sun, 2015), what tells alpha from colour is fitted on the small grid and applied to the full picture. Where colour explains
// nothing, and where the network is sure, its own value stays.
import { mapAxis } from '../map-axis.ts';
import type { Pixels } from '../pixels.ts';
import { dilate } from './dilate.ts';
import { fitLines, lineSize, smoothLines, smoothReach } from './lines.ts';
import type { CoarseMatte } from './network.ts';

/** Alpha outside of these is taken for sure. */
const sureBelow = 0.04;
const sureAbove = 0.96;
/** Around what is not sure, in grid pixels: what may change, and what is averaged into it. */
const reach = 3;
/** A line, and the network's own alpha. */
const mixedSize = lineSize + 1;

/** Which grid pixels have anything but sureness near them. */
function findBand({ alpha, width, height }: CoarseMatte): Uint8Array {
  const unsure = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const value = alpha[i]!;
      const isUnsure = value > sureBelow && value < sureAbove;
      const isStep =
        (x > 0 && Math.abs(value - alpha[i - 1]!) > 0.5) || (y > 0 && Math.abs(value - alpha[i - width]!) > 0.5);
      if (isUnsure || isStep) unsure[i] = 1;
    }
  }
  return dilate(unsure, width, height, reach);
}

/** How much (0..1) the colours may change the network's value at each pixel: all where it wavers or steps, nothing where it is sure. */
function findRoom({ alpha, width, height }: CoarseMatte, band: Uint8Array): Float32Array {
  const room = new Float32Array(alpha.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!band[i]) continue;
      let low = 1;
      let high = 0;
      let doubt = 0;
      for (let dy = y > 0 ? -1 : 0; dy <= 1 && y + dy < height; dy++) {
        for (let dx = x > 0 ? -1 : 0; dx <= 1 && x + dx < width; dx++) {
          const value = alpha[i + dy * width + dx]!;
          low = Math.min(low, value);
          high = Math.max(high, value);
          doubt = Math.max(doubt, 4 * value * (1 - value));
        }
      }
      room[i] = Math.min(1, Math.max(doubt, high - low));
    }
  }
  return room;
}

/** The lines of the matte's edge, as far as each may count. */
function prepareLines(matte: CoarseMatte, band: Uint8Array): Float32Array {
  const { width, height } = matte;
  const wideBand = dilate(band, width, height, smoothReach);
  const lines = smoothLines(fitLines(matte, wideBand), matte, wideBand, band);
  const room = findRoom(matte, band);
  for (let i = 0; i < room.length; i++) {
    if (band[i]) for (let k = 0; k < lineSize; k++) lines[i * lineSize + k]! *= room[i]!;
  }
  return lines;
}

/** Neighbours in a row of the picture that are treated alike. */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly isEdge: boolean;
  /** Of all its pixels, when they are not at the edge. */
  readonly alpha: number;
}

/** Splits the rows of the picture that lie nearest to row `gridRow` into runs. `near`: the grid column nearest to each column. */
function findRuns({ alpha, width }: CoarseMatte, band: Uint8Array, gridRow: number, near: Int32Array): Run[] {
  const runs: Run[] = [];
  const kindOf = (x: number) => {
    const at = gridRow * width + near[x]!;
    if (band[at]) return -1;
    return alpha[at]! > 0.5 ? 255 : 0;
  };
  let first = 0;
  let kind = kindOf(0);
  for (let x = 1; x <= near.length; x++) {
    const next = x < near.length ? kindOf(x) : Number.NaN;
    if (next === kind) continue;
    runs.push({ first, last: x - 1, isEdge: kind === -1, alpha: kind });
    first = x;
    kind = next;
  }
  return runs;
}

/** Mixes grid rows `top` and `bottom`, from column `first` to `last`: lines, and the network's own alpha behind each. */
function mixRows(
  { alpha, width }: CoarseMatte,
  lines: Float32Array,
  { top, bottom, share }: { readonly top: number; readonly bottom: number; readonly share: number },
  [first, last]: readonly [number, number],
  to: Float64Array,
): void {
  const rest = 1 - share;
  for (let x = first, at = first * mixedSize; x <= last; x++, at += mixedSize) {
    const a = top * width + x;
    const b = bottom * width + x;
    for (let k = 0; k < lineSize; k++) to[at + k] = rest * lines[a * lineSize + k]! + share * lines[b * lineSize + k]!;
    to[at + lineSize] = rest * alpha[a]! + share * alpha[b]!;
  }
}

/** Alpha 0..255 at the picture's own size. `pixels` is the picture the matte was found in. */
export function upsampleMatte(matte: CoarseMatte, pixels: Pixels): Uint8Array {
  const { width: gridWidth, height: gridHeight } = matte;
  const { data, width, height } = pixels;
  const band = findBand(matte);
  const lines = prepareLines(matte, band);
  const columns = mapAxis(width, gridWidth);
  const rows = mapAxis(height, gridHeight);
  const near = columns.before.map((before, x) => (columns.share[x]! > 0.5 ? columns.after[x]! : before));
  const mixed = new Float64Array(gridWidth * mixedSize);
  const alpha = new Uint8Array(width * height);
  /** One pixel of the edge: the line between the grid's, at the pixel's own colour. */
  const judge = (i: number, x: number) => {
    const u = columns.share[x]!;
    const left = columns.before[x]! * mixedSize;
    const right = columns.after[x]! * mixedSize;
    const at = (k: number) => mixed[left + k]! * (1 - u) + mixed[right + k]! * u;
    const byColour = data[i * 3]! * at(0) + data[i * 3 + 1]! * at(1) + data[i * 3 + 2]! * at(2);
    const value = byColour / 255 + at(3) + (1 - at(4)) * at(5);
    return value <= 0 ? 0 : value >= 1 ? 255 : Math.round(value * 255);
  };
  let runs: Run[] = [];
  let runsRow = -1;
  for (let y = 0; y < height; y++) {
    const between = { top: rows.before[y]!, bottom: rows.after[y]!, share: rows.share[y]! };
    const nearRow = between.share > 0.5 ? between.bottom : between.top;
    if (nearRow !== runsRow) runs = findRuns(matte, band, nearRow, near);
    runsRow = nearRow;
    const start = y * width;
    for (const { first, last, isEdge, alpha: whole } of runs) {
      if (!isEdge) {
        if (whole > 0) alpha.fill(whole, start + first, start + last + 1);
        continue;
      }
      mixRows(matte, lines, between, [columns.before[first]!, columns.after[last]!], mixed);
      for (let x = first; x <= last; x++) alpha[start + x] = judge(start + x, x);
    }
  }
  return alpha;
}
