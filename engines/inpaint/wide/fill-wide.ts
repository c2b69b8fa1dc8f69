// Fills thick holes by copying large pieces of the image: nothing is averaged, every pixel is a copy of another one with a smooth correction of its
// colour. See docs/decisions/filling-wide.md.
import { boxSum } from '../../pixels/box-filter.ts';
import { measureDepth } from '../depth.ts';
import { listHoles, type Region, shrinkRegion } from '../region.ts';
import { findCandidates } from './candidates.ts';
import { type Grid, layGrid } from './grid.ts';
import { type Guess, guessBroadly } from './guess.ts';
import { joinPieces } from './join.ts';
import { labellingBytes, labelNodes } from './label.ts';
import { openPrices, type PriceWeights } from './prices.ts';
import { cuttingBytes, enlargeMap, mendLost, recutSeams, type ShiftMap, sharpenShifts } from './recut.ts';
import { openStage, type Scene, type Stage, type Window } from './stage.ts';
import { measureTextures } from './textures.ts';

export interface WideFilling {
  /** The pixels of the region that it fills, their colours (three numbers each), and the pixels they were copied from. */
  readonly pixels: Int32Array;
  readonly colours: Uint8Array;
  readonly sources: Int32Array;
  /** Mean cost of the nodes, in grey levels: see `engines/inpaint/wide/label.ts`. */
  readonly cost: number;
}

/** Differences between a hole inside an image and the area around an image. */
export interface WideRules {
  /** Makes the initial low-resolution guess of a hole, with shifts of its own. */
  readonly guess: (stage: Stage, grid: Grid) => Generator<void, Guess>;
  /** Whether pieces are used however badly they fit, because there is no alternative. */
  readonly takesAny?: boolean;
  readonly weights?: PriceWeights;
  /** See `joinPieces`. */
  readonly mostRimJump?: number;
  /** See `Scene`. */
  readonly kinds?: Uint8Array | undefined;
}

/** Holes nearer to each other than this are labelled together, in pixels. */
const groupGap = 32;
/** Margin around a group to copy from, in pixels: smaller around a small group, because every place costs time. */
const leastMargin = 250;
const marginOfSmall = { least: 120, perSide: 2 };
const mostMargin = 700;
const marginShare = 1.2;
/** Number of grid nodes from the rim to the middle of the thickest part, and the approximate maximum of all nodes. */
const nodesPerDepth = 20;
const mostNodes = 4000;
const leastSpacing = 2;
/**
 * Mean cost in grey levels above which pieces are worse than patches. Photographs have 10 to 50. In strokes nearly every node lies beside the rim and
 * pays for the seam there, so that strong texture costs about 100, and still looks better than patches.
 */
const mostCost = 100;
const mostCostOfStrokes = 120;
/** Maximum depth in pixels of a hole that consists of strokes. */
const strokeDepth = 10;
const smallestArea = 3000;

interface Group {
  readonly number: number;
  readonly window: Window;
  readonly count: number;
  readonly depth: number;
}

/** Numbers the groups of holes, and measures them. */
function groupHoles(region: Region, isWide: Uint8Array): { groups: Group[]; numbers: Int32Array } {
  const { width, height } = region;
  const near = new Float32Array(isWide);
  boxSum(near, width, height, groupGap >> 1);
  const numbers = new Int32Array(width * height);
  const depths = measureDepth(region.isHole, width, height);
  const groups: Group[] = [];
  const waiting: number[] = [];
  for (let start = 0; start < numbers.length; start++) {
    if (!isWide[start] || numbers[start]) continue;
    const number = groups.length + 1;
    let [left, right, top, bottom, count, depth] = [width, 0, height, 0, 0, 0];
    numbers[start] = number;
    waiting.push(start);
    for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
      const y = Math.floor(pixel / width);
      const x = pixel - y * width;
      if (isWide[pixel]) {
        count++;
        depth = Math.max(depth, depths[pixel]!);
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
      const visit = (other: number) => {
        if (numbers[other] || near[other]! < 0.5) return;
        numbers[other] = number;
        waiting.push(other);
      };
      if (x > 0) visit(pixel - 1);
      if (x < width - 1) visit(pixel + 1);
      if (y > 0) visit(pixel - width);
      if (y < height - 1) visit(pixel + width);
    }
    const margin = Math.max(
      Math.min(leastMargin, Math.round(marginOfSmall.least + marginOfSmall.perSide * Math.sqrt(count))),
      Math.min(mostMargin, Math.round(marginShare * Math.min(right - left, bottom - top))),
    );
    const window = {
      left: Math.max(0, left - margin),
      top: Math.max(0, top - margin),
      right: Math.min(width, right + margin),
      bottom: Math.min(height, bottom + margin),
    };
    groups.push({ number, window, count, depth });
  }
  for (let pixel = 0; pixel < numbers.length; pixel++) if (!isWide[pixel]) numbers[pixel] = 0;
  return { groups, numbers };
}

/** A hole with this share of its pixels in a head is part of the head, and continues its skin. */
const insideShare = 0.5;

/** Returns the heads from which no pixel may be copied: all but the one that contains the group's holes. */
function barHeads(heads: readonly Window[], { number, count }: Group, numbers: Int32Array, width: number): Window[] {
  return heads.filter(({ left, top, right, bottom }) => {
    let inside = 0;
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) if (numbers[y * width + x] === number) inside++;
    return inside < insideShare * count;
  });
}

