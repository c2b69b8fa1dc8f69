// Measures the blur of a small or plain picture, whose spectrum says too little, at its edges.
import type { Plane } from 'engines/pixels/plane.ts';
import { findEdges } from './find-edges.ts';

/** Shares of the edges that are used: the strongest, and of these the sharpest, because a background may be out of focus on purpose. */
const strongShare = 0.25;
const sharpShare = 0.25;
const fewestEdges = 40;
/** Largest radius measured at full size; above it too little of a slope is lost, so the picture is measured at half its size. */
const mostMeasured = 1.5;
/** Noise above which the picture is measured at half its size as well, since halving the size halves the noise. */
const mostNoise = 3;
const leastSide = 96;
const mostHalvings = 2;

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/** The mean of each square of two by two. */
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

/** Standard deviation of the blur in pixels, about 0.5 in a sharp picture. `noise` is in levels. Undefined when there is no edge to measure. */
export function measureBlur(planes: readonly Plane[], noise: number, halvings = mostHalvings): number | undefined {
  const edges = planes.flatMap(plane => findEdges(plane, noise)).toSorted((a, b) => b.slope - a.slope);
  if (edges.length < fewestEdges) return undefined;
  const strong = edges.slice(0, Math.max(4 * fewestEdges, Math.round(edges.length * strongShare)));
  const radius = quantile(
    strong.map(edge => edge.radius),
    sharpShare,
  );
  const isSmall = planes.some(({ width, height }) => Math.min(width, height) < 2 * leastSide);
  if (halvings === 0 || isSmall || (noise <= mostNoise && radius <= mostMeasured)) return radius;
  const half = measureBlur(planes.map(halve), noise / 2, halvings - 1);
  return half === undefined ? radius : Math.max(radius, 2 * half);
}
