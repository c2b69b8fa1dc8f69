// Groups ordered lines into headings, paragraphs, list items and table rows.

import { median } from '../pixels/median.ts';
import { type LevelLine, levelLines } from './frame.ts';
import { orderLines, type Region } from './order.ts';
import type { ReadText, TextLine } from './read-text.ts';
import type { Row } from './rows.ts';
import { isWide, joinPieces } from './spaces.ts';
import { findTables } from './tables.ts';

export interface Paragraph {
  readonly kind: 'text' | 'heading' | 'item' | 'row';
  /** Level of a heading; 1 is the largest. */
  readonly level?: 1 | 2 | 3;
  /** The text of each line; cells of a table row are separated by tabs. */
  readonly rows: readonly string[];
  /** The whole text in one line, with hyphenated words rejoined. */
  readonly text: string;
  readonly lines: readonly TextLine[];
}

/** Minimum distance between cells of a table row, in line heights. */
const cellGap = 1.6;
const headingRatios = [1.7, 1.4, 1.2] as const;
const longestHeading = 80;
/**
 * Maximum difference in height within a paragraph, as a share of the lower line's height: boxes of short lines are higher than those of long ones.
 */
const heightTolerance = 0.45;
/** Maximum gap between two lines of a paragraph, in line heights, whatever the other distances. */
const maxLeading = 1.1;
/** A line that ends this many line heights before its column's edge, although the next word would fit, ends its paragraph. */
const shortBy = 2.2;
const indent = 0.8;
const itemStart = /^(?:[•·▪■●◆◇○▶►*–—-]\s?(?=\S)|[(（]?\d{1,3}[)）.、](?!\d)\s?|[①-⑳]|[一二三四五六七八九十]{1,3}、)/;

interface Place {
  readonly row: Row;
  readonly text: string;
  readonly isTable: boolean;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly height: number;
}

/** Computes the position and text of a row. `cells` is the text of a table row. */
function placeRow(row: Row, cells?: string): Place {
  const height = Math.max(...row.map(({ h }) => h));
  let text = '';
  let isTable = false;
  for (const [i, piece] of row.entries()) {
    const before = row[i - 1];
    const isCell = before !== undefined && piece.x - (before.x + before.w) > cellGap * height;
    isTable ||= isCell;
    const gap = before ? (piece.x - (before.x + before.w)) / height : 0;
    text = isCell ? `${text}\t${piece.line.text}` : joinPieces(text, piece.line.text, gap);
  }
  return {
    row,
    text: cells ?? text,
    isTable: isTable || cells !== undefined,
    left: row[0]!.x,
    right: Math.max(...row.map(({ x, w }) => x + w)),
    top: Math.min(...row.map(({ y }) => y)),
    bottom: Math.max(...row.map(({ y, h }) => y + h)),
    height,
  };
}

interface Column {
  readonly left: number;
  readonly right: number;
  /** Whether it mostly has rows of a table, as a receipt, where a line ends because it is complete. */
  readonly isForm: boolean;
}

/** Returns whether `next` continues the paragraph of `place`. */
function goesOn(place: Place, next: Place, first: Place, column: Column): boolean {
  if (place.isTable || next.isTable || itemStart.test(next.text)) return false;
  const height = Math.min(place.height, next.height);
  if (Math.abs(place.height - next.height) > heightTolerance * height) return false;
  if (next.top - place.bottom > maxLeading * height) return false;
  if (next.left > column.left + indent * height && next.left > first.left - indent * height && place !== first)
    return false;
  if (place === first && next.left > place.left + indent * height && !itemStart.test(place.text)) return false;
  if (column.isForm) return column.right - place.right < shortBy * height;
  const firstWord = isWide(next.text[0])
    ? 0
    : ((next.text.indexOf(' ') + 1 || next.text.length) / next.text.length) * (next.right - next.left);
  return column.right - place.right < Math.max(shortBy * height, firstWord + height);
}

/** Joins lines; words hyphenated at the end of a line are rejoined. */
export function joinRows(rows: readonly string[]): string {
  return rows.reduce((text, row) =>
    /[a-z]-$/.test(text) && /^[a-z]/.test(row) ? text.slice(0, -1) + row : joinPieces(text, row),
  );
}

function headingLevel(places: readonly Place[], bodyHeight: number): 1 | 2 | 3 | undefined {
  const length = places.reduce((sum, { text }) => sum + text.length, 0);
  if (places.length > 2 || length > longestHeading || places.some(({ isTable }) => isTable)) return undefined;
  const ratio = median(places.map(({ height }) => height)) / bodyHeight;
  const level = headingRatios.findIndex(min => ratio >= min) + 1;
  return level === 0 ? undefined : (level as 1 | 2 | 3);
}

function describe(places: readonly Place[], bodyHeight: number): Paragraph {
  const rows = places.map(({ text }) => text);
  const lines = places.flatMap(({ row }) => row.map(({ line }) => line));
  const level = headingLevel(places, bodyHeight);
  const kind = level ? 'heading' : places[0]!.isTable ? 'row' : itemStart.test(rows[0]!) ? 'item' : 'text';
  return { kind, ...(level && { level }), rows, text: joinRows(rows), lines };
}

function splitRegion(region: Region, bodyHeight: number): Paragraph[] {
  const tables = findTables(region);
  const places = region.map(row => placeRow(row, tables.get(row)));
  const isForm = 2 * places.filter(({ isTable }) => isTable).length >= places.length;
  const running = places.filter(({ isTable }) => !isTable);
  const column = {
    left: Math.min(...running.map(({ left }) => left)),
    right: Math.max(...(isForm ? places : running).map(({ right }) => right)),
    isForm,
  };
  const paragraphs: Place[][] = [];
  for (const place of places) {
    const current = paragraphs.at(-1);
    if (current && goesOn(current.at(-1)!, place, current[0]!, column)) current.push(place);
    else paragraphs.push([place]);
  }
  return paragraphs.map(each => describe(each, bodyHeight));
}

/** Returns the median height of lines, weighted by length. */
function findBodyHeight(lines: readonly LevelLine[]): number {
  return median(lines.flatMap(({ h, line }) => Array.from({ length: Math.min(200, line.text.length) }, () => h)));
}

/** Returns the paragraphs of a page in reading order. */
export function findParagraphs({ lines, quarters }: Pick<ReadText, 'lines' | 'quarters'>): Paragraph[] {
  const level = levelLines(lines, quarters);
  const bodyHeight = findBodyHeight(level);
  return orderLines(level).flatMap(region => splitRegion(region, bodyHeight));
}
