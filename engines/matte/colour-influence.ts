// How far colour evidence may move alpha away from the network's value.
import { visitRuns } from '../pixels/sliding-columns.ts';
import type { CoarseMatte } from './network.ts';

/**
 * Weight (0..1) of colour evidence against the network's value at each pixel: 1 where the network is uncertain or alpha steps, 0 where it is
 * confident.
 */
export function findColourInfluence({ alpha, width, height }: CoarseMatte, band: Uint8Array): Float32Array {
  const influence = new Float32Array(alpha.length);
  // For each column, over three rows: the lowest and highest alpha, and the smallest distance to one half.
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
        influence[start + x] = Math.min(1, Math.max(doubt, span));
      }
    });
  }
  return influence;
}
