// Fills thick holes by copying large pieces of the image: nothing is averaged, every pixel is a copy of another one with a smooth correction of its
// colour. See docs/decisions/filling-wide.md.
import { listHoles, type Region } from '../region.ts';
import { findCandidates } from './candidates.ts';
import { type ContourScene, continueContours, openScene } from './contour-scene.ts';
import { type Grid, layGrid } from './grid.ts';
import { type Group, groupHoles } from './group-holes.ts';
import { type Guess, guessBroadly } from './guess.ts';
import { joinPieces } from './join.ts';
import { labellingBytes, labelNodes } from './label.ts';
import { measureSeams } from './measure-seams.ts';
import { openPrices, type PriceWeights } from './prices.ts';
import { cuttingBytes, enlargeMap, mendLost, recutSeams, type ShiftMap, sharpenShifts } from './recut.ts';
import { openStage, type Scene, type Shift, type Stage, type Window } from './stage.ts';

export interface WideFilling {
  /** The pixels of the region that it fills, their colours (three numbers each), and the pixels they were copied from. */
  readonly pixels: Int32Array;
  readonly colours: Uint8Array;
  readonly sources: Int32Array;
  /** Mean cost of the nodes, in grey levels: see `engines/inpaint/wide/label.ts`. */
  readonly cost: number;
  /** How visible its seams are: see `measureSeams`. Only measured where other weights may be tried, else 0. */
  readonly seams: number;
}

/** Differences between a hole inside an image and the area around an image. */
export interface WideRules {
  /** Makes the initial low-resolution guess of a hole, with shifts of its own. */
  readonly guess: (stage: Stage, grid: Grid) => Generator<void, Guess>;
  /** Whether contours that the guess breaks are continued. */
  readonly continuesContours?: boolean;
  /** Whether pieces are used however badly they fit, because there is no alternative. */
  readonly takesAny?: boolean;
  readonly weights?: PriceWeights;
  /** Weights that are tried in order where seams are visible. They are taken if no more than this share of the seams is left. */
  readonly otherWeights?: { readonly list: readonly PriceWeights[]; readonly clearlyLess: number };
  /** See `joinPieces`. */
  readonly maxRimJump?: number;
  /** See `Scene`. */
  readonly kinds?: Uint8Array | undefined;
  /** 1 for pixels that are neither copied nor continued, as if they were holes of others. */
  readonly isBarred?: Uint8Array | undefined;
}

/** Weights by which what lies at another height costs so much. */
export const uprightWeights = (upright: number): PriceWeights => ({ far: { across: 0, upright } });

/** The usual rules for a hole inside an image. */
export const insideRules: WideRules = {
  guess: guessBroadly,
  continuesContours: true,
};

/** Number of grid nodes from the rim to the middle of the thickest part, and the approximate maximum of all nodes. */
const nodesPerDepth = 20;
const maxNodes = 4000;
const minSpacing = 2;
/**
 * Mean cost in grey levels above which pieces are worse than patches. Photographs have 10 to 50. In strokes nearly every node lies beside the rim and
 * pays for the seam there, so that strong texture costs about 100, and still looks better than patches.
 */
const maxCost = 100;
const maxCostOfStrokes = 120;
/** Maximum depth in pixels of a hole that consists of strokes. */
const strokeDepth = 10;
/** Seams from which on a filling with other weights is tried. */
const triedFrom = 3;
/** Maximum cost of pieces that continue contours, as a multiple of the cost of pieces that break them. */
const maxDearer = 1.1;

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

/** Returns a copy of a region in which barred pixels are holes. */
function withoutBarred({ width, height, colours: all, isHole: holes }: Region, isBarred: Uint8Array): Region {
  const colours = Uint8Array.from(all);
  const isHole = Uint8Array.from(holes);
  for (let pixel = 0; pixel < isHole.length; pixel++) {
    if (!isBarred[pixel]) continue;
    isHole[pixel] = 1;
    colours.fill(0, pixel * 3, pixel * 3 + 3);
  }
  return { width, height, colours, isHole };
}

