// The page of a result, as the screen shows and edits it, and the options related to it.
import { type FileFacts, isLocked, type TaskResult } from 'ui/tool-screen.ts';
import type { Page, Piece, ReadMeta, ReadOptions } from './contract.ts';
import { isUnsure, stretchesOf } from './page.ts';
import { makeSheet, type Sheet } from './sheet.ts';

export interface ScreenOptions extends ReadOptions {
  /** Edited texts, by picture. */
  readonly pages?: Readonly<Record<string, Page>>;
}

export const keepsLinesIn = ({ textFlag }: ReadOptions): boolean => textFlag === 'lines' || textFlag === false;

/** Identifies a picture within a batch. */
const fileKey = ({ name, bytes }: FileFacts): string => `${name} ${bytes ?? ''}`;

export const withPage = (options: ScreenOptions, facts: FileFacts, page: Page): ScreenOptions['pages'] => ({
  ...options.pages,
  [fileKey(facts)]: page,
});

/** The pages of the latest results, so that writing other files does not need another recognition. */
const lastPages = new WeakMap<FileFacts, Page>();

export function rememberPage(facts: FileFacts, result: TaskResult): void {
  // A locked result contains only the first lines, so files written from it would be incomplete.
  if (isLocked(result)) lastPages.delete(facts);
  else lastPages.set(facts, pageOfResult(result));
}

const boxesOf = ({ paragraphs }: Page): string =>
  paragraphs.map(({ pieces }) => pieces.map(({ quad }) => quad.join()).join(' ')).join(' ');

/** Returns the edited text, otherwise that of the result. A different picture with the same name and size has different boxes. */
export function editedPage({ pages }: ScreenOptions, facts: FileFacts, read: Page): Page {
  const edited = pages?.[fileKey(facts)];
  return edited && boxesOf(edited) === boxesOf(read) ? edited : read;
}

/** Returns the known text of a picture; undefined until it has a result in this tab. */
export function knownPage(options: ScreenOptions, facts: FileFacts): Page | undefined {
  const read = lastPages.get(facts);
  return read && editedPage(options, facts, read);
}

type Box = NonNullable<TaskResult['boxes']>[number];

/** Returns the first lines, which are all that a locked result contains of its page: each is a separate paragraph with an upright box. */
const firstLines = (boxes: readonly Box[]): Page['paragraphs'] =>
  boxes.map(({ x, y, w, h, text = '', score, page = 1 }) => ({
    kind: 'text',
    ...(page > 1 && { page }),
    pieces: [{ before: '', text, score, quad: [x, y, x + w, y, x + w, y + h, x, y + h] }],
  }));

/** Returns the page of a result; `meta` is a ReadMeta, because this tool's run wrote it. A locked result lacks `quads` and `paragraphs`. */
export function pageOfResult(result: TaskResult): Page {
  const { boxes = [], meta } = result;
  const { quads, paragraphs, turn, pages, languages, warnings } = meta as ReadMeta;
  const isCut = warnings.includes('lines-left-out');
  if (isLocked(result)) return { turn, isCut, languages: [...languages], paragraphs: firstLines(boxes) };
  let taken = 0;
  return {
    turn,
    isCut,
    languages: [...languages],
    ...(pages && { turns: pages.map(page => page.turn) }),
    paragraphs: paragraphs.map(({ kind, level, page, before }) => {
      const pieces = before.map((gap, i): Piece => {
        const box = boxes[taken + i]!;
        return { before: gap, text: box.text ?? '', score: box.score, quad: [...quads[taken + i]!] };
      });
      taken += pieces.length;
      return { kind, ...(level && { level }), ...(page && { page }), pieces };
    }),
  };
}

/** Returns the sheet of the pages as the preview shows them. */
export function sheetOf({ inputWidth, inputHeight, pages }: ReadMeta): Sheet {
  return makeSheet(pages ?? [{ width: inputWidth, height: inputHeight }]);
}

/** A run of text on the screen. */
interface Shown {
  readonly text: string;
  /** Its start in the text of its paragraph or cell. */
  readonly at: number;
  /** Index of its piece in the page; absent for a separator. */
  readonly line?: number;
  readonly isUnsure: boolean;
}

/** The unit of editing: a paragraph, or one cell of a table. */
export interface Unit {
  readonly paragraph: number;
  readonly cell?: number;
  readonly shown: readonly Shown[];
}

export type View =
  | { readonly kind: 'paragraph'; readonly look: 'text' | 'heading' | 'item' | 'row'; readonly unit: Unit }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Unit[])[] };

export const textOf = ({ shown }: Unit): string => shown.map(({ text }) => text).join('');

/** Returns the runs of a paragraph, split at tabs if it is a table row. `first` is the index of its first piece in the page. */
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

/** Returns the page as it is drawn: consecutive rows of cells form a table. */
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

/** Pads all rows to the length of the longest. */
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
