// Finds the distinct edges of an image and the blur of each, from the ratio by which a second blur reduces its gradient. After Zhuo and Sim, "Defocus
// map estimation from a single image", 2011.
import { convolve, gaussianWeights } from '../gaussian.ts';
import type { Plane } from '../plane.ts';

interface Edge {
  readonly slope: number;
  /** Standard deviation of the blur of a step edge, in pixels. */
  readonly radius: number;
}

/** Standard deviation of the second blur, in pixels. */
const again = 1;
const minSlope = 16;
const timesNoise = 8;
/** Minimum ratio of the gradients before and after the second blur; below it the radius cannot be measured. */
const maxKept = 1.005;
/** Ratio of the gradient's components from which it points to a diagonal neighbour (the tangent of 22.5 degrees). */
const diagonal = 0.414;

const slopeAt = ({ data, width }: Plane, at: number): number =>
  Math.hypot(data[at + 1]! - data[at - 1]!, data[at + width]! - data[at - width]!);

/** Returns edges of at least eight times the `noise`, in levels, at local maxima of the gradient along its direction. */
export function findEdges(plane: Plane, noise: number): Edge[] {
  const { data, width, height } = plane;
  const softer = convolve(plane, gaussianWeights(again));
  const min = Math.max(minSlope, timesNoise * noise);
  const edges: Edge[] = [];
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x;
      const across = data[at + 1]! - data[at - 1]!;
      const down = data[at + width]! - data[at - width]!;
      const slope = Math.hypot(across, down);
      if (slope < min) continue;
      const besideAcross = Math.abs(across) > diagonal * Math.abs(down) ? Math.sign(across) : 0;
      const besideDown = Math.abs(down) > diagonal * Math.abs(across) ? Math.sign(down) : 0;
      const beside = besideDown * width + besideAcross;
      if (slopeAt(plane, at + beside) > slope || slopeAt(plane, at - beside) > slope) continue;
      const kept = slope / slopeAt(softer, at);
      if (kept < maxKept) continue;
      edges.push({ slope, radius: again / Math.sqrt(kept * kept - 1) });
    }
  }
  return edges;
}
