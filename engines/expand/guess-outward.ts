// The initial low-resolution guess around a frame: each place of the border continues along its own line where it has one, as planar structure does
// (Huang, Kang, Ahuja, Kopf, SIGGRAPH 2014), and straight outwards where it has none.
import { listHoles, type Region } from '../inpaint/region.ts';
import { luma } from '../inpaint/seams.ts';
import type { Grid } from '../inpaint/wide/grid.ts';
import { drawCells, type Guess } from '../inpaint/wide/guess.ts';
import type { Shift, Stage } from '../inpaint/wide/stage.ts';

/** A place of the border, in cells of the grid, and its continuation. */
interface Root {
  readonly x: number;
  readonly y: number;
  /** Unit vector pointing outwards: along the line that crosses the border here, or perpendicular to the border. */
  readonly aimX: number;
  readonly aimY: number;
  /** Component of the aim perpendicular to the border, 0..1. */
  readonly outwards: number;
  /** 0 without a line, 1 on a clear one. */
  readonly clarity: number;
  readonly colour: readonly [number, number, number];
}

/** Lines are detected in squares of 2 * reach + 1 cells. */
const reach = 2;
/** Gradient in grey levels per cell at which an edge is clear. */
const clearSlope = 7;
/** Minimum sine of the angle between a line and the border; flatter lines are left out. */
const minOutwards = 0.3;
/** Width of the beam in which a place continues: at the border, and per cell further out, with a clear line and without one. */
const beam = { start: 0.6, ofLine: 0.04, ofNone: 0.2 };
/** Weight of a clear line relative to a place without one. */
const weightOfLine = 4;
/** Minimum weight of every place everywhere, so that no cell is left without a colour. */
const minWeight = 1e-4;
/** Number of lines along which shifts are proposed, and lengths of those shifts in depths of the area. */
const maxLines = 16;
const lengths = [1.05, 1.35, 1.8, 2.5];

/** Returns the direction of the lines around a cell and their clarity, by the structure tensor (Förstner and Gülch, 1987) of the known cells. */
function findLine(region: Region, grey: Float32Array, x: number, y: number): { x: number; y: number; clarity: number } {
  const { width, height, isHole } = region;
  let [xx, xy, yy, count] = [0, 0, 0, 0];
  const isKnown = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < width && row < height && !isHole[row * width + column];
  for (let row = y - reach; row <= y + reach; row++) {
    for (let column = x - reach; column <= x + reach; column++) {
      if (!isKnown(column, row)) continue;
      const here = row * width + column;
      const before = isKnown(column - 1, row) ? here - 1 : here;
      const after = isKnown(column + 1, row) ? here + 1 : here;
      const above = isKnown(column, row - 1) ? here - width : here;
      const under = isKnown(column, row + 1) ? here + width : here;
      const slopeX = after > before ? (grey[after]! - grey[before]!) / (after - before) : 0;
      const slopeY = under > above ? ((grey[under]! - grey[above]!) * width) / (under - above) : 0;
      xx += slopeX * slopeX;
      xy += slopeX * slopeY;
      yy += slopeY * slopeY;
      count++;
    }
  }
  if (count === 0) return { x: 0, y: 0, clarity: 0 };
  const spread = Math.hypot(xx - yy, 2 * xy);
  const across = 0.5 * Math.atan2(2 * xy, xx - yy);
  const coherence = spread / (xx + yy + 1e-6);
  const strength = Math.min(1, Math.sqrt((xx + yy) / count) / clearSlope);
  return { x: -Math.sin(across), y: Math.cos(across), clarity: coherence ** 2 * strength };
}

/** Returns the mean colour of the known cells in the 3 x 3 neighbourhood. */
function meanColour({ width, height, isHole, colours }: Region, x: number, y: number): [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
      const cell = row * width + column;
      if (isHole[cell]) continue;
      for (let channel = 0; channel < 3; channel++) sums[channel]! += colours[cell * 3 + channel]!;
      count++;
    }
  return [sums[0] / count, sums[1] / count, sums[2] / count];
}

function findRoots(region: Region): Root[] {
  const { width, height, isHole, colours } = region;
  const grey = Float32Array.from(isHole, (_, cell) => luma(colours, cell * 3));
  const roots: Root[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = y * width + x;
      if (isHole[cell]) continue;
      let normalX = (x < width - 1 ? isHole[cell + 1]! : 0) - (x > 0 ? isHole[cell - 1]! : 0);
      let normalY = (y < height - 1 ? isHole[cell + width]! : 0) - (y > 0 ? isHole[cell - width]! : 0);
      const length = Math.hypot(normalX, normalY);
      if (length === 0) continue;
      normalX /= length;
      normalY /= length;
      const line = findLine(region, grey, x, y);
      const sign = line.x * normalX + line.y * normalY < 0 ? -1 : 1;
      const outwards = sign * (line.x * normalX + line.y * normalY);
      const clarity = outwards < minOutwards ? 0 : line.clarity;
      let aimX = normalX + clarity * (sign * line.x - normalX);
      let aimY = normalY + clarity * (sign * line.y - normalY);
      const aim = Math.hypot(aimX, aimY);
      aimX /= aim;
      aimY /= aim;
      const colour =
        clarity > 0.3 ? ([...colours.subarray(cell * 3, cell * 3 + 3)] as never) : meanColour(region, x, y);
      roots.push({ x, y, aimX, aimY, outwards: aimX * normalX + aimY * normalY, clarity, colour });
    }
  }
  return roots;
}

