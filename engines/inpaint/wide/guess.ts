// The initial low-resolution guess of a hole, at the size of its grid: by patches and votes, as thin holes are filled.

import { measureDepth } from '../depth.ts';
import { diffuse } from '../diffuse.ts';
import { buildPyramid } from '../levels.ts';
import { listHoles, type Region, shrinkRegion } from '../region.ts';
import { solve } from '../solve.ts';
import { peelLayers } from '../start-coarse.ts';
import type { Grid } from './grid.ts';
import type { Shift, Stage } from './stage.ts';

export interface Guess {
  /** Three numbers per cell of the grid. */
  readonly colours: Float32Array;
  /** The shifts by which most of the guess was copied, in pixels of the stage. */
  readonly shifts: readonly Shift[];
}

const seeds = [12_345, 7];
const maxShifts = 50;
const minUses = 6;

/** Returns the grid's cells as an image; a cell is known when all its pixels are. */
export function drawCells({ width, height, colours, isKnown }: Stage, { spacing }: Grid): Region {
  return shrinkRegion({ width, height, colours, isHole: isKnown.map(value => 1 - value) }, spacing);
}

export function* guessBroadly(stage: Stage, grid: Grid): Generator<void, Guess> {
  const cells = drawCells(stage, grid);
  const holes = listHoles(cells.isHole);
  const colours = new Float32Array(cells.colours);
  const write = (from: { readonly [index: number]: number }, isPlane: boolean) =>
    holes.forEach((cell, slot) => {
      for (let channel = 0; channel < 3; channel++)
        colours[cell * 3 + channel] = from[(isPlane ? cell : slot) * 4 + channel]!;
    });
  const depths = measureDepth(cells.isHole, cells.width, cells.height);
  const pyramid = buildPyramid(
    cells,
    depths.reduce((max, depth) => Math.max(max, depth), 0),
  );
  const coarsest = pyramid.levels.at(-1);
  if (!coarsest) {
    write(diffuse(cells), false);
    return { colours, shifts: [] };
  }
  const finest = pyramid.levels[0]!;
  const layers = peelLayers(coarsest.isHole, coarsest.holes, coarsest.width, coarsest.height);
  const uses = new Map<number, number>();
  let min = Number.POSITIVE_INFINITY;
  for (const seed of seeds) {
    const steps = solve(pyramid, layers, seed);
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield;
    const { shifts, unlikeness } = step.value;
    const cost = unlikeness.reduce((sum, value) => sum + value, 0);
    if (cost < min) write(finest.plane, true);
    min = Math.min(min, cost);
    shifts.forEach((shift, slot) => {
      const from = holes[slot]!;
      const to = from + shift;
      const dy = Math.floor(to / cells.width) - Math.floor(from / cells.width);
      const dx = (to % cells.width) - (from % cells.width);
      const key = (dy + cells.height) * 2 * cells.width + dx + cells.width;
      uses.set(key, (uses.get(key) ?? 0) + 1);
    });
  }
  const often = [...uses].filter(([, count]) => count >= minUses).sort((a, b) => b[1] - a[1]);
  const shifts = often.slice(0, maxShifts).map(([key]) => ({
    dx: ((key % (2 * cells.width)) - cells.width) * grid.spacing,
    dy: (Math.floor(key / (2 * cells.width)) - cells.height) * grid.spacing,
  }));
  return { colours, shifts };
}
