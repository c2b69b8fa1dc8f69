// Chooses the shift by which each node of a grid is copied (Shift-Map: Pritch, Kav-Venaki, Peleg, ICCV 2009), minimising the nodes' prices and the
// seams between them by alpha expansion (Boykov, Veksler, Zabih, PAMI 2001).
import { xorshift32 } from 'contract/random.ts';
import { shuffle } from './candidates.ts';
import { type Grid, middleOf, neighboursOf, target } from './grid.ts';
import { never, type Prices, seamCap } from './prices.ts';
import { featureCap, featureScale, listPoints, type Shift, type Stage } from './stage.ts';

export interface Labelling {
  readonly shifts: readonly Shift[];
  /** Index of the shift of each node. */
  readonly labels: Int32Array;
  /** Cost of each node: its own price and half of its seams. Below 50 hardly anything is visible, above 100 much is. */
  readonly costs: Float32Array;
}

const sweeps = 3;
/** Maximum number of labels, for which memory is reserved. */
const maxLabels = 1000;
/** Spots whose seams are repaired: one for every so many nodes, up to a limit. Each takes an exhaustive search. */
const nodesPerRepair = 80;
const maxRepairs = 10;
const repairFrom = 50;
const repairReach = 5;
const keptOfRepair = 3;
const cap = Math.round((featureCap * featureScale) ** 2);

/** Bytes of the stage's memory that a labelling of this many nodes takes. */
export const labellingBytes = (nodes: number, cells: number): number =>
  nodes * 200 + cells * 21 + maxLabels * 8 + 100_000;

/** Returns for each node, in the kernel's memory, the node to its right and the one below it; -1 where there is none. */
function linkNodes(
  kernel: Stage['kernel'],
  { nodes, across, down, slots }: Grid,
): { readonly right: Int32Array; readonly below: Int32Array } {
  const cells = across * down;
  const right = kernel.ints(nodes.length);
  const below = kernel.ints(nodes.length);
  nodes.forEach((cell, node) => {
    const [, rightCell, , belowCell] = neighboursOf(cell, across, cells);
    right[node] = rightCell < 0 ? -1 : slots[rightCell]!;
    below[node] = belowCell < 0 ? -1 : slots[belowCell]!;
  });
  return { right, below };
}

