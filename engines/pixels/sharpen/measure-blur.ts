// Measures the blur at the edges of an image that is too small or too plain for its spectrum to be conclusive.
import type { Plane } from '../plane.ts';
import { findEdges } from './find-edges.ts';

/** Shares of the edges that are used: the strongest, and of these the sharpest, because the background may be out of focus on purpose. */
const strongShare = 0.25;
const sharpShare = 0.25;
const fewestEdges = 40;
/** Maximum radius measured at full size; above it the gradient changes too little, so the image is measured at half its size. */
const maxMeasured = 1.5;
/** Noise above which the image is measured at half its size too, because halving the size halves the noise. */
const maxNoise = 3;
const minSide = 96;
const maxHalvings = 2;

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/** Returns the plane at half its size; each pixel is the mean of a 2 x 2 block. */
function halve({ data, width, height }: Plane): Plane {
  const small = { width: width >> 1, height: height >> 1 };
  const out = new Float32Array(small.width * small.height);
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) {
      const at = 2 * y * width + 2 * x;
      out[y * small.width + x] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) / 4;
    }
  return { data: out, ...small };
}

/** Returns the standard deviation of the blur in pixels, about 0.5 in a sharp image; undefined if there are too few edges. `noise` is in levels. */
export function measureBlur(planes: readonly Plane[], noise: number, halvings = maxHalvings): number | undefined {
  const edges = planes.flatMap(plane => findEdges(plane, noise)).toSorted((a, b) => b.slope - a.slope);
  if (edges.length < fewestEdges) return undefined;
  const strong = edges.slice(0, Math.max(4 * fewestEdges, Math.round(edges.length * strongShare)));
  const radius = quantile(
    strong.map(edge => edge.radius),
    sharpShare,
  );
  const isSmall = planes.some(({ width, height }) => Math.min(width, height) < 2 * minSide);
  if (halvings === 0 || isSmall || (noise <= maxNoise && radius <= maxMeasured)) return radius;
  const half = measureBlur(planes.map(halve), noise / 2, halvings - 1);
  return half === undefined ? radius : Math.max(radius, 2 * half);
}
