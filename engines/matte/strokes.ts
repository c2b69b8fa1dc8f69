// Corrects a matte where the user painted "keep" or "erase". Painted pixels are fixed; from there the correction spreads to neighbours of similar
// colour and stops at edges, so that a rough stroke is enough. Distances are geodesic: a step costs more across an edge and into colours unlike the
// stroke's (Criminisi, Sharp, Blake, "GeoS", ECCV 2008; Bai, Sapiro, ICCV 2007).
import { measureColours } from './colours.ts';
import type { CoarseMatte } from './network.ts';

/** Coverage of each grid pixel by strokes, 0..1. */
export interface Strokes {
  readonly keep?: Float32Array | undefined;
  readonly erase?: Float32Array | undefined;
}

/** In grid pixels: reach of a hair-thin stroke, additional reach per pixel of brush radius, and the maximum. */
const minReach = 12;
const reachPerRadius = 1.5;
const maxReach = 64;
/** Differences between neighbours (0..255) up to this are noise; each level above adds the cost of one pixel of path. */
const noiseLevel = 6;
/** Additional cost of a pixel of entirely different colour, in pixels of path. */
const foreignCost = 5;
/** Share of the reach at which the correction starts to fade, so that an edge in between can be found. */
const fadesFrom = 0.75;
/** Width of a queue bucket, in pixels of path. */
const bucketWidth = 0.5;

const isPainted = (coverage: number) => coverage > 0.5;

/** The radius of the largest circle that fits into the painted area, up to `max`, by repeated erosion. */
function findBrushRadius(painted: Float32Array, width: number, height: number, max: number): number {
  let layer = painted.map(value => (isPainted(value) ? 1 : 0));
  for (let radius = 0; radius < max; radius++) {
    const next = new Float32Array(layer.length);
    let isAnyLeft = false;
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
        if (!(layer[i] && layer[i - 1] && layer[i + 1] && layer[i - width] && layer[i + width])) continue;
        next[i] = 1;
        isAnyLeft = true;
      }
    }
    if (!isAnyLeft) return radius;
    layer = next;
  }
  return max;
}

/** Cost of the step from pixel `from` to its neighbour `to`, per pixel of path. */
function stepCost(guide: Uint8Array, likeness: Float32Array, from: number, to: number): number {
  let difference = 0;
  for (let k = 0; k < 3; k++) difference = Math.max(difference, Math.abs(guide[from * 3 + k]! - guide[to * 3 + k]!));
  const foreign = 1 - likeness[to]!;
  return 1 + Math.max(0, difference - noiseLevel) + (foreignCost - 1) * foreign * foreign;
}

const steps = [-1, 0, 1]
  .flatMap(dy => [-1, 0, 1].map(dx => ({ dx, dy, length: Math.hypot(dx, dy) })))
  .filter(s => s.length > 0);

/** Geodesic distance from the painted pixels, up to `reach`; Infinity beyond. Dijkstra's algorithm with a bucket queue. */
function measureWays(matte: CoarseMatte, painted: Float32Array, likeness: Float32Array, reach: number): Float32Array {
  const { guide, width, height } = matte;
  const ways = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY);
  const buckets: number[][] = Array.from({ length: Math.ceil(reach / bucketWidth) + 1 }, () => []);
  for (let i = 0; i < painted.length; i++) {
    if (!isPainted(painted[i]!)) continue;
    ways[i] = 0;
    buckets[0]!.push(i);
  }
  // Every step costs more than a bucket's width, so a distance is final when its bucket is emptied. Without this flag, a distance that was rounded up
  // when stored would be found "shorter" again by each copy of the preceding pixel, and the queue would double with each step.
  const isFinal = new Uint8Array(width * height);
  for (const bucket of buckets) {
    for (const i of bucket) {
      if (isFinal[i]) continue;
      isFinal[i] = 1;
      const x = i % width;
      const y = (i - x) / width;
      for (const { dx, dy, length } of steps) {
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        const to = i + dy * width + dx;
        const way = Math.fround(ways[i]! + length * stepCost(guide, likeness, i, to));
        if (way > reach || way >= ways[to]!) continue;
        ways[to] = way;
        buckets[Math.floor(way / bucketWidth)]!.push(to);
      }
    }
  }
  return ways;
}

/** Influence of one kind of stroke on each pixel: 1 painted, 0 out of reach. */
function followStrokes(matte: CoarseMatte, painted: Float32Array, opposite: (pixel: number) => boolean): Float32Array {
  const { width, height } = matte;
  const radius = findBrushRadius(painted, width, height, maxReach);
  const reach = Math.min(maxReach, minReach + reachPerRadius * radius);
  const likeness = measureColours(matte, painted, opposite);
  const ways = measureWays(matte, painted, likeness, reach);
  return ways.map(way => (way === Number.POSITIVE_INFINITY ? 0 : Math.min(1, (1 - way / reach) / (1 - fadesFrom))));
}

/** Applies all strokes. Where both kinds reach, the nearer wins; where both are painted, erase wins. */
export function followAllStrokes(matte: CoarseMatte, { keep, erase }: Strokes): CoarseMatte {
  const { alpha } = matte;
  const kept = keep && followStrokes(matte, keep, i => alpha[i]! < 0.5 || isPainted(erase?.[i] ?? 0));
  const erased = erase && followStrokes(matte, erase, i => alpha[i]! > 0.5 || isPainted(keep?.[i] ?? 0));
  const corrected = alpha.map((value, i) => {
    const toKeep = kept?.[i] ?? 0;
    const toErase = erased?.[i] ?? 0;
    return toKeep > toErase ? value + (1 - value) * toKeep : value * (1 - toErase);
  });
  return { ...matte, alpha: corrected };
}
