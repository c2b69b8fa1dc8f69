// Matches the tones of a drawing to an image: a drawing server returns the whole image, often a little darker, paler or warmer. The known part
// shows by how much.
import type { Region } from '../inpaint/region.ts';
import { rowReader } from '../pixels/axis.ts';
import { blurPlane } from '../pixels/gaussian.ts';

/** Longer side of the grid on which tones are compared, in cells. */
const gridSide = 96;
/** Standard deviation of the blur that averages the differences, as a share of the grid's longer side. */
const reach = 0.1;
/** Weight of the mean difference over all known pixels, which decides far from them. */
const far = 0.02;
/** Maximum difference in grey levels that counts as tone; a larger one is different content. */
const maxShift = 48;

/**
 * Adds to `drawn`, three bytes a pixel of the region, the low-frequency difference between the region's known pixels and what was drawn there:
 * normalised convolution (Knutsson, Westin, CVPR 1993), which extends the difference into the holes.
 */
export function matchTones({ width, height, colours, isHole }: Region, drawn: Uint8Array): void {
  const scale = Math.min(1, gridSide / Math.max(width, height));
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const weights = new Float32Array(across * down);
  const sums = [0, 1, 2].map(() => new Float32Array(across * down));
  const means = [0, 0, 0];
  let known = 0;
  const difference = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * down) / height) * across;
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      if (isHole[pixel]) continue;
      for (let channel = 0; channel < 3; channel++)
        difference[channel] = colours[pixel * 3 + channel]! - drawn[pixel * 3 + channel]!;
      if (difference.some(shift => Math.abs(shift) > maxShift)) continue;
      const cell = row + Math.floor((x * across) / width);
      weights[cell]!++;
      known++;
      for (let channel = 0; channel < 3; channel++) {
        sums[channel]![cell]! += difference[channel]!;
        means[channel]! += difference[channel]!;
      }
    }
  }
  if (known === 0) return;
  const sigma = Math.max(across, down) * reach;
  const perCell = (width * height) / (across * down);
  const blurredWeights = blurPlane(weights, across, down, sigma);
  const shifts = new Float32Array(width);
  for (let channel = 0; channel < 3; channel++) {
    const blurred = blurPlane(sums[channel]!, across, down, sigma);
    const mean = means[channel]! / known;
    const values = blurred.map((sum, i) => (sum + far * perCell * mean) / (blurredWeights[i]! + far * perCell));
    const readRow = rowReader({ values, width: across, height: down }, { width, height });
    for (let y = 0; y < height; y++) {
      readRow(y, shifts);
      for (let x = 0; x < width; x++) {
        const at = (y * width + x) * 3 + channel;
        drawn[at] = Math.max(0, Math.min(255, Math.round(drawn[at]! + shifts[x]!)));
      }
    }
  }
}