function paint(region: Region, roots: readonly Root[]): Float32Array {
  const { width, isHole } = region;
  const colours = new Float32Array(region.colours);
  for (const cell of listHoles(isHole)) {
    const y = Math.floor(cell / width);
    const x = cell - y * width;
    let [red, green, blue, total] = [0, 0, 0, 0];
    for (const root of roots) {
      const [dx, dy] = [x - root.x, y - root.y];
      const along = dx * root.aimX + dy * root.aimY;
      const squares = dx * dx + dy * dy;
      let weight = minWeight / squares;
      if (along > 0) {
        const sigma = beam.start + along * (beam.ofNone + root.clarity * (beam.ofLine - beam.ofNone));
        const away = squares - along * along;
        if (away < 16 * sigma * sigma)
          weight +=
            (Math.exp(-away / (2 * sigma * sigma)) * (1 + (weightOfLine - 1) * root.clarity)) / (sigma * (2 + along));
      }
      red += weight * root.colour[0];
      green += weight * root.colour[1];
      blue += weight * root.colour[2];
      total += weight;
    }
    colours[cell * 3] = red / total;
    colours[cell * 3 + 1] = green / total;
    colours[cell * 3 + 2] = blue / total;
  }
  return colours;
}

/** Extends a small image outwards at low resolution: returns three numbers per pixel. */
export const continueBroadly = (region: Region): Float32Array => paint(region, findRoots(region));

/** Returns the size of the known area in cells, and the depth of the area around it on each side. */
function measureFrame({ width, height, isHole }: Region) {
  let [left, right, top, bottom] = [width, 0, height, 0];
  isHole.forEach((hole, cell) => {
    if (hole) return;
    const y = Math.floor(cell / width);
    left = Math.min(left, cell - y * width);
    right = Math.max(right, cell - y * width + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  });
  return {
    across: { before: left, after: width - right, known: right - left },
    down: { before: top, after: height - bottom, known: bottom - top },
  };
}

/** Returns lengths of shifts that bring each place of a side of `depth` cells to the `known` cells beside it. */
function listLengths(depth: number, known: number): number[] {
  if (depth === 0) return [];
  const inside = lengths.map(length => Math.ceil(length * depth) + 1).filter(length => length < known);
  // A side that is deeper than the image is wide takes several repetitions.
  const turns = Array.from({ length: Math.ceil((1.25 * depth) / known) }, (_, turn) =>
    Math.min(Math.round((turn + 1) * 0.8 * known), depth + 1),
  );
  return [...new Set([...inside, ...turns])];
}

/** Proposes shifts along the clearest lines and straight inwards, in cells. */
function proposeShifts(region: Region, roots: readonly Root[]): Shift[] {
  const shifts = new Map<string, Shift>();
  const add = (dx: number, dy: number) => {
    if (dx !== 0 || dy !== 0) shifts.set(`${dx},${dy}`, { dx, dy });
  };
  const { across, down } = measureFrame(region);
  // Blocks beside the edge of the image are never whole: a shift by one cell avoids it.
  const shiftsOf = ({ before, after, known }: typeof across) => [
    0,
    1,
    -1,
    ...listLengths(before, known),
    ...listLengths(after, known).map(length => -length),
  ];
  const columns = shiftsOf(across);
  const rows = shiftsOf(down);
  for (const dx of columns) for (const dy of rows) add(dx, dy);
  const depth = Math.max(across.before, across.after, down.before, down.after);
  const lines = [...roots].filter(({ clarity }) => clarity > 0.3).sort((a, b) => b.clarity - a.clarity);
  const chosen: Root[] = [];
  for (const root of lines) {
    if (chosen.length === maxLines) break;
    if (chosen.some(other => Math.abs(other.x - root.x) + Math.abs(other.y - root.y) < 3)) continue;
    chosen.push(root);
    for (const length of lengths) {
      const far = (length * depth) / root.outwards;
      add(Math.round(-root.aimX * far), Math.round(-root.aimY * far));
    }
  }
  return [...shifts.values()];
}

/** Replaces `guessBroadly` of engines/inpaint/wide/guess.ts for an area that is open on its outer side. */
export function* guessOutward(stage: Stage, grid: Grid): Generator<void, Guess> {
  const cells = drawCells(stage, grid);
  const roots = findRoots(cells);
  yield;
  const colours = paint(cells, roots);
  yield;
  const { spacing } = grid;
  const shifts = proposeShifts(cells, roots).map(({ dx, dy }) => ({ dx: dx * spacing, dy: dy * spacing }));
  return { colours, shifts };
}
