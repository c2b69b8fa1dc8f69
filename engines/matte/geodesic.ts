// Geodesic distances on a grid: the length of the cheapest path from a set of pixels (Dijkstra's algorithm with a bucket queue).

/** Width of a bucket. Steps may cost less: a bucket is read to its end while it grows. */
const bucketWidth = 0.2;

const steps = [-1, 0, 1]
  .flatMap(dy => [-1, 0, 1].map(dx => ({ dx, dy, length: Math.hypot(dx, dy) })))
  .filter(step => step.length > 0);

/** Distance from the flagged pixels, up to `reach`; Infinity beyond. `costOf` is the cost of a step per pixel of path. */
export function measureWays(
  sources: Uint8Array,
  width: number,
  reach: number,
  costOf: (from: number, to: number) => number,
): Float32Array {
  const height = sources.length / width;
  const ways = new Float32Array(sources.length).fill(Number.POSITIVE_INFINITY);
  const buckets: number[][] = Array.from({ length: Math.ceil(reach / bucketWidth) + 1 }, () => []);
  for (let i = 0; i < sources.length; i++) {
    if (!sources[i]) continue;
    ways[i] = 0;
    buckets[0]!.push(i);
  }
  // A pixel is visited once. Without this flag, a distance that was rounded up when stored would be found "shorter" again by each copy of the
  // preceding pixel, and the queue would double with each step.
  const isFinal = new Uint8Array(sources.length);
  for (const bucket of buckets) {
    for (const i of bucket) {
      if (isFinal[i]) continue;
      isFinal[i] = 1;
      const x = i % width;
      const y = (i - x) / width;
      for (let n = 0; n < steps.length; n++) {
        const { dx, dy, length } = steps[n]!;
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        const to = i + dy * width + dx;
        if (isFinal[to]) continue;
        const way = Math.fround(ways[i]! + length * costOf(i, to));
        if (way > reach || way >= ways[to]!) continue;
        ways[to] = way;
        buckets[Math.floor(way / bucketWidth)]!.push(to);
      }
    }
  }
  return ways;
}
