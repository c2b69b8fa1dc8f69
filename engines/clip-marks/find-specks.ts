// Specks: single mended pixels that stand out because their neighbours took their levels from other frames.
import type { PatchPlane } from './patch.ts';

/** Clean pixels exceed the ranks of their neighbours, too, as far as their texture and noise go: this share of them stays within the allowance. */
const usualShare = 0.99;
const minAllowance = 3;

/** How far a pixel that is not at the plane's border exceeds the second highest of its eight neighbours, or falls below the second lowest. */
function measureExcess(data: Uint8Array, i: number, across: number): number {
  let min = 255;
  let low = 255;
  let high = 0;
  let max = 0;
  for (let row = i - across; row <= i + across; row += across) {
    for (let at = row - 1; at <= row + 1; at++) {
      if (at === i) continue;
      const level = data[at]!;
      if (level < min) {
        low = min;
        min = level;
      } else if (level < low) low = level;
      if (level > max) {
        high = max;
        max = level;
      } else if (level > high) high = level;
    }
  }
  return Math.max(0, data[i]! - high, low - data[i]!);
}

/** Whether the excess of a pixel is larger than `allowance`. Ends as soon as two neighbours are near enough on either side. */
function standsOut(data: Uint8Array, i: number, across: number, allowance: number): boolean {
  const level = data[i]!;
  let above = 0;
  let below = 0;
  for (let row = i - across; row <= i + across; row += across) {
    for (let at = row - 1; at <= row + 1; at++) {
      if (at === i) continue;
      if (data[at]! >= level - allowance) above++;
      if (data[at]! <= level + allowance) below++;
      if (above > 1 && below > 1) return false;
    }
  }
  return true;
}

/** How far clean pixels exceed those ranks of their neighbours, in levels. */
function measureAllowance({ data, width, height }: PatchPlane, mask: Uint8Array): number {
  const counts = new Uint32Array(256);
  let total = 0;
  // A pixel in nine is enough.
  for (let y = 1; y < height - 1; y += 3) {
    for (let x = 1; x < width - 1; x += 3) {
      const i = y * width + x;
      if (mask[i] || mask[i - 1] || mask[i + 1] || mask[i - width] || mask[i + width]) continue;
      counts[measureExcess(data, i, width)]!++;
      total++;
    }
  }
  let below = 0;
  for (let level = 0; level < counts.length; level++) {
    below += counts[level]!;
    if (below >= usualShare * total) return Math.max(minAllowance, level);
  }
  return minAllowance;
}

/**
 * Returns the indices in `listed` of pixels that exceed the second highest of their eight neighbours, or fall below the second lowest, by more than
 * clean pixels of the plane do. Those ranks are the limits of RemoveGrain's second mode (AviSynth).
 */
export function findSpecks(plane: PatchPlane, mask: Uint8Array, listed: Int32Array): number[] {
  const { data, width, height } = plane;
  const allowance = measureAllowance(plane, mask);
  const found: number[] = [];
  for (let place = 0; place < listed.length; place++) {
    const i = listed[place]!;
    const y = Math.floor(i / width);
    const x = i - y * width;
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) continue;
    if (standsOut(data, i, width, allowance)) found.push(place);
  }
  return found;
}
