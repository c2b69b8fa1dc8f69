// Finds the clear edges of a picture and the blur of each, from the share of its slope that remains after another blur. After Zhuo and
// Sim, "Defocus map estimation from a single image", 2011.
import { convolve, gaussianWeights } from 'engines/pixels/gaussian.ts';
import type { Plane } from 'engines/pixels/plane.ts';

interface Edge {
  readonly slope: number;
  /** Standard deviation, in pixels, of the blur of a step edge. */
  readonly radius: number;
}

/** Standard deviation of the additional blur, in pixels. */
const again = 1;
const leastSlope = 16;
const timesNoise = 8;
/** Least ratio of the slopes before and after the additional blur; below it the radius cannot be measured. */
const mostKept = 1.005;
/** Ratio of the gradient's components from which on it points to a diagonal neighbour (the tangent of 22.5 degrees). */
const diagonal = 0.414;

const slopeAt = ({ data, width }: Plane, at: number): number =>
  Math.hypot(data[at + 1]! - data[at - 1]!, data[at + width]! - data[at - width]!);

/** Edges of at least eight times the `noise`, in levels, at local maxima of the slope along its direction. */
export function findEdges(plane: Plane, noise: number): Edge[] {
  const { data, width, height } = plane;
  const softer = convolve(plane, gaussianWeights(again));
  const least = Math.max(leastSlope, timesNoise * noise);
  const edges: Edge[] = [];
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x;
      const across = data[at + 1]! - data[at - 1]!;
      const down = data[at + width]! - data[at - width]!;
      const slope = Math.hypot(across, down);
      if (slope < least) continue;
      const besideAcross = Math.abs(across) > diagonal * Math.abs(down) ? Math.sign(across) : 0;
      const besideDown = Math.abs(down) > diagonal * Math.abs(across) ? Math.sign(down) : 0;
      const beside = besideDown * width + besideAcross;
      if (slopeAt(plane, at + beside) > slope || slopeAt(plane, at - beside) > slope) continue;
      const kept = slope / slopeAt(softer, at);
      if (kept < mostKept) continue;
      edges.push({ slope, radius: again / Math.sqrt(kept * kept - 1) });
    }
  }
  return edges;
}
