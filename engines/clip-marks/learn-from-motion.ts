// Learns a mark from the motion of the scene: what lies beneath one of its pixels is seen beside the mark in earlier and later frames, so that
// colour and opacity are a straight line fitted through what is there and what should be there. Where the scene does not move this tells
// nothing, and the engine of pictures that share a mark (engines/same-mark) has to do.
import { sumAround } from '../pixels/box-filter.ts';
import { growMask } from '../pixels/morphology.ts';
import {
  type Block,
  blockSide,
  followSurroundings,
  type Match,
  matchBlock,
  planBlocks,
  planSurroundings,
  type Vector,
} from './match-blocks.ts';
import { halveMask, type Patch } from './patch.ts';
import { maskAround, sampleLevel } from './sample-level.ts';

/** How far the scene must have moved in the frames that are asked, in pixels: further than the strokes of a mark are thick. */
const displacements = [9, 18, 30, 42];
const mostSamples = 72;
const mostError = 200;
/** Squared levels that two views of one place differ by at least. */
const noise = 3;
/** Least number of samples for a fit, and their least contrast in squared levels for the opacity to be told. */
const fewestSamples = 8;
/** What is left beneath a pixel that carries no mark: levels, and standard errors. */
const clean = { levels: 1.6, errors: 3 };
/** Samples follow each other closely, so that only one in so many tells something new. */
const samplesAlike = 3;
const colourRadius = 7;
/** Weight of the colour around against a pixel's own, as a share of its samples. */
const colourShare = 0.02;
/** A line of which the slope is known this well counts half against the colour around. */
const sureSlope = 0.05;
/** Margin around what is seen to be marked: its soft rim. */
const rim = 2;

/** Sums over samples for each pixel: weights, what should be there (p), what is there (i), and the error of p. */
interface Sums {
  readonly count: Float32Array;
  readonly w: Float32Array;
  readonly p: Float32Array;
  readonly i: Float32Array;
  readonly pp: Float32Array;
  readonly pi: Float32Array;
  readonly ii: Float32Array;
  readonly error: Float32Array;
}

const newSums = (size: number): Sums => ({
  count: new Float32Array(size),
  w: new Float32Array(size),
  p: new Float32Array(size),
  i: new Float32Array(size),
  pp: new Float32Array(size),
  pi: new Float32Array(size),
  ii: new Float32Array(size),
  error: new Float32Array(size),
});

/** Frames that follow each other, with the motion of the scene up to each. */
interface Track {
  readonly patches: readonly Patch[];
  /** Where a place of the first frame is in each; undefined after a cut, from where on they count anew. */
  readonly moved: readonly Vector[];
  readonly scene: readonly number[];
}

function followRun(patches: readonly Patch[], shape: Uint8Array): Track {
  const [{ width, height }] = patches[0]!;
  const surroundings = planSurroundings(shape, width, height);
  const moved: Vector[] = [{ x: 0, y: 0 }];
  const scene = [0];
  let motion: Vector = { x: 0, y: 0 };
  for (let k = 1; k < patches.length; k++) {
    const compared = { from: patches[k - 1]![0], to: patches[k]![0], hidden: surroundings.hidden };
    const found = followSurroundings(compared, surroundings.block, motion);
    const isCut = !found || found.error > 500;
    motion = isCut ? { x: 0, y: 0 } : { x: found.x, y: found.y };
    const before = moved[k - 1]!;
    moved.push(isCut ? { x: 0, y: 0 } : { x: before.x + motion.x, y: before.y + motion.y });
    scene.push(scene[k - 1]! + (isCut ? 1 : 0));
  }
  return { patches, moved, scene };
}

/** The frames before and after one in which the scene has moved as far as wanted, and where to. */
function findOthers({ moved, scene }: Track, at: number): { at: number; expected: Vector }[] {
  const others: { at: number; expected: Vector }[] = [];
  for (const direction of [-1, 1]) {
    let next = 0;
    for (let k = at + direction; k >= 0 && k < moved.length && scene[k] === scene[at]; k += direction) {
      const expected = { x: moved[k]!.x - moved[at]!.x, y: moved[k]!.y - moved[at]!.y };
      if (Math.hypot(expected.x, expected.y) < displacements[next]!) continue;
      others.push({ at: k, expected });
      if (++next >= displacements.length) break;
    }
  }
  return others;
}

interface View {
  readonly patch: Patch;
  readonly matches: readonly (Match | undefined)[];
}

function medianOf(values: Float32Array, count: number): number {
  const sorted = values.slice(0, count).sort();
  return count % 2 === 1 ? sorted[count >> 1]! : (sorted[(count >> 1) - 1]! + sorted[count >> 1]!) / 2;
}

