// Corrects a matte where the user painted "keep" or "erase". Painted pixels are fixed; from there the correction spreads over what looks like them and
// stops where that ends, so that a short stroke is enough. Distances are geodesic: a step costs more across an edge and into colours that the stroke
// does not have (Criminisi, Sharp, Blake, "GeoS", ECCV 2008; Bai, Sapiro, ICCV 2007).
import { boxMean } from '../pixels/box-filter.ts';
import { findComponents } from '../pixels/components.ts';
import { compareColours, findBins, measureDensity } from './colours.ts';
import { measureWays } from './geodesic.ts';
import type { CoarseMatte } from './network.ts';

/** Coverage of each grid pixel by strokes, 0..1. */
export interface Strokes {
  readonly keep?: Float32Array | undefined;
  readonly erase?: Float32Array | undefined;
}

/** Cost up to which a stroke spreads: that of a dot, additional cost per pixel of brush radius and of the stroke's length, and the maximum. */
const minReach = 24;
const reachPerRadius = 2;
const reachPerLength = 0.2;
const maxReach = 130;
/** Cost of a pixel of path through colours of the stroke alone, and additional cost through entirely foreign ones. */
const ownCost = 0.15;
const foreignCost = 5;
/** Differences between neighbours (0..255) up to this are noise, or up to what is usual under the stroke; each level above adds this cost. */
const noiseLevel = 6;
const usualShare = 0.8;
const edgeCost = 0.5;
/** Colours are judged with those this many pixels around, since veins of a leaf and gaps between hairs are not its end. */
const smoothRadius = 2;
/** A reached pixel is changed from this likeness on, and entirely from the second. */
const likeFrom = 0.225;
const likeTo = 0.475;
/** The correction fades over the last share of the reach, so that an edge in between can be found. */
const fadingShare = 0.25;
/** Rounds of spreading. The second compares with the other side without what the first has reached: most of a missed plant is "background". */
const rounds = 2;
/** A stroke of the other kind tells more of the other side's colours than the matte does. */
const paintedWeight = 20;
/** More strokes than this, at most one for each separate line, spread together. */
const maxSeparate = 4;

const isPainted = (coverage: number) => coverage > 0.5;