function openScene(region: Region, groups: Int32Array): Omit<Scene, 'barred'> {
  const sizes = [region];
  for (let last = region; sizes.length < 3 || last.width * last.height > smallestArea; ) {
    last = shrinkRegion(last, 2);
    sizes.push(last);
  }
  return { sizes, textures: measureTextures(region), groups };
}

/**
 * Fills the holes where `isWide` is 1, group by group; a group without suitable pieces has no filling. No pixel is copied from `heads`, unless the
 * holes lie in that head. The region is not changed. Yields the share of work done.
 */
export function* fillWide(
  region: Region,
  isWide: Uint8Array,
  heads: readonly Window[] = [],
  rules: WideRules = { guess: guessBroadly },
): Generator<number, WideFilling[]> {
  const { groups, numbers } = groupHoles(region, isWide);
  if (groups.length === 0) return [];
  yield 0;
  const scene = openScene(region, numbers);
  yield 0;
  const total = groups.reduce((sum, group) => sum + group.count, 0);
  const fillings: WideFilling[] = [];
  let done = 0;
  for (const group of groups) {
    const barred = barHeads(heads, group, numbers, region.width);
    const steps = fillGroup({ ...scene, barred, kinds: rules.kinds }, group, rules);
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield (done + step.value * group.count) / total;
    if (step.value) fillings.push(step.value);
    done += group.count;
  }
  return fillings;
}

function* fillGroup(
  scene: Scene,
  group: Group,
  { guess, takesAny = false, weights, mostRimJump }: WideRules,
): Generator<number, WideFilling | undefined> {
  const { window, count, depth } = group;
  const wanted = Math.max(leastSpacing, depth / nodesPerDepth, Math.sqrt(count / mostNodes));
  const size = Math.min(scene.sizes.length - 2, Math.floor(Math.log2(wanted / leastSpacing)));
  const spacing = Math.max(leastSpacing, Math.round(wanted / 2 ** size));
  const area = ((window.right - window.left) * (window.bottom - window.top)) / 4 ** size;
  const open = (at: number, passes: number, scratchBytes: number) =>
    openStage(scene, { group: group.number, window, size: at, passes, scratchBytes });

  const bytesToCut = (at: number) => cuttingBytes(Math.min(4 * count, (1.2 * count) / 4 ** at + 20_000));
  const searching = findCandidates(scene, {
    group: group.number,
    window,
    size,
    depth,
    count,
    scratchBytes: bytesToCut(size),
  });
  let searched = searching.next();
  for (; !searched.done; searched = searching.next()) yield 0.1;
  const exact = searched.value.stage;
  let stage = open(
    size,
    Math.round(0.72 * spacing * spacing),
    area + labellingBytes((2 * count) / 4 ** size, (2 * area) / spacing ** 2),
  );
  const grid = layGrid(stage, spacing);
  if (grid.rim.length === 0) return undefined;
  const guessing = guess(stage, grid);
  let guessed = guessing.next();
  for (; !guessed.done; guessed = guessing.next()) yield 0.2;
  const prices = openPrices(stage, grid, guessed.value, weights);
  const candidates = [...searched.value.shifts, ...guessed.value.shifts];
  if (candidates.length === 0) return undefined;
  const labelling = labelNodes(stage, grid, prices, candidates);
  let labelled = labelling.next();
  for (; !labelled.done; labelled = labelling.next()) yield 0.25 + 0.35 * labelled.value;
  const { labels, shifts, costs } = labelled.value;
  const cost = costs.reduce((sum, value) => sum + Math.min(1000, value), 0) / costs.length;
  if (!takesAny && cost > (depth < strokeDepth ? mostCostOfStrokes : mostCost)) return undefined;

  let map: ShiftMap = { labels: new Int32Array(stage.width * stage.height).fill(-1), shifts: [...shifts] };
  for (let pixel = 0; pixel < map.labels.length; pixel++) {
    if (!stage.isTarget[pixel]) continue;
    const row = Math.floor(pixel / stage.width);
    const cell = Math.floor(row / spacing) * grid.across + Math.floor((pixel - row * stage.width) / spacing);
    map.labels[pixel] = labels[grid.slots[cell]!]!;
  }
  for (let at = size; at >= 0; at--) {
    const finer = at === size ? exact : open(at, 1, bytesToCut(at));
    if (at < size) map = enlargeMap(map, stage, finer);
    stage = finer;
    if (!mendLost(stage, map)) return undefined;
    sharpenShifts(stage, map);
    if (!mendLost(stage, map)) return undefined;
    for (const _ of recutSeams(stage, map, at === size ? spacing + 1 : 3)) yield 0.6 + 0.3 * (1 - at / (size + 1));
  }
  yield 0.9;
  const { seamWeight } = prices;
  return readFilling(scene, group, stage, map, { cost, seamWeight, ...(mostRimJump && { mostRimJump }) });
}

function readFilling(
  { sizes }: Scene,
  { window, depth }: Group,
  stage: Stage,
  map: ShiftMap,
  { cost, ...join }: { readonly cost: number; readonly seamWeight: number; readonly mostRimJump?: number },
): WideFilling {
  const { width } = sizes[0]!;
  const colours = joinPieces(stage, map, { depth, ...join });
  const holes = listHoles(stage.isTarget);
  const pixels = holes.map(
    pixel => (window.top + Math.floor(pixel / stage.width)) * width + window.left + (pixel % stage.width),
  );
  const sources = pixels.map((pixel, index) => {
    const { dx, dy } = map.shifts[map.labels[holes[index]!]!]!;
    return pixel + dy * width + dx;
  });
  return { pixels, colours, sources, cost };
}