interface Gathering {
  readonly shape: Uint8Array;
  /** Whether `shape` is the mark itself, so that what lies outside of it is clean; else it is only suspected. */
  readonly isSure: boolean;
}

interface Evidence {
  readonly level: Sums;
  readonly tints: readonly [Sums, Sums];
}

/** Adds one frame's evidence on one plane. */
function addPlane(
  sums: Sums,
  c: 0 | 1 | 2,
  own: Patch,
  views: readonly View[],
  {
    mask,
    places,
    isSure,
    blockOf,
  }: { mask: Uint8Array; places: Int32Array; isSure: boolean; blockOf: (x: number, y: number) => number },
): void {
  const { data, width, height } = own[c];
  const half = c === 0 ? 1 : 2;
  const levels = new Float32Array(views.length);
  for (const i of places) {
    const y = Math.floor(i / width);
    const x = i - y * width;
    const block = blockOf(x * half, y * half);
    let [count, sum, weights, error, sures] = [0, 0, 0, 0, 0];
    for (const { patch, matches } of views) {
      const match = matches[block];
      if (!match || match.error > mostError) continue;
      const [u, v] = [x + match.x / half, y + match.y / half];
      if (u < 0 || v < 0 || u > width - 1 || v > height - 1) continue;
      const isClean = maskAround(mask, width, height, u, v) === 0;
      if (isSure && !isClean) continue;
      const level = sampleLevel(patch[c], u, v) - (c === 0 ? match.brighter : 0);
      const weight = 1 / (match.error + noise);
      levels[count++] = level;
      error += match.error;
      if (!isClean) continue;
      sum += weight * level;
      weights += weight;
      sures++;
    }
    if (sures === 0 && count < 3) continue;
    // Among places of which some carry the mark, most do not.
    const expected = sures > 0 ? sum / weights : medianOf(levels, count);
    const off = error / count;
    const weight = 1 / (off + noise);
    const seen = data[i]!;
    sums.count[i]!++;
    sums.w[i]! += weight;
    sums.p[i]! += weight * expected;
    sums.i[i]! += weight * seen;
    sums.pp[i]! += weight * expected * expected;
    sums.pi[i]! += weight * expected * seen;
    sums.ii[i]! += weight * seen * seen;
    sums.error[i]! += weight * off;
  }
}

/** Evidence on all pixels of the shape from all runs. */
function gather(runs: readonly (readonly Patch[])[], { shape, isSure }: Gathering, needsTints: boolean): Evidence {
  const [{ width, height }] = runs[0]![0]!;
  const hidden = shape.map(value => (value ? 2 : 0));
  const { blocks, blockAt } = planBlocks(hidden, width, height);
  const across = Math.ceil(width / blockSide);
  const blockOf = (x: number, y: number) => blockAt[Math.floor(y / blockSide) * across + Math.floor(x / blockSide)]!;
  const masks = [shape, halveMask(shape, width, height)] as const;
  const places = masks.map(mask => Int32Array.from([...mask.keys()].filter(i => mask[i])));
  const evidence: Evidence = {
    level: newSums(shape.length),
    tints: [newSums(shape.length / 4), newSums(shape.length / 4)],
  };
  const total = runs.reduce((sum, run) => sum + run.length, 0);
  const every = Math.max(1, Math.ceil(total / mostSamples));
  for (const run of runs) {
    const track = followRun(run, shape);
    for (let at = 0; at < run.length; at += every) {
      const own = run[at]!;
      const views = findOthers(track, at).map(({ at: k, expected }): View => {
        const compared = { from: own[0], to: run[k]![0], hidden };
        return { patch: run[k]!, matches: matchBlocks(blocks, compared, expected) };
      });
      if (views.length === 0) continue;
      const common = { isSure, blockOf };
      addPlane(evidence.level, 0, own, views, { ...common, mask: masks[0], places: places[0]! });
      if (!needsTints) continue;
      for (const c of [1, 2] as const)
        addPlane(evidence.tints[c - 1]!, c, own, views, { ...common, mask: masks[1], places: places[1]! });
    }
  }
  return evidence;
}

function matchBlocks(blocks: readonly Block[], compared: Parameters<typeof matchBlock>[0], expected: Vector) {
  const matches: (Match | undefined)[] = [];
  for (const [at, block] of blocks.entries()) {
    const beside = matches[at - 1];
    matches.push(
      block.samples.length > 0 ? matchBlock(compared, block, [expected, ...(beside ? [beside] : [])]) : undefined,
    );
  }
  return matches.map((match, at) => match ?? matches[blocks[at]!.leader]);
}

