// The lists of bench/ground/, tables of tab-separated values whose first line names the columns.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Parses a table; a line with another number of columns than the first one is an error. */
export function parseTable(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...lines] = text.replace(/\n$/, '').split('\n');
  const columns = head.split('\t');
  return lines.map((line, k) => {
    const cells = line.split('\t');
    if (cells.length !== columns.length)
      throw new Error(`line ${k + 2} has ${cells.length} columns instead of ${columns.length}`);
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]!]));
  });
}

export const readTable = (name: string) => parseTable(readFileSync(path.join(import.meta.dirname, name), 'utf8'));
