// Specks: single mended pixels that stand out because their neighbours took their levels from other frames.
import type { PatchPlane } from './patch.ts';

/** Clean pixels exceed the ranks of their neighbours, too, as far as their texture and noise go: this share of them stays within the allowance. */
const usualShare = 0.99;
const leastAllowance = 3;

/** Sets `ranks` to the second lowest and second highest of the eight neighbours of a pixel that is not at the plane's border. */
function rankNeighbours(data: Uint8Array, i: number, across: number, ranks: Uint8Array): void {
  let [least, low, high, most] = [255, 255, 0, 0];
  for (let row = i - across; row <= i + across; row += across) {
    for (let at = row - 1; at <= row + 1; at++) {
      if (at === i) continue;
      const level = data[at]!;
      if (level < least) [least, low] = [level, least];
      else if (level < low) low = level;
      if (level > most) [most, high] = [level, most];
      else if (level > high) high = level;
    }
  }
  ranks[0] = low;
  ranks[1] = high;
}

/** How far clean pixels exceed those ranks of their neighbours, in levels. */
function measureAllowance({ data, width, height }: PatchPlane, mask: Uint8Array): number {
  const counts = new Uint32Array(256);
  const ranks = new Uint8Array(2);
  let total = 0;
  // A pixel in nine is enough.
  for (let y = 1; y < height - 1; y += 3) {
    for (let x = 1; x < width - 1; x += 3) {
      const i = y * width + x;
      if (mask[i] || mask[i - 1] || mask[i + 1] || mask[i - width] || mask[i + width]) continue;
      rankNeighbours(data, i, width, ranks);
      counts[Math.max(0, data[i]! - ranks[1]!, ranks[0]! - data[i]!)]!++;
      total++;
    }
  }
  let below = 0;
  for (let level = 0; level < counts.length; level++) {
    below += counts[level]!;
    if (below >= usualShare * total) return Math.max(leastAllowance, level);
  }
  return leastAllowance;
}

/**
 * Returns the indices in `listed` of pixels that exceed the second highest of their eight neighbours, or fall below the second lowest, by more than
 * clean pixels of the plane do. Those ranks are the limits of RemoveGrain's second mode (AviSynth).
 */
export function findSpecks(plane: PatchPlane, mask: Uint8Array, listed: Int32Array): number[] {
  const { data, width, height } = plane;
  const allowance = measureAllowance(plane, mask);
  const ranks = new Uint8Array(2);
  const found: number[] = [];
  for (let place = 0; place < listed.length; place++) {
    const i = listed[place]!;
    const y = Math.floor(i / width);
    const x = i - y * width;
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) continue;
    rankNeighbours(data, i, width, ranks);
    if (data[i]! > ranks[1]! + allowance || data[i]! < ranks[0]! - allowance) found.push(place);
  }
  return found;
}