export function* labelNodes(
  stage: Stage,
  grid: Grid,
  prices: Prices,
  candidates: readonly Shift[],
): Generator<number, Labelling> {
  const { kernel, width, height, plane } = stage;
  const { nodes } = grid;
  const count = nodes.length;
  const random = xorshift32(99);
  const isWhole = kernel.bytes(width * height);
  isWhole.set(grid.isWhole);
  const middles = Int32Array.from(nodes, cell => middleOf(grid, stage, cell));
  const points = listPoints(stage, middles);
  const { right, below } = linkNodes(kernel, grid);
  const labels = kernel.ints(count);
  const costs = kernel.floats(count);
  const alphaCosts = kernel.floats(count);
  const seams = kernel.floats(count);
  const order = kernel.ints(count);
  const room = kernel.bytes(count * 78 + 1024);
  const shiftList = kernel.ints(maxLabels * 2);
  const shifts: Shift[] = [];
  const table: Float32Array[] = [];
  const add = (shift: Shift) => {
    if (shifts.length >= maxLabels) return;
    shiftList[shifts.length * 2] = shift.dx;
    shiftList[shifts.length * 2 + 1] = shift.dy;
    shifts.push(shift);
    table.push(prices.price(shift).map(price => (price * featureScale) / prices.seamWeight));
  };
  const expand = (alpha: number): number => {
    alphaCosts.set(table[alpha]!);
    return kernel.run.expand(
      plane.byteOffset,
      isWhole.byteOffset,
      width,
      height,
      points.byteOffset,
      right.byteOffset,
      below.byteOffset,
      labels.byteOffset,
      costs.byteOffset,
      alphaCosts.byteOffset,
      count,
      shiftList.byteOffset,
      alpha,
      seamCap * featureScale,
      never,
      order.byteOffset,
      room.byteOffset,
    );
  };
  const measureSeams = () =>
    kernel.run.measureSeams(
      plane.byteOffset,
      isWhole.byteOffset,
      width,
      height,
      points.byteOffset,
      right.byteOffset,
      below.byteOffset,
      labels.byteOffset,
      count,
      shiftList.byteOffset,
      seamCap * featureScale,
      seams.byteOffset,
    );
  for (const candidate of candidates) {
    add(candidate);
    if (shifts.length % 16 === 0) yield (0.3 * shifts.length) / candidates.length;
  }
  for (let node = 0; node < count; node++) {
    let best = 0;
    for (let label = 1; label < shifts.length; label++) if (table[label]![node]! < table[best]![node]!) best = label;
    labels[node] = best;
    costs[node] = table[best]![node]!;
  }
  // Ground beside a body may be out of reach of all shifts proposed for the whole area.
  for (let node = 0; stage.kinds && node < count; node++) {
    const shift =
      costs[node]! < never ? undefined : reachNearest(stage, grid, middles[node]!, place => prices.fits(node, place));
    if (!shift) continue;
    add(shift);
    const label = shifts.length - 1;
    for (let other = node; other < count; other++) {
      if (costs[other]! < never || table[label]![other]! >= never) continue;
      labels[other] = label;
      costs[other] = table[label]![other]!;
    }
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const live = new Set(labels);
    const turn = shuffle(
      Array.from(shifts.keys()).filter(label => sweep === 0 || live.has(label)),
      random,
    );
    let changed = 0;
    for (const [index, label] of turn.entries()) {
      changed += expand(label);
      if (index % 8 === 0) yield 0.3 + (0.5 * (sweep + index / turn.length)) / sweeps;
    }
    if (changed === 0) break;
  }
  measureSeams();
  const before = shifts.length;
  for (const shift of proposeRepairs(stage, grid, { labels, shifts, seams, middles })) add(shift);
  yield 0.9;
  for (let label = before; label < shifts.length; label++) expand(label);
  for (const label of new Set(labels)) expand(label);
  measureSeams();
  return {
    shifts,
    labels: labels.slice(),
    costs: costs.map((cost, node) => ((cost + seams[node]! / 2) * prices.seamWeight) / featureScale),
  };
}

/** Returns the shift, in multiples of the grid's spacing, that takes a place to the nearest one that fits. */
function reachNearest(
  { width, height }: Stage,
  { spacing, across, down }: Grid,
  from: number,
  fits: (place: number) => boolean,
): Shift | undefined {
  const fromY = Math.floor(from / width);
  const fromX = from - fromY * width;
  let best: Shift | undefined;
  let min = Number.POSITIVE_INFINITY;
  for (let row = -down; row <= down; row++)
    for (let column = -across; column <= across; column++) {
      const away = row * row + column * column;
      const [x, y] = [fromX + column * spacing, fromY + row * spacing];
      if (away >= min || x < 0 || y < 0 || x >= width || y >= height || !fits(y * width + x)) continue;
      best = { dx: column * spacing, dy: row * spacing };
      min = away;
    }
  return best;
}

