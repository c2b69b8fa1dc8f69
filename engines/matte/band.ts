// The band around a matte's edge on the network's grid, and how much colours may change the network's value there.
import { dilate } from '../pixels/morphology.ts';
import { visitRuns } from '../pixels/sliding-columns.ts';
import type { CoarseMatte } from './network.ts';

/** Alpha outside of these is taken for sure. */
const sureBelow = 0.04;
const sureAbove = 0.96;
/** Reach around uncertain pixels, in grid pixels: of changes, and of averages. */
const reach = 3;
/** Flags the pixels of row `y` that are uncertain or differ much from their neighbours. */
function flagUnsure({ alpha, width }: CoarseMatte, y: number, unsure: Uint8Array): void {
  const start = y * width;
  const above = y > 0 ? -width : 0;
  for (let x = 0, i = start; x < width; x++, i++) {
    const value = alpha[i]!;
    const across = value - alpha[x > 0 ? i - 1 : i]!;
    const down = value - alpha[i + above]!;
    const isUnsure = value > sureBelow && value < sureAbove;
    if (isUnsure || across > 0.5 || across < -0.5 || down > 0.5 || down < -0.5) unsure[i] = 1;
  }
}

/** Which grid pixels have anything but sureness near them. */
export function findBand(matte: CoarseMatte): Uint8Array {
  const { width, height } = matte;
  const unsure = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) flagUnsure(matte, y, unsure);
  return dilate(unsure, width, height, reach);
}

/** Share (0..1) by which colours may change the network's value at each pixel: 1 where it is uncertain or steps, 0 where it is sure. */
export function findRoom({ alpha, width, height }: CoarseMatte, band: Uint8Array): Float32Array {
  const room = new Float32Array(alpha.length);
  // For each column's three pixels around the row: the lowest, the highest, and the smallest distance to one half.
  const lows = new Float32Array(width);
  const highs = new Float32Array(width);
  const nearest = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    const above = y > 0 ? -width : 0;
    const below = y < height - 1 ? width : 0;
    visitRuns(band, width, y, (first, last) => {
      for (let x = Math.max(0, first - 1); x <= Math.min(width - 1, last + 1); x++) {
        const a = alpha[start + above + x]!;
        const b = alpha[start + x]!;
        const c = alpha[start + below + x]!;
        lows[x] = Math.min(a, b, c);
        highs[x] = Math.max(a, b, c);
        nearest[x] = Math.min(Math.abs(a - 0.5), Math.abs(b - 0.5), Math.abs(c - 0.5));
      }
      for (let x = first; x <= last; x++) {
        const left = Math.max(0, x - 1);
        const right = Math.min(width - 1, x + 1);
        const span = Math.max(highs[left]!, highs[x]!, highs[right]!) - Math.min(lows[left]!, lows[x]!, lows[right]!);
        const doubt = 1 - 4 * Math.min(nearest[left]!, nearest[x]!, nearest[right]!) ** 2;
        room[start + x] = Math.min(1, Math.max(doubt, span));
      }
    });
  }
  return room;
}
