// Groups adjacent pieces of text into rows.
import type { LevelLine } from './frame.ts';

/** Adjacent pieces at the same height, from left to right. */
export type Row = readonly LevelLine[];

/** Minimum overlap in height of two pieces in one row, as a share of the lower one's height. */
const sharedHeight = 0.5;
/** Maximum overlap of adjacent boxes along the row, as a share of the shorter one. */
const sharedWidth = 0.3;
/** Number of the last rows that a piece may be added to. */
const openRows = 3;

/** Returns rows of pieces that overlap in height, from top to bottom. */
export function groupRows(lines: readonly LevelLine[]): Row[] {
  const rows: LevelLine[][] = [];
  for (const line of lines.toSorted((a, b) => a.y + a.h / 2 - (b.y + b.h / 2))) {
    const row = rows.slice(-openRows).findLast(each => each.every(other => sharesRow(other, line)));
    if (row) row.push(line);
    else rows.push([line]);
  }
  return rows.map(row => row.sort((a, b) => a.x - b.x));
}

function sharesRow(a: LevelLine, b: LevelLine): boolean {
  const shared = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  const beside = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  return shared > sharedHeight * Math.min(a.h, b.h) && beside < sharedWidth * Math.min(a.w, b.w);
}
