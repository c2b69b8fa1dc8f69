// The distance of every pixel of a small plane to the nearest chosen one.
// Source: Felzenszwalb, Huttenlocher, "Distance Transforms of Sampled Functions" (Theory of Computing, 2012).

/** Larger than any squared distance in a picture, and still exact to subtract. */
const farAway = 1e12;

function transformLine(
  values: Float64Array,
  length: number,
  hulls: Int32Array,
  bounds: Float64Array,
  out: Float64Array,
) {
  let last = 0;
  hulls[0] = 0;
  bounds[0] = Number.NEGATIVE_INFINITY;
  bounds[1] = Number.POSITIVE_INFINITY;
  for (let at = 1; at < length; at++) {
    let crossing: number;
    for (;;) {
      const hull = hulls[last]!;
      crossing = (values[at]! + at * at - values[hull]! - hull * hull) / (2 * (at - hull));
      if (crossing > bounds[last]!) break;
      last--;
    }
    last++;
    hulls[last] = at;
    bounds[last] = crossing;
    bounds[last + 1] = Number.POSITIVE_INFINITY;
  }
  for (let at = 0, k = 0; at < length; at++) {
    while (bounds[k + 1]! < at) k++;
    const hull = hulls[k]!;
    out[at] = (at - hull) ** 2 + values[hull]!;
  }
}

/** Distances in pixels to the nearest pixel that `coverage` (0..1) covers by half or more; 0 for these. */
export function measureDistances(coverage: Float32Array, width: number, height: number): Float32Array {
  const longer = Math.max(width, height);
  const values = new Float64Array(longer);
  const out = new Float64Array(longer);
  const hulls = new Int32Array(longer);
  const bounds = new Float64Array(longer + 1);
  const squared = Float64Array.from(coverage, value => (value >= 0.5 ? 0 : farAway));
  const runLine = (start: number, step: number, length: number) => {
    for (let at = 0; at < length; at++) values[at] = squared[start + at * step]!;
    transformLine(values, length, hulls, bounds, out);
    for (let at = 0; at < length; at++) squared[start + at * step] = out[at]!;
  };
  for (let x = 0; x < width; x++) runLine(x, width, height);
  for (let y = 0; y < height; y++) runLine(y * width, 1, width);
  return Float32Array.from(squared, Math.sqrt);
}