/**
 * Fills the holes where `isWide` is 1, group by group; a group without suitable pieces has no filling. No pixel is copied from `heads`, unless the
 * holes lie in that head. The region is not changed. Yields the share of work done.
 */
export function* fillWide(
  region: Region,
  isWide: Uint8Array,
  heads: readonly Window[] = [],
  rules: WideRules = insideRules,
): Generator<number, WideFilling[]> {
  const { groups, numbers } = groupHoles(region, isWide);
  if (groups.length === 0) return [];
  yield 0;
  const scene = openScene(rules.isBarred ? withoutBarred(region, rules.isBarred) : region, numbers);
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

const bytesToCut = (count: number, size: number): number =>
  cuttingBytes(Math.min(4 * count, (1.2 * count) / 4 ** size + 20_000));

interface Tools {
  readonly scene: Scene;
  readonly group: Group;
  readonly rules: WideRules;
  readonly lay: (of: Scene, whole: Window) => Laid;
  readonly guess: Guess;
  readonly candidates: readonly Shift[];
  readonly other: ContourScene | undefined;
}

function* fillGroup(scene: Scene, group: Group, rules: WideRules): Generator<number, WideFilling | undefined> {
  const { window, count, depth } = group;
  const wanted = Math.max(minSpacing, depth / nodesPerDepth, Math.sqrt(count / maxNodes));
  const size = Math.min(scene.sizes.length - 2, Math.floor(Math.log2(wanted / minSpacing)));
  const spacing = Math.max(minSpacing, Math.round(wanted / 2 ** size));
  const lay = (of: Scene, whole: Window) => {
    const area = ((whole.right - whole.left) * (whole.bottom - whole.top)) / 4 ** size;
    const stage = openStage(of, {
      group: group.number,
      window: whole,
      size,
      passes: Math.round(0.72 * spacing * spacing),
      scratchBytes: area + labellingBytes((2 * count) / 4 ** size, (2 * area) / spacing ** 2),
    });
    return { stage, grid: layGrid(stage, spacing) };
  };
  const laid = lay(scene, window);
  if (laid.grid.rim.length === 0) return undefined;
  const guess = yield* runTo(rules.guess(laid.stage, laid.grid), 0.1);
  const search = { group: group.number, window, size, depth, count, scratchBytes: bytesToCut(count, size) };
  const { shifts, stage: exact } = yield* runTo(findCandidates(scene, search), 0.2);
  const candidates = [...shifts, ...guess.shifts];
  if (candidates.length === 0) return undefined;
  const other =
    rules.continuesContours && depth >= strokeDepth
      ? continueContours(scene, window, laid.stage, laid.grid, guess)
      : undefined;
  const tools = { scene, group, rules, lay, guess, candidates, other };
  const first = yield* tryPieces(tools, rules.weights, { laid, exact });
  return first && (yield* chooseBetter(tools, first));
}

/** Returns `first`, or where its seams are visible, a filling with other weights whose seams are clearly less so. */
function* chooseBetter(tools: Tools, first: WideFilling): Generator<number, WideFilling> {
  const { list, clearlyLess } = tools.rules.otherWeights ?? { list: [], clearlyLess: 0 };
  let best = first;
  for (const weights of list) {
    if (best.seams < triedFrom) break;
    const next = yield* runTo(tryPieces(tools, weights), 0.9);
    if (next && next.seams < clearlyLess * best.seams) best = next;
  }
  return best;
}

/** Fills a group with pieces that continue contours, unless those cost too much. `before`: what has been laid already. */
function* tryPieces(
  { scene, group, rules, lay, guess, candidates, other }: Tools,
  weights: PriceWeights | undefined,
  before?: { readonly laid: Laid; readonly exact: Stage },
): Generator<number, WideFilling | undefined> {
  const plain = yield* labelPieces(before?.laid ?? lay(scene, group.window), guess, candidates, weights, 0.25);
  const continued =
    other &&
    (yield* labelPieces(
      lay(other.scene, other.window),
      other.guess,
      [...other.guess.shifts, ...candidates],
      weights,
      0.4,
    ));
  const isContinued = continued && continued.cost <= maxDearer * plain.cost;
  const { cost } = isContinued ? continued : plain;
  if (!rules.takesAny && cost > (group.depth < strokeDepth ? maxCostOfStrokes : maxCost)) return undefined;
  if (!isContinued) return yield* refine(scene, group, plain, rules, before?.exact);
  const filling = yield* refine(other.scene, { ...group, window: other.window }, continued, rules);
  const back = (pixel: number) => other.origins[pixel]!;
  return filling && { ...filling, pixels: filling.pixels.map(back), sources: filling.sources.map(back) };
}

/** Runs a generator to its end, yielding `share` at each step. */
function* runTo<T>(steps: Generator<unknown, T>, share: number): Generator<number, T> {
  let step = steps.next();
  for (; !step.done; step = steps.next()) yield share;
  return step.value;
}

interface Laid {
  readonly stage: Stage;
  readonly grid: Grid;
}

interface Labelled extends Laid {
  readonly map: ShiftMap;
  readonly seamWeight: number;
  readonly cost: number;
}

/** Chooses a shift for each node of a grid, and assigns it to the pixels of the node's cell. */
function* labelPieces(
  { stage, grid }: Laid,
  guess: Guess,
  candidates: readonly Shift[],
  weights: PriceWeights | undefined,
  doneBefore: number,
): Generator<number, Labelled> {
  const prices = openPrices(stage, grid, guess, weights);
  const labelling = labelNodes(stage, grid, prices, candidates);
  let labelled = labelling.next();
  for (; !labelled.done; labelled = labelling.next()) yield doneBefore + 0.15 * labelled.value;
  const { labels, shifts, costs } = labelled.value;
  const cost = costs.reduce((sum, value) => sum + Math.min(1000, value), 0) / costs.length;
  const map: ShiftMap = { labels: new Int32Array(stage.width * stage.height).fill(-1), shifts: [...shifts] };
  for (let pixel = 0; pixel < map.labels.length; pixel++) {
    if (!stage.isTarget[pixel]) continue;
    const row = Math.floor(pixel / stage.width);
    const cell = Math.floor(row / grid.spacing) * grid.across + Math.floor((pixel - row * stage.width) / grid.spacing);
    map.labels[pixel] = labels[grid.slots[cell]!]!;
  }
  return { stage, grid, map, seamWeight: prices.seamWeight, cost };
}

/** Refines a labelling up to full size. `exact`: a stage of the same size with exact features, if there is one. */
function* refine(
  scene: Scene,
  group: Group,
  { stage: coarse, grid, map: coarseMap, cost, seamWeight }: Labelled,
  { maxRimJump, otherWeights }: WideRules,
  exact?: Stage,
): Generator<number, WideFilling | undefined> {
  const { window, count } = group;
  const size = Math.log2(coarse.factor);
  let stage = coarse;
  let map = coarseMap;
  for (let at = size; at >= 0; at--) {
    const finer =
      at === size && exact
        ? exact
        : openStage(scene, { group: group.number, window, size: at, passes: 1, scratchBytes: bytesToCut(count, at) });
    if (at < size) map = enlargeMap(map, stage, finer);
    stage = finer;
    if (!mendLost(stage, map)) return undefined;
    sharpenShifts(stage, map);
    if (!mendLost(stage, map)) return undefined;
    for (const _ of recutSeams(stage, map, at === size ? grid.spacing + 1 : 3)) yield 0.6 + 0.3 * (1 - at / (size + 1));
  }
  yield 0.9;
  const isMeasured = otherWeights !== undefined;
  return readFilling(scene, group, stage, map, { cost, isMeasured, seamWeight, ...(maxRimJump && { maxRimJump }) });
}

function readFilling(
  { sizes }: Scene,
  { window, depth }: Group,
  stage: Stage,
  map: ShiftMap,
  {
    cost,
    isMeasured,
    ...join
  }: {
    readonly cost: number;
    readonly isMeasured: boolean;
    readonly seamWeight: number;
    readonly maxRimJump?: number;
  },
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
  return { pixels, colours, sources, cost, seams: isMeasured ? measureSeams(stage, map, holes, colours) : 0 };
}
