// The page that a result holds, as the screen shows it and lets it be edited; and the options that go with it.
import type { FileFacts, TaskResult } from 'ui/tool-screen.ts';
import type { Page, Piece, ReadMeta, ReadOptions } from './contract.ts';
import { stretchesOf } from './page.ts';

export interface ScreenOptions extends ReadOptions {
  /** Texts that were edited, by picture. */
  readonly pages?: Readonly<Record<string, Page>>;
}

export const keepsLinesIn = ({ textFlag }: ReadOptions): boolean => textFlag === 'lines' || textFlag === false;

/** Names a picture among those of a batch. */
const fileKey = ({ name, bytes }: FileFacts): string => `${name} ${bytes ?? ''}`;

export const withPage = (options: ScreenOptions, facts: FileFacts, page: Page): ScreenOptions['pages'] => ({
  ...options.pages,
  [fileKey(facts)]: page,
});

/** The texts of the last results: another way to write one needs no second reading. */
const lastPages = new WeakMap<FileFacts, Page>();

export const rememberPage = (facts: FileFacts, result: TaskResult): void => {
  lastPages.set(facts, pageOfResult(result));
};

const boxesOf = ({ paragraphs }: Page): string =>
  paragraphs.map(({ pieces }) => pieces.map(({ quad }) => quad.join()).join(' ')).join(' ');

/** The text as it was edited, or as the result has it. Another picture of the same name and size has its text elsewhere. */
export function editedPage({ pages }: ScreenOptions, facts: FileFacts, read: Page): Page {
  const edited = pages?.[fileKey(facts)];
  return edited && boxesOf(edited) === boxesOf(read) ? edited : read;
}

/** The text that is known of a picture; undefined until it has a result in this tab. */
export function knownPage(options: ScreenOptions, facts: FileFacts): Page | undefined {
  const read = lastPages.get(facts);
  return read && editedPage(options, facts, read);
}

/** `meta` comes from this tool's run, which writes a ReadMeta. */
export function pageOfResult({ boxes = [], meta }: TaskResult): Page {
  const { quads, paragraphs, turn, warnings } = meta as ReadMeta;
  let taken = 0;
  return {
    turn,
    isCut: warnings.includes('lines-left-out'),
    paragraphs: paragraphs.map(({ kind, level, before }) => {
      const pieces = before.map((gap, i): Piece => {
        const box = boxes[taken + i]!;
        return { before: gap, text: box.text ?? '', score: box.score, quad: [...quads[taken + i]!] };
      });
      taken += pieces.length;
      return { kind, ...(level && { level }), pieces };
    }),
  };
}

/** Score below which a line is more likely than not to hold a wrong character. */
const sureScore = 0.93;

export const isUnsure = ({ score }: Piece): boolean => score < sureScore;

/** A stretch of text on the screen. */
interface Shown {
  readonly text: string;
  /** Where it begins in the text of its paragraph or cell. */
  readonly at: number;
  /** Index of its piece in the page; absent for what stands between two. */
  readonly line?: number;
  readonly isUnsure: boolean;
}

/** What is edited at a time: a paragraph, or one cell of a table. */
export interface Unit {
  readonly paragraph: number;
  readonly cell?: number;
  readonly shown: readonly Shown[];
}

export type View =
  | { readonly kind: 'paragraph'; readonly look: 'text' | 'heading' | 'item' | 'row'; readonly unit: Unit }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Unit[])[] };

export const textOf = ({ shown }: Unit): string => shown.map(({ text }) => text).join('');

/** The stretches of a paragraph, apart at tabs when it is a row of cells. `first`: the index of its first piece in the page. */
function showCells(page: Page, index: number, keepsLines: boolean, first: number): Shown[][] {
  const paragraph = page.paragraphs[index]!;
  const isRow = paragraph.kind === 'row';
  const cells: Shown[][] = [[]];
  let at = 0;
  for (const { text, piece } of stretchesOf(paragraph, keepsLines)) {
    for (const [i, part] of (isRow ? text.split('\t') : [text]).entries()) {
      if (i > 0) {
        cells.push([]);
        at = 0;
      }
      if (part === '' && piece === undefined) continue;
      const isMarked = piece !== undefined && isUnsure(paragraph.pieces[piece]!);
      cells.at(-1)!.push({ text: part, at, isUnsure: isMarked, ...(piece !== undefined && { line: first + piece }) });
      at += part.length;
    }
  }
  return cells;
}

/** The page as it is drawn: rows of cells that follow each other are a table. */
export function viewPage(page: Page, keepsLines: boolean): View[] {
  const views: View[] = [];
  let first = 0;
  for (const [paragraph, { kind, pieces }] of page.paragraphs.entries()) {
    const cells = showCells(page, paragraph, keepsLines, first);
    first += pieces.length;
    const units = cells.map((shown, cell): Unit => ({ paragraph, shown, ...(kind === 'row' && { cell }) }));
    const last = views.at(-1);
    if (kind !== 'row') views.push({ kind: 'paragraph', look: kind, unit: units[0]! });
    else if (last?.kind === 'table' && page.paragraphs[paragraph - 1]?.kind === 'row')
      views.splice(-1, 1, { kind: 'table', rows: [...last.rows, units] });
    else views.push({ kind: 'table', rows: [units] });
  }
  return views
    .map(view => (view.kind === 'table' ? { ...view, rows: padRows(view.rows) } : view))
    .filter(view => (view.kind === 'table' ? view.rows.flat() : [view.unit]).some(unit => textOf(unit).trim()));
}

/** Rows of as many cells as the longest has. */
function padRows(rows: readonly (readonly Unit[])[]): Unit[][] {
  const columns = Math.max(...rows.map(row => row.length));
  return rows.map(row => [
    ...row,
    ...Array.from({ length: columns - row.length }, (_, i) => ({
      paragraph: row[0]!.paragraph,
      cell: row.length + i,
      shown: [],
    })),
  ]);
}
