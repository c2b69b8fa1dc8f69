// Joins copied pieces: each keeps its detail, and a smooth correction of colour matches it to its neighbours and the rim (Pérez, Gangnet, Blake,
// "Poisson Image Editing", SIGGRAPH 2003).
import { listHoles } from '../region.ts';
import { makeSystem, type System, settle } from '../seams.ts';
import type { ShiftMap } from './recut.ts';
import { isCopyable, type Stage, texturesAt } from './stage.ts';

/** Maximum jump of colour in grey levels that is evened out. The rest of a larger one stays, since it is an edge. */
const maxJump = 28;
/**
 * The rest of such a jump is spread over one pixel where strong texture hides seams, and over this many more for each unit of seam weight above 1.
 */
const softerCut = 2;
/**
 * At the rim the rest is spread farther where the known pixels have little texture, and even farther in deep holes, since a step in fog is visible
 * from a distance. Edges of objects rarely run along the rim of a hole.
 */
const softRim = { hidingTexture: 8, maxWeight: 4, perDepth: 1 / 40, minDepth: 16, away: 4 };
const softSweeps = 30;
const softSweepsPerPixel = 3;
const fewestSweeps = 40;
const sweepsPerDepth = 4.5;
const maxSweeps = 500;

/**
 * Limits in pixels for the cells over which the corrections of seams between the same two pieces are averaged, together with the adjacent cells. A
 * cell is half as large as the hole is deep. A single stone that is cut must not tint everything copied beside it.
 */
const smallestCell = 4;
const largestCell = 40;

interface Seam {
  readonly slot: number;
  /** Number of the pair of pieces that meet here, and -1 when this side belongs to the second of them. */
  readonly pair: number;
  readonly sign: 1 | -1;
  readonly x: number;
  readonly y: number;
  /** Whether the neighbour is known, not copied. */
  readonly isRim: boolean;
  /** The correction of this pixel minus that of its neighbour, for each channel. */
  readonly wanted: readonly [number, number, number];
}

/** Returns all borders between a copied pixel and one that is copied by a different shift or known, from each side. */
function findSeams(stage: Stage, { labels, shifts }: ShiftMap, { holes, neighbours, nowhere }: System): Seam[] {
  const { width, colours, isKnown } = stage;
  const steps = [-1, 1, -width, width];
  const seams: Seam[] = [];
  const slopeOf = (x: number, y: number, side: number, into: number[], sign: 1 | -1): number => {
    const [otherX, otherY] = [x + (side === 0 ? -1 : side === 1 ? 1 : 0), y + (side === 2 ? -1 : side === 3 ? 1 : 0)];
    if (!isCopyable(stage, otherX, otherY)) return 0;
    const [from, to] = [(y * width + x) * 3, (otherY * width + otherX) * 3];
    for (let channel = 0; channel < 3; channel++)
      into[channel]! += sign * (colours[from + channel]! - colours[to + channel]!);
    return 1;
  };
  for (let slot = 0; slot < holes.length; slot++) {
    const pixel = holes[slot]!;
    const label = labels[pixel]!;
    const { dx, dy } = shifts[label]!;
    for (let side = 0; side < 4; side++) {
      if (neighbours[slot * 4 + side] === nowhere) continue;
      const other = pixel + steps[side]!;
      const otherLabel = labels[other]!;
      if (otherLabel === label || (otherLabel < 0 && !isKnown[other])) continue;
      const x = pixel % width;
      const y = Math.floor(pixel / width);
      // The difference of the two pixels should be the mean of the differences in the two sources.
      const slope = [0, 0, 0];
      let views = slopeOf(x + dx, y + dy, side, slope, 1);
      const otherX = other % width;
      const otherY = Math.floor(other / width);
      const { dx: otherDx, dy: otherDy } = otherLabel >= 0 ? shifts[otherLabel]! : { dx: 0, dy: 0 };
      if (otherLabel >= 0) views += slopeOf(otherX + otherDx, otherY + otherDy, side ^ 1, slope, -1);
      if (views === 0) continue;
      const here = ((y + dy) * width + x + dx) * 3;
      const there = ((otherY + otherDy) * width + otherX + otherDx) * 3;
      const want = (channel: number) =>
        slope[channel]! / views - (colours[here + channel]! - colours[there + channel]!);
      const [first, second] = [Math.min(label, otherLabel) + 1, Math.max(label, otherLabel) + 1];
      seams.push({
        slot,
        pair: first * (shifts.length + 1) + second,
        sign: label < otherLabel ? 1 : -1,
        x,
        y,
        isRim: otherLabel < 0,
        wanted: [want(0), want(1), want(2)],
      });
    }
  }
  return seams;
}

/**
 * Returns the mean correction around each seam: a single line that does not meet is no reason to tint the whole piece. With `maxRimJump`, places at
 * the rim where a different object meets the piece hardly count.
 */