/** Proposes shifts that may bridge the worst seams: the current filling around each of them, with its rim, is searched for in the known pixels. */
function proposeRepairs(
  stage: Stage,
  grid: Grid,
  {
    labels,
    shifts,
    seams,
    middles,
  }: {
    readonly labels: Int32Array;
    readonly shifts: readonly Shift[];
    readonly seams: Float32Array;
    readonly middles: Int32Array;
  },
): Shift[] {
  const { kernel, width, height, plane } = stage;
  const { across, down, spacing, states, nodes, slots } = grid;
  const cells = across * down;
  const worst = Array.from(nodes.keys())
    .filter(node => seams[node]! > repairFrom * featureScale)
    .sort((a, b) => seams[b]! - seams[a]!);
  if (worst.length === 0) return [];
  // Writes the features of the copied blocks to the stage's plane at the nodes' middles, and all of them to a plane of cells.
  middles.forEach((middle, node) => {
    const { dx, dy } = shifts[labels[node]!]!;
    const x = Math.min(width - 1, Math.max(0, (middle % width) + dx));
    const y = Math.min(height - 1, Math.max(0, Math.floor(middle / width) + dy));
    plane.copyWithin(middle * 8, (y * width + x) * 8, (y * width + x + 1) * 8);
  });
  const cellPlane = kernel.shorts(cells * 8);
  const isWholeCell = kernel.bytes(cells);
  for (let cell = 0; cell < cells; cell++) {
    const middle = middleOf(grid, stage, cell);
    cellPlane.set(plane.subarray(middle * 8, middle * 8 + 8), cell * 8);
    isWholeCell[cell] = grid.isWhole[middle]!;
  }
  const scores = kernel.floats(cells);
  const reach = repairReach;
  const list = kernel.ints(2 * (2 * reach + 1) ** 2);
  const isDone = new Uint8Array(nodes.length);
  const found: Shift[] = [];
  const max = Math.min(maxRepairs, Math.ceil(nodes.length / nodesPerRepair));
  let spots = 0;
  for (const node of worst) {
    if (isDone[node]) continue;
    if (++spots > max) break;
    const centreY = Math.floor(nodes[node]! / across);
    const centreX = nodes[node]! - centreY * across;
    let points = 0;
    const middlePoints: number[] = [];
    for (let y = Math.max(0, centreY - reach); y <= Math.min(down - 1, centreY + reach); y++) {
      for (let x = Math.max(0, centreX - reach); x <= Math.min(across - 1, centreX + reach); x++) {
        const away = (x - centreX) ** 2 + (y - centreY) ** 2;
        const cell = y * across + x;
        if (away > reach * reach + 2 || (states[cell] !== target && !isWholeCell[cell])) continue;
        if (states[cell] === target && away < 10) isDone[slots[cell]!] = 1;
        list[points * 2] = x;
        list[points * 2 + 1] = y;
        points++;
        middlePoints.push(middleOf(grid, stage, cell));
      }
    }
    kernel.run.scoreShifts(
      cellPlane.byteOffset,
      isWholeCell.byteOffset,
      across,
      0,
      0,
      across,
      down,
      list.byteOffset,
      points,
      list.byteOffset,
      0,
      centreX,
      centreY,
      cap,
      scores.byteOffset,
    );
    for (const { dx, dy } of bestPlaces(scores, across, centreX, centreY)) {
      middlePoints.forEach((middle, index) => {
        list[index * 2] = middle % width;
        list[index * 2 + 1] = Math.floor(middle / width);
      });
      const number = kernel.run.sharpenShift(
        plane.byteOffset,
        stage.isSource.byteOffset,
        width,
        height,
        list.byteOffset,
        points,
        dx * spacing,
        dy * spacing,
        spacing,
        cap,
      );
      const side = 2 * spacing + 1;
      found.push({
        dx: (dx - 1) * spacing + (number % side),
        dy: (dy - 1) * spacing + Math.floor(number / side),
      });
    }
  }
  return found;
}

function bestPlaces(scores: Float32Array, width: number, centreX: number, centreY: number): Shift[] {
  const best: (Shift & { readonly score: number })[] = [];
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index]!;
    if (score > 3e38 || (best.length === keptOfRepair && score >= best.at(-1)!.score)) continue;
    const y = Math.floor(index / width);
    const dx = index - y * width - centreX;
    const dy = y - centreY;
    // The current shift repairs nothing.
    if (Math.abs(dx) < 2 && Math.abs(dy) < 2) continue;
    const beside = best.findIndex(one => Math.abs(one.dx - dx) <= 1 && Math.abs(one.dy - dy) <= 1);
    if (beside >= 0) {
      if (best[beside]!.score <= score) continue;
      best.splice(beside, 1);
    }
    best.push({ dx, dy, score });
    best.sort((a, b) => a.score - b.score);
    best.length = Math.min(best.length, keptOfRepair);
  }
  return best;
}