interface Line {
  /** Mean difference between what is there and what should be, and its standard error. */
  readonly shift: number;
  readonly shiftError: number;
  /** 1 - opacity, and its standard error. */
  readonly slope: number;
  readonly slopeError: number;
  readonly contrast: number;
  /** How far the errors of what should be there may have flattened the line. */
  readonly flattened: number;
}

/** The straight line through a pixel's samples; undefined when there are too few. */
function fitLine({ count, w, p, i, pp, pi, ii, error }: Sums, at: number): Line | undefined {
  if (count[at]! < fewestSamples) return undefined;
  const weight = w[at]!;
  const [meanP, meanI] = [p[at]! / weight, i[at]! / weight];
  // What should be there is itself known with an error, which would flatten the line.
  const spread = pp[at]! / weight - meanP * meanP;
  const contrast = Math.max(spread / 2, spread - error[at]! / weight / 2);
  const together = pi[at]! / weight - meanP * meanI;
  const slope = together / (contrast + 1);
  const left = Math.max(0.5, ii[at]! / weight - meanI * meanI - slope * together);
  const independent = Math.max(2, count[at]! / samplesAlike);
  return {
    shift: meanI - meanP,
    shiftError: Math.sqrt((left + (1 - slope) ** 2 * spread) / independent),
    slope,
    slopeError: Math.sqrt(left / (contrast + 1) / independent),
    contrast,
    flattened: error[at]! / weight / 2 / (contrast + 1),
  };
}

/** One round of `confirmShape`; undefined when the motion tells of hardly any pixel. */
function confirmOnce(
  runs: readonly (readonly Patch[])[],
  suspected: Uint8Array,
  shape: Uint8Array,
): Uint8Array | undefined {
  const [{ width }] = runs[0]![0]!;
  const { level } = gather(runs, { shape, isSure: false }, false);
  let told = 0;
  const kept = shape.map((value, at) => {
    if (!value) return 0;
    const line = fitLine(level, at);
    if (!line) return 1;
    told++;
    const isShifted = Math.abs(line.shift) > Math.max(clean.levels, clean.errors * line.shiftError);
    return isShifted ? 1 : 0;
  });
  if (told < 50) return undefined;
  const company = sumAround(Float32Array.from(kept), width, kept.length / width, 1);
  const core = kept.map((value, at) => (value && company[at]! > 27 ? 1 : 0));
  const wide = new Uint8Array(core.length);
  growMask(core, width, rim, wide);
  return wide.map((value, at) => (value && suspected[at] ? 1 : 0));
}

const rounds = 4;
/** Share of a mark that the motion must tell of. */
const leastTold = 0.25;

/** Gaps of up to twice this many pixels in an outline still enclose what is inside. */
const gap = 3;
/** Share of what an outline encloses that must be suspected, or it is the open middle of a ring. */
const leastSuspected = 0.5;

/** The connected parts of all pixels that are not set in `walls`. */
function findParts(walls: Uint8Array, width: number): Int32Array[] {
  const seen = walls.slice();
  const parts: Int32Array[] = [];
  for (let start = 0; start < walls.length; start++) {
    if (seen[start]) continue;
    const part = [start];
    seen[start] = 1;
    for (let next = 0; next < part.length; next++) {
      const at = part[next]!;
      const x = at % width;
      for (const other of [x > 0 ? at - 1 : at, x + 1 < width ? at + 1 : at, at - width, at + width]) {
        if (other < 0 || other >= walls.length || seen[other]) continue;
        seen[other] = 1;
        part.push(other);
      }
    }
    parts.push(Int32Array.from(part));
  }
  return parts;
}

/**
 * Takes back what lies inside the shape and was suspected. The middle of a plate that is wider than the scene moves looks the same wherever the
 * scene is compared, so it seems to be clean. Left there, its pixels would spread over all that is filled around them.
 */
function fillInside(shape: Uint8Array, suspected: Uint8Array, width: number): Uint8Array {
  const isAtBorder = (at: number) =>
    at < width || at >= shape.length - width || at % width === 0 || (at + 1) % width === 0;
  const enclosed = (walls: Uint8Array) => findParts(walls, width).filter(part => !part.some(isAtBorder));
  const walls = new Uint8Array(shape.length);
  growMask(shape, width, gap, walls);
  const inside = new Uint8Array(shape.length);
  for (const part of enclosed(walls)) {
    const share = part.reduce((sum, at) => sum + suspected[at]!, 0) / part.length;
    if (share >= leastSuspected) for (const at of part) inside[at] = 1;
  }
  if (!inside.includes(1)) return shape;
  const wide = new Uint8Array(shape.length);
  growMask(inside, width, gap, wide);
  const filled = shape.map((value, at) => (value || inside[at] || (wide[at] && suspected[at]) ? 1 : 0));
  // Holes that are left between the outline and what it encloses.
  growMask(inside, width, gap + 1, wide);
  for (const part of enclosed(filled)) if (part.some(at => wide[at])) for (const at of part) filled[at] = 1;
  return filled;
}

