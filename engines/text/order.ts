// Puts the lines of a page in reading order: columns one after the other, tables row by row. Based on: Nagy and Seth, "Hierarchical representation of
// optically scanned documents", ICPR 1984 (X-Y cuts).
import { median } from '../pixels/median.ts';
import type { LevelLine } from './frame.ts';
import { takePageNumbers } from './page-number.ts';
import { groupRows, type Row } from './rows.ts';

/** A block of the page: rows of one column, from top to bottom. */
export type Region = readonly Row[];

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Minimum width of a gutter, in median line heights. */
const gutterHeights = 0.5;
/** Minimum share of a column that its lines fill: running text fills its column, cells of a table do not. */
const minFill = 0.6;
const narrowestColumnHeights = 7;
const minRows = 3;
const deepest = 12;
/** Number of stripes examined without finding a gap, and without finding two columns, before the search for a gutter ends. */
const patience = 6;
const maxStripesBefore = 40;
const lookAgainGrowth = 1.15;
/** Only the widest gaps are tried. */
const maxGaps = 4;

/** Returns the gaps of at least `min` between the left and right ends of `lines` that no line covers. */
function findGaps(lines: readonly LevelLine[], min: number): Span[] {
  const gaps: Span[] = [];
  let reached = Infinity;
  for (const { x, w } of lines.toSorted((a, b) => a.x - b.x)) {
    if (x - reached >= min) gaps.push({ from: reached, to: x });
    reached = reached === Infinity ? x + w : Math.max(reached, x + w);
  }
  return gaps;
}

/** Whether lines look like running text in a column of their own. */
function isColumn(lines: readonly LevelLine[], height: number): boolean {
  const rows = groupRows(lines);
  if (rows.length < minRows) return false;
  const left = Math.min(...lines.map(({ x }) => x));
  const width = Math.max(...lines.map(({ x, w }) => x + w)) - left;
  const filled = rows.reduce((sum, row) => sum + row.reduce((part, { w }) => part + w, 0), 0) / rows.length;
  return width >= narrowestColumnHeights * height && filled >= minFill * width;
}

/** Returns the widest gap with running text in columns on both sides. */
function findGutter(lines: readonly LevelLine[], height: number): Span | undefined {
  return findGaps(lines, gutterHeights * height)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, maxGaps)
    .find(({ from, to }) => {
      const left = lines.filter(({ x, w }) => x + w <= from);
      const right = lines.filter(({ x }) => x >= to);
      return isColumn(left, height) && isColumn(right, height);
    });
}

/** Groups lines that overlap in height into stripes across the page. */
function cutStripes(lines: readonly LevelLine[]): LevelLine[][] {
  const stripes: LevelLine[][] = [];
  let reached = -Infinity;
  for (const line of lines.toSorted((a, b) => a.y - b.y)) {
    // Boxes are slightly higher than their text, so touching boxes do not overlap.
    if (line.y + line.h * 0.25 >= reached || stripes.length === 0) stripes.push([line]);
    else stripes.at(-1)!.push(line);
    reached = Math.max(reached, line.y + line.h * 0.75);
  }
  return stripes;
}

/** Returns the number of stripes from `start` that share a gutter between two columns; 0 when there is none. */
function countColumnStripes(stripes: readonly LevelLine[][], start: number, height: number): number {
  const taken: LevelLine[] = [];
  let gutter: Span | undefined;
  let closed = 0;
  let lookAgainAt = 2 * minRows;
  for (let end = start; end < stripes.length; end++) {
    taken.push(...stripes[end]!);
    const open = findGaps(taken, gutterHeights * height);
    if (gutter) {
      const { from, to } = gutter;
      if (!open.some(gap => gap.from < to && gap.to > from)) return end - start;
      continue;
    }
    closed = open.length > 0 ? 0 : closed + 1;
    // A line across both columns hides the gap for good; a few lines of one column do not.
    if (closed > patience || end - start > maxStripesBefore) return 0;
    if (open.length === 0 || taken.length < lookAgainAt) continue;
    gutter = findGutter(taken, height);
    lookAgainAt = taken.length * lookAgainGrowth;
  }
  return gutter ? stripes.length - start : 0;
}

/** Returns the regions of a page in reading order. */
export function orderLines(lines: readonly LevelLine[]): Region[] {
  const height = median(lines.map(({ h }) => h));
  const { above, text, below } = takePageNumbers(lines, height);
  return [above, text, below].flatMap(part => cutPage(part, height, 0));
}

function cutPage(lines: readonly LevelLine[], height: number, depth: number): Region[] {
  if (lines.length === 0) return [];
  const gutter = depth < deepest ? findGutter(lines, height) : undefined;
  if (gutter) {
    const middle = (gutter.from + gutter.to) / 2;
    const isLeft = ({ x, w }: LevelLine) => x + w / 2 < middle;
    return [
      ...cutPage(lines.filter(isLeft), height, depth + 1),
      ...cutPage(
        lines.filter(line => !isLeft(line)),
        height,
        depth + 1,
      ),
    ];
  }
  const stripes = cutStripes(lines);
  if (depth >= deepest || stripes.length < 2) return [groupRows(lines)];
  const regions: Region[] = [];
  let plain: LevelLine[] = [];
  const endPlain = () => {
    if (plain.length > 0) regions.push(groupRows(plain));
    plain = [];
  };
  for (let i = 0; i < stripes.length; ) {
    const count = countColumnStripes(stripes, i, height);
    if (count === 0) plain.push(...stripes[i++]!);
    else {
      endPlain();
      regions.push(...cutPage(stripes.slice(i, i + count).flat(), height, depth + 1));
      i += count;
    }
  }
  endPlain();
  return regions;
}
