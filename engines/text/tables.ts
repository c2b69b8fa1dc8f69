// Detects tables: consecutive rows whose pieces are aligned in columns. Empty cells stay empty.
import type { LevelLine } from './frame.ts';
import type { Region } from './order.ts';
import type { Row } from './rows.ts';
import { joinPieces } from './spaces.ts';

/** Minimum gap between two columns, and the gap from which on only two columns form a table, in line heights. */
const columnGap = 0.6;
const cellGap = 1.6;
const fewestRows = 2;

interface Column {
  readonly from: number;
  readonly to: number;
}

/** Returns the horizontal spans covered by the pieces; spans closer than `min` are one column. */
function findColumns(pieces: readonly LevelLine[], min: number): Column[] {
  const columns: { from: number; to: number }[] = [];
  for (const { x, w } of pieces.toSorted((a, b) => a.x - b.x)) {
    const last = columns.at(-1);
    if (last && x - last.to < min) last.to = Math.max(last.to, x + w);
    else columns.push({ from: x, to: x + w });
  }
  return columns;
}

const heightOf = (row: Row) => Math.max(...row.map(({ h }) => h));

const widestGap = (row: Row) =>
  Math.max(0, ...row.slice(1).map((piece, i) => (piece.x - (row[i]!.x + row[i]!.w)) / heightOf(row)));

/** Returns the columns and the number of rows of the table that begins at row `start`; undefined if there is none. */
function findTableAt(rows: Region, start: number): { columns: Column[]; count: number } | undefined {
  let found: { columns: Column[]; count: number } | undefined;
  let hasCells = false;
  for (let end = start; end < rows.length && rows[end]!.length > 1; end++) {
    const taken = rows.slice(start, end + 1);
    const columns = findColumns(taken.flat(), columnGap * Math.min(...taken.map(heightOf)));
    if (columns.length < 2 || (found && columns.length < found.columns.length)) break;
    hasCells ||= widestGap(rows[end]!) > cellGap;
    if (taken.length >= fewestRows && (hasCells || columns.length > 2)) found = { columns, count: taken.length };
  }
  return found;
}

/** Returns the text of a row, with cells separated by tabs. */
function writeRow(row: Row, columns: readonly Column[]): string {
  const cells = columns.map(({ from, to }) =>
    row
      .filter(({ x, w }) => x + w / 2 >= from && x + w / 2 <= to)
      .reduce((text, { line }) => joinPieces(text, line.text), ''),
  );
  return cells.join('\t');
}

/** Returns the texts of the rows that belong to tables. */
export function findTables(rows: Region): ReadonlyMap<Row, string> {
  const texts = new Map<Row, string>();
  for (let at = 0; at < rows.length; ) {
    const table = findTableAt(rows, at);
    if (table) for (const row of rows.slice(at, at + table.count)) texts.set(row, writeRow(row, table.columns));
    at += table?.count ?? 1;
  }
  return texts;
}
