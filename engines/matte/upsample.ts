// Brings a matte from the network's grid to the picture's own size, with edges where the picture has them. As in "Fast Guided Filter"
// (He, Sun, 2015), what tells alpha from colour is fitted on the small grid and applied to the full picture. Where colour explains
// nothing, and where the network is sure, its own value stays.
import { mapAxis } from '../map-axis.ts';
import type { Pixels } from '../pixels.ts';
import { fitLines, lineSize, smoothLines, windowRadius } from './lines.ts';
import type { CoarseMatte } from './network.ts';

/** Alpha outside of these is taken for sure. */
const sureBelow = 0.04;
const sureAbove = 0.96;
/** Around what is not sure, in grid pixels: what may change, and what is averaged into it. */
const reach = 3;

/** Which grid pixels have anything but sureness around them. */
function findBand({ alpha, width, height }: CoarseMatte, reach: number): Uint8Array {
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

/** Spreads non-zero flags to a square of `reach` around each. */
function dilate(flags: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const rows = new Uint8Array(flags.length);
  for (let y = 0; y < height; y++) spreadLine(flags, rows, y * width, 1, width, reach);
  const both = new Uint8Array(flags.length);
  for (let x = 0; x < width; x++) spreadLine(rows, both, x, width, height, reach);
  return both;
}

function spreadLine(from: Uint8Array, to: Uint8Array, start: number, step: number, length: number, reach: number) {
  let covered = -1;
  for (let at = 0; at < length; at++) {
    if (!from[start + at * step]) continue;
    const end = Math.min(length - 1, at + reach);
    for (let each = Math.max(covered + 1, at - reach); each <= end; each++) to[start + each * step] = 1;
    covered = end;
  }
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
  const lines = smoothLines(fitLines(matte, findBand(matte, reach + (windowRadius >> 1))), width, height);
  const room = findRoom(matte, band);
  for (let i = 0, at = 0; i < room.length; i++) {
    for (let k = 0; k < lineSize; k++, at++) lines[at]! *= room[i]!;
  }
  return lines;
}

/** Alpha 0..255 at the picture's own size. `pixels` is the picture the matte was found in. */
export function upsampleMatte(matte: CoarseMatte, pixels: Pixels): Uint8Array {
  const { alpha: coarse, width: gridWidth, height: gridHeight } = matte;
  const { data, width, height } = pixels;
  const band = findBand(matte, reach);
  const lines = prepareLines(matte, band);
  const columns = mapAxis(width, gridWidth);
  const rows = mapAxis(height, gridHeight);
  const alpha = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    const top = rows.before[y]! * gridWidth;
    const bottom = rows.after[y]! * gridWidth;
    const v = rows.share[y]!;
    const nearRow = v > 0.5 ? bottom : top;
    for (let x = 0; x < width; x++, i++) {
      const left = columns.before[x]!;
      const right = columns.after[x]!;
      const u = columns.share[x]!;
      const near = nearRow + (u > 0.5 ? right : left);
      if (!band[near]) {
        alpha[i] = coarse[near]! > 0.5 ? 255 : 0;
        continue;
      }
      const a = top + left;
      const b = top + right;
      const c = bottom + left;
      const d = bottom + right;
      const wa = (1 - u) * (1 - v);
      const wb = u * (1 - v);
      const wc = (1 - u) * v;
      const wd = u * v;
      const at = i * 3;
      const own = wa * coarse[a]! + wb * coarse[b]! + wc * coarse[c]! + wd * coarse[d]!;
      const la = a * lineSize;
      const lb = b * lineSize;
      const lc = c * lineSize;
      const ld = d * lineSize;
      // The line between the four, at the pixel's colour.
      let byColour = 0;
      for (let k = 0; k < 3; k++) {
        byColour +=
          data[at + k]! * (wa * lines[la + k]! + wb * lines[lb + k]! + wc * lines[lc + k]! + wd * lines[ld + k]!);
      }
      const constant = wa * lines[la + 3]! + wb * lines[lb + 3]! + wc * lines[lc + 3]! + wd * lines[ld + 3]!;
      const trust = wa * lines[la + 4]! + wb * lines[lb + 4]! + wc * lines[lc + 4]! + wd * lines[ld + 4]!;
      const value = byColour / 255 + constant + (1 - trust) * own;
      alpha[i] = value <= 0 ? 0 : value >= 1 ? 255 : Math.round(value * 255);
    }
  }
  return alpha;
}