/** The radius of the largest circle that fits into the painted area, up to `max`, by repeated erosion. */
function findBrushRadius(painted: Uint8Array, width: number, max: number): number {
  const height = painted.length / width;
  let layer = painted;
  for (let radius = 0; radius < max; radius++) {
    const next = new Uint8Array(layer.length);
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

/** The largest difference of two pixels in a channel, 0..255. */
function difference(guide: Uint8Array, a: number, b: number): number {
  const red = Math.abs(guide[a * 3]! - guide[b * 3]!);
  const green = Math.abs(guide[a * 3 + 1]! - guide[b * 3 + 1]!);
  const blue = Math.abs(guide[a * 3 + 2]! - guide[b * 3 + 2]!);
  return Math.max(red, green, blue);
}

/** The difference of neighbours that is usual under the stroke: edges within leaves or hair are no edges of them. */
function findUsualDifference(guide: Uint8Array, painted: Uint8Array, width: number): number {
  const counts = new Uint32Array(256);
  let total = 0;
  for (let i = width; i < painted.length; i++) {
    if (!painted[i]) continue;
    for (const near of [i - 1, i - width]) {
      if (!painted[near]) continue;
      counts[difference(guide, near, i)]!++;
      total++;
    }
  }
  let level = 0;
  for (let below = 0; level < 255 && below + counts[level]! <= usualShare * total; level++) below += counts[level]!;
  return total > 0 ? Math.max(noiseLevel, level) : noiseLevel;
}

interface Stroke {
  /** 1 where the stroke is, and the weight of each pixel as an example of the other side; above 1 it cannot be crossed. */
  readonly painted: Uint8Array;
  readonly opposite: Float32Array;
  /** Cost up to which the stroke spreads. */
  readonly reach: number;
}

/** Influence of a stroke on each pixel: 1 painted, 0 out of reach or unlike. `bins` are those of the matte's guide. */
function spreadStroke({ guide, width, height }: CoarseMatte, bins: Uint16Array, stroke: Stroke): Float32Array {
  const { painted, opposite, reach } = stroke;
  const usual = findUsualDifference(guide, painted, width);
  const own = measureDensity(bins, i => painted[i]!);
  let influence: Float32Array = new Float32Array(painted.length);
  for (let round = 0; round < rounds; round++) {
    const known = influence;
    const other = measureDensity(bins, i => opposite[i]! * (1 - known[i]!));
    const likeness = compareColours(bins, own, other);
    const soft = boxMean(likeness, width, height, smoothRadius);
    const through = soft.map((like, i) =>
      opposite[i]! > 1 ? Number.POSITIVE_INFINITY : ownCost + foreignCost * (1 - like) ** 2,
    );
    const ways = measureWays(painted, width, reach, (from, to) => {
      const step = difference(guide, from, to) - usual;
      if (step <= 0) return through[to]!;
      const least = Math.min(soft[from]!, soft[to]!);
      return through[to]! + edgeCost * step * (1 - least * least);
    });
    influence = new Float32Array(painted.length);
    for (let i = 0; i < ways.length; i++) {
      if (ways[i]! > reach) continue;
      const like = (0.5 * (likeness[i]! + soft[i]!) - likeFrom) / (likeTo - likeFrom);
      const near = Math.min(1, (1 - ways[i]! / reach) / fadingShare);
      influence[i] = painted[i] ? 1 : near * Math.min(1, Math.max(0, like));
    }
  }
  return influence;
}

/** Separate strokes of one kind, as lists of their pixels; the smallest together, if there are many. */
function separate(painted: Float32Array, width: number): (readonly number[])[] {
  const flags = new Uint8Array(painted.length);
  for (let i = 0; i < painted.length; i++) if (isPainted(painted[i]!)) flags[i] = 1;
  const strokes = [...findComponents(flags, width, 'corner')].sort((a, b) => b.length - a.length);
  return strokes.length <= maxSeparate
    ? strokes
    : [...strokes.slice(0, maxSeparate - 1), strokes.slice(maxSeparate - 1).flat()];
}

/** How far a stroke spreads, which grows with its length and the brush's radius. */
function findReach(stroke: readonly number[], painted: Uint8Array, width: number): number {
  let [left, right, top, bottom] = [width, 0, painted.length, 0];
  for (const i of stroke) {
    const x = i % width;
    const y = (i - x) / width;
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  const radius = findBrushRadius(painted, width, maxReach / reachPerRadius);
  return Math.min(
    maxReach,
    minReach + reachPerRadius * radius + reachPerLength * Math.hypot(right - left, bottom - top),
  );
}

/** Influence of one kind of strokes on each pixel. `weightOf` is the weight of a pixel as an example of the other side. */
function followStrokes(matte: CoarseMatte, all: Float32Array, weightOf: (pixel: number) => number): Float32Array {
  const bins = findBins(matte.guide);
  const opposite = all.map((value, i) => (isPainted(value) ? 0 : weightOf(i)));
  const influence = new Float32Array(all.length);
  for (const stroke of separate(all, matte.width)) {
    const painted = new Uint8Array(all.length);
    for (const i of stroke) painted[i] = 1;
    const reach = findReach(stroke, painted, matte.width);
    const spread = spreadStroke(matte, bins, { painted, opposite, reach });
    for (let i = 0; i < spread.length; i++) if (spread[i]! > influence[i]!) influence[i] = spread[i]!;
  }
  return influence;
}

/** Applies all strokes. Where both kinds reach, the nearer wins; where both are painted, erase wins. */
export function followAllStrokes(matte: CoarseMatte, { keep, erase }: Strokes): CoarseMatte {
  const { alpha } = matte;
  const weigh = (other: Float32Array | undefined, isOpposite: (value: number) => boolean) => (i: number) =>
    isPainted(other?.[i] ?? 0) ? paintedWeight : isOpposite(alpha[i]!) ? 1 : 0;
  const kept =
    keep &&
    followStrokes(
      matte,
      keep,
      weigh(erase, value => value < 0.5),
    );
  const erased =
    erase &&
    followStrokes(
      matte,
      erase,
      weigh(keep, value => value > 0.5),
    );
  const corrected = alpha.map((value, i) => {
    const toKeep = kept?.[i] ?? 0;
    const toErase = erased?.[i] ?? 0;
    return toKeep > toErase ? value + (1 - value) * toKeep : value * (1 - toErase);
  });
  return { ...matte, alpha: corrected };
}