function averageSeams(seams: readonly Seam[], cellSide: number, maxRimJump?: number): Float32Array {
  const cells = new Map<string, [number, number, number, number]>();
  const nameOf = (pair: number, column: number, row: number) => `${pair} ${column} ${row}`;
  for (const { pair, sign, x, y, wanted, isRim } of seams) {
    const size = Math.hypot(...wanted) / Math.sqrt(3);
    const weight = isRim && maxRimJump !== undefined ? 1 / (1 + (size / (maxRimJump / 3)) ** 4) : 1;
    const name = nameOf(pair, Math.floor(x / cellSide), Math.floor(y / cellSide));
    const sums = cells.get(name) ?? [0, 0, 0, 0];
    for (let channel = 0; channel < 3; channel++) sums[channel]! += weight * sign * wanted[channel]!;
    sums[3] += weight;
    cells.set(name, sums);
  }
  const means = new Float32Array(seams.length * 3);
  seams.forEach(({ pair, sign, x, y }, index) => {
    const total = [0, 0, 0, 0];
    for (let row = -1; row <= 1; row++) {
      for (let column = -1; column <= 1; column++) {
        const sums = cells.get(nameOf(pair, Math.floor(x / cellSide) + column, Math.floor(y / cellSide) + row));
        if (sums) for (let number = 0; number < 4; number++) total[number]! += sums[number]!;
      }
    }
    for (let channel = 0; channel < 3; channel++) means[index * 3 + channel] = (sign * total[channel]!) / total[3]!;
  });
  return means;
}

/** Returns the number of pixels over which the rest of a jump at the rim is spread. */
function softenRim({ plane, width, isKnown }: Stage, seams: readonly Seam[], depth: number): number {
  if (depth < softRim.minDepth) return 1;
  const fine: number[] = [];
  const broad: number[] = [];
  const add = (x: number, y: number) => {
    const pixel = y * width + x;
    if (x < 0 || x >= width || !isKnown[pixel]) return;
    const strengths = texturesAt(plane, pixel);
    fine.push(strengths.fine);
    broad.push(Math.max(strengths.fine, strengths.broad));
  };
  for (const { x, y, isRim } of seams) {
    if (!isRim) continue;
    add(x - softRim.away, y);
    add(x + softRim.away, y);
    add(x, y - softRim.away);
    add(x, y + softRim.away);
  }
  const missing = (strengths: number[]) => {
    const usual = strengths.sort((a, b) => a - b)[strengths.length >> 1] ?? Number.POSITIVE_INFINITY;
    return Math.max(1, Math.min(softRim.maxWeight, softRim.hidingTexture / 2 ** usual)) - 1;
  };
  // Coarse texture hides a soft end, but not a line of one pixel.
  return 1 + Math.max(softerCut * missing(fine), softRim.perDepth * depth * missing(broad));
}

/**
 * Returns the colours of the group's hole pixels, three numbers each, in the order of the pixels. `depth` is that of the deepest hole. `maxRimJump`:
 * a jump of colour between a piece and the known pixels beside it is evened out completely up to half this value, and not at all from this value on.
 */
export function joinPieces(
  stage: Stage,
  map: ShiftMap,
  { depth, seamWeight, maxRimJump }: { depth: number; seamWeight: number; maxRimJump?: number },
): Uint8Array {
  const { width, height, colours, isKnown, isTarget } = stage;
  const { labels, shifts } = map;
  const region = { width, height, colours, isHole: isKnown.map(value => 1 - value) };
  const holes = listHoles(isTarget);
  const system = makeSystem(region, holes);
  // The unknown is the correction, which is zero at the rim.
  system.values.fill(0, holes.length * 4);
  const seams = findSeams(stage, map, system);
  const cellSide = Math.max(smallestCell, Math.min(largestCell, depth / 2));
  const means = averageSeams(seams, cellSide, maxRimJump);
  const wide = new Float32Array(holes.length * 4);
  const softCut = 1 + softerCut * (seamWeight - 1);
  // At the frame of an expanded image, objects do end at the rim.
  const rimCut = maxRimJump === undefined ? Math.max(softCut, softenRim(stage, seams, depth)) : softCut;
  const narrow = new Float32Array(holes.length * 4);
  const atRim = rimCut > softCut ? new Float32Array(holes.length * 4) : narrow;
  seams.forEach(({ slot, wanted, isRim }, index) => {
    const mean = means.subarray(index * 3, index * 3 + 3);
    const size = Math.sqrt((mean[0]! ** 2 + mean[1]! ** 2 + mean[2]! ** 2) / 3);
    const share =
      isRim && maxRimJump !== undefined
        ? Math.max(0, Math.min(1, 2 - (2 * size) / maxRimJump))
        : Math.min(1, maxJump / (size + 1e-6));
    for (let channel = 0; channel < 3; channel++) {
      const broad = mean[channel]! * share;
      wide[slot * 4 + channel]! += broad;
      (isRim ? atRim : narrow)[slot * 4 + channel]! += wanted[channel]! - broad;
    }
  });
  const start = new Float32Array(holes.length * 4);
  const sweeps = Math.min(maxSweeps, Math.round(fewestSweeps + sweepsPerDepth * depth));
  const smooth = settle(system, { slopes: wide, colours: start, pull: 1e-6, sweeps });
  const soft = settle(system, { slopes: narrow, colours: start, pull: softCut ** -2, sweeps: softSweeps });
  if (atRim !== narrow) {
    const rimSweeps = Math.max(softSweeps, Math.round(softSweepsPerPixel * rimCut));
    const ofRim = settle(system, { slopes: atRim, colours: start, pull: rimCut ** -2, sweeps: rimSweeps });
    for (let index = 0; index < soft.length; index++) soft[index]! += ofRim[index]!;
  }
  const joined = new Uint8Array(holes.length * 3);
  for (let slot = 0; slot < holes.length; slot++) {
    const { dx, dy } = shifts[labels[holes[slot]!]!]!;
    const source = holes[slot]! + dy * width + dx;
    for (let channel = 0; channel < 3; channel++) {
      const value = colours[source * 3 + channel]! + smooth[slot * 4 + channel]! + soft[slot * 4 + channel]!;
      joined[slot * 3 + channel] = Math.max(0, Math.min(255, Math.round(value)));
    }
  }
  return joined;
}