/**
 * The pixels of a suspected shape without those that are seen to be clean; the more are, the more can be told of the others. It ends early when
 * less than `leastShare` is left.
 */
export function confirmShape(
  runs: readonly (readonly Patch[])[],
  suspected: Uint8Array,
  leastShare: number = 0,
): Uint8Array {
  const [{ width }] = runs[0]![0]!;
  let shape = suspected;
  let count = countSet(shape);
  const least = leastShare * count;
  for (let round = 0; round < rounds; round++) {
    const next = confirmOnce(runs, suspected, shape);
    if (!next) break;
    const left = countSet(next);
    shape = next;
    if (left > count * 0.97 || left < least) break;
    count = left;
  }
  return shape === suspected ? shape : fillInside(shape, suspected, width);
}

const countSet = (mask: Uint8Array) => mask.reduce((sum, value) => sum + (value ? 1 : 0), 0);

export interface FittedBlend {
  /** One byte a pixel: 1 where opacity and colour were fitted. */
  readonly isKnown: Uint8Array;
  /** 0..1 */
  readonly opacity: Float32Array;
  /** What the mark adds: opacity times its level, by plane; both of colour at half the size. */
  readonly added: readonly [Float32Array, Float32Array, Float32Array];
}

/** Fits opacity and colour at each pixel of the mark; undefined when the motion tells of less than most of it. */
export function fitBlend(runs: readonly (readonly Patch[])[], shape: Uint8Array): FittedBlend | undefined {
  const [{ width, height }] = runs[0]![0]!;
  const { level, tints } = gather(runs, { shape, isSure: true }, true);
  const lines = Array.from(shape, (value, at) => (value ? fitLine(level, at) : undefined));
  const total = shape.reduce((sum, value) => sum + value, 0);
  const told = lines.filter(line => line !== undefined).length;
  if (told < total * leastTold) return undefined;
  const size = shape.length;
  const opacity = new Float32Array(size);
  const added = new Float32Array(size);
  const isKnown = new Uint8Array(size);
  // The colour around each pixel: added light over opacity, from pixels where both are sure.
  const [squares, products] = [new Float32Array(size), new Float32Array(size)];
  for (const [at, line] of lines.entries()) {
    if (!line) continue;
    const own = Math.max(0, Math.min(1, 1 - line.slope));
    const sure = 1 / (line.slopeError ** 2 + line.flattened ** 2 + 0.01 ** 2);
    const light = level.i[at]! / level.w[at]! - (1 - own) * (level.p[at]! / level.w[at]!);
    squares[at] = sure * own * own;
    products[at] = sure * own * light;
  }
  const localSquares = sumAround(squares, width, height, colourRadius);
  const localProducts = sumAround(products, width, height, colourRadius);
  for (const [at, line] of lines.entries()) {
    if (!line) continue;
    const colour = localSquares[at]! > 0 ? localProducts[at]! / localSquares[at]! : 128;
    const w = level.w[at]!;
    const [p, i] = [level.p[at]! / w, level.i[at]! / w];
    const doubt = line.slopeError ** 2 + line.flattened ** 2;
    const contrast = line.contrast / (1 + doubt / sureSlope ** 2);
    const [pp, pi] = [p * p + contrast, p * i + line.slope * contrast];
    // Least squares over opacity a and added light s of (i - (1 - a) p - s)², and of share * (s - a colour)².
    const [aa, as, ss] = [pp + colourShare * colour * colour, -p - colourShare * colour, 1 + colourShare];
    const [ra, rs] = [pp - pi, i - p];
    const determinant = aa * ss - as * as;
    const a = Math.max(0, Math.min(1, (ra * ss - as * rs) / determinant));
    const bounded = (rs - as * a) / ss;
    opacity[at] = a;
    added[at] = bounded;
    isKnown[at] = 1;
  }
  const halfOpacity = new Float32Array(size / 4);
  for (let at = 0; at < size; at++)
    halfOpacity[(Math.floor(at / width) >> 1) * (width / 2) + ((at % width) >> 1)]! += opacity[at]! / 4;
  const [blues, reds] = tints.map(sums =>
    Float32Array.from(halfOpacity, (a, at) =>
      sums.w[at]! > 0 ? (sums.i[at]! - (1 - a) * sums.p[at]!) / sums.w[at]! : a * 128,
    ),
  );
  return { isKnown, opacity, added: [added, blues!, reds!] };
}
