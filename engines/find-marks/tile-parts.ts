// Assembles the ink of one period of a lattice into whole marks, even where the border of the period cuts them.

import { growMask } from '../pixels/morphology.ts';
import type { Cell } from './fold.ts';
import type { Step } from './lattice.ts';

/** A mark in one tile: its ink, and its top left corner before the shift. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 1 on the mark and its soft rim. */
  readonly isInk: Uint8Array;
}

/** Maximum gaps within one mark, as shares of the lattice's shorter step, widest first; the first that keeps neighbouring marks apart is used. */
const reaches = [0.14, 0.1, 0.06, 0.03];
/** Minimum share of all ink; smaller parts are noise. */
const minShare = 0.03;
/** Maximum extent of a mark, in cells; a larger one has merged with its neighbours. */
const maxCells = 1.35;
const rim = 2;

/** Groups ink connected over gaps of up to `reach` pixels, as points that may extend beyond the cell. */
function collect({ points, placeOf }: Cell, isInk: Uint8Array, reach: number): Step[][] {
  const isLeft = isInk.slice();
  const groups: Step[][] = [];
  for (const [start, point] of points.entries()) {
    if (!isLeft[start]) continue;
    isLeft[start] = 0;
    const group = [point];
    for (let k = 0; k < group.length; k++) {
      const { x, y } = group[k]!;
      for (let v = -reach; v <= reach; v++)
        for (let u = -reach; u <= reach; u++) {
          const place = placeOf(x + u, y + v);
          if (!isLeft[place]) continue;
          isLeft[place] = 0;
          group.push({ x: x + u, y: y + v });
        }
    }
    groups.push(group);
  }
  return groups;
}

function boundsOf(group: readonly Step[]) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of group) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function drawPart(group: readonly Step[]): Part {
  const { left, top, width, height } = boundsOf(group);
  const wide = { width: width + 2 * rim, height: height + 2 * rim };
  const drawn = new Uint8Array(wide.width * wide.height);
  for (const { x, y } of group) drawn[(y - top + rim) * wide.width + x - left + rim] = 1;
  const isInk = new Uint8Array(drawn.length);
  growMask(drawn, wide.width, rim, isInk);
  return { x: left - rim, y: top - rim, ...wide, isInk };
}

/** Returns the marks of one tile. */
export function gatherParts(cell: Cell, isInk: Uint8Array, a: Step, b: Step): Part[] {
  const min = minShare * isInk.reduce((sum, value) => sum + value, 0);
  const short = Math.min(Math.hypot(a.x, a.y), Math.hypot(b.x, b.y));
  const [maxWide, maxHigh] = [Math.abs(a.x) + Math.abs(b.x), Math.abs(a.y) + Math.abs(b.y)];
  let groups: Step[][] = [];
  for (const share of reaches) {
    groups = collect(cell, isInk, Math.max(1, Math.round(share * short))).filter(group => group.length >= min);
    const isApart = groups.every(group => {
      const { width, height } = boundsOf(group);
      return width <= maxCells * maxWide && height <= maxCells * maxHigh;
    });
    if (isApart) break;
  }
  return groups.map(drawPart);
}
