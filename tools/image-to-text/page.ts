// The text of a page as it is shown, edited and written: paragraphs of pieces, each with the text of one box in the image.
import type { Page, PageParagraph, Piece } from './contract.ts';

/** A run of the shown text: a piece, or a separator. */
interface Stretch {
  readonly text: string;
  /** Index of the piece; absent for a separator. */
  readonly piece?: number;
}

/** Returns the runs of a paragraph in order. `keepsLines` keeps the line breaks of the image. */
export function stretchesOf({ pieces }: PageParagraph, keepsLines: boolean): Stretch[] {
  return pieces.flatMap(({ before, text }, piece) => {
    const isHyphenated = !keepsLines && pieces[piece + 1]?.before === '\n-' && text.endsWith('-');
    return [{ text: showGap(before, keepsLines) }, { text: isHyphenated ? text.slice(0, -1) : text, piece }];
  });
}

function showGap(before: string, keepsLines: boolean): string {
  if (!before.startsWith('\n')) return before;
  if (keepsLines) return '\n';
  return before === '\n ' ? ' ' : '';
}

export const showParagraph = (paragraph: PageParagraph, keepsLines: boolean): string =>
  stretchesOf(paragraph, keepsLines)
    .map(({ text }) => text)
    .join('');

const isEmpty = (paragraph: PageParagraph): boolean => showParagraph(paragraph, false).trim() === '';

/** Returns the piece at a position of the shown text; at a boundary, the one that ends there. */
export function pieceAt(paragraph: PageParagraph, keepsLines: boolean, place: number): number {
  let to = 0;
  for (const { text, piece } of stretchesOf(paragraph, keepsLines)) {
    to += text.length;
    if (piece !== undefined && place <= to) return piece;
  }
  return paragraph.pieces.length - 1;
}

/** Returns the start of a piece in the shown text. */
export function placeOf(paragraph: PageParagraph, keepsLines: boolean, piece: number): number {
  const stretches = stretchesOf(paragraph, keepsLines);
  const end = stretches.findIndex(each => each.piece === piece);
  return stretches.slice(0, end).reduce((sum, { text }) => sum + text.length, 0);
}

/** Returns the single range in which two texts differ. */
function findChange(before: string, after: string): { from: number; to: number; inserted: string } {
  const max = Math.min(before.length, after.length);
  let from = 0;
  while (from < max && before[from] === after[from]) from++;
  let kept = 0;
  while (kept < max - from && before[before.length - 1 - kept] === after[after.length - 1 - kept]) kept++;
  return { from, to: before.length - kept, inserted: after.slice(from, after.length - kept) };
}

/** Replaces the text of a paragraph. Typed text is added to the piece at its position, so that each piece keeps its box. */
export function editParagraph(paragraph: PageParagraph, keepsLines: boolean, text: string): PageParagraph {
  const shown = showParagraph(paragraph, keepsLines);
  if (text === shown || paragraph.pieces.length === 0) return paragraph;
  const { from, to, inserted } = findChange(shown, text);
  const pieces: Piece[] = paragraph.pieces.map(piece => ({ ...piece }));
  const write = (index: number, change: Partial<Piece>) => {
    pieces[index] = { ...pieces[index]!, ...change };
  };
  let isPlaced = false;
  let start = 0;
  let last = -1;
  for (const { text: old, piece } of stretchesOf(paragraph, keepsLines)) {
    const end = start + old.length;
    const head = old.slice(0, Math.max(0, from - start));
    const tail = old.slice(Math.max(0, to - start));
    const isTouched = from < end && to > start;
    const takes = !isPlaced && (from < end || (from === end && from === to));
    if (piece === undefined) {
      const next = last + 1;
      // A separator, such as an empty cell, has no box: text typed inside it is added to the previous piece or to the separator itself.
      if (takes && from < end && (from > start || last < 0)) {
        isPlaced = true;
        if (last >= 0) write(last, { text: `${pieces[last]!.text}${head}${inserted}`, score: 1 });
        write(next, { before: last >= 0 ? tail : `${head}${inserted}${tail}` });
      } else if (isTouched) write(next, { before: head + tail });
    } else {
      last = piece;
      if (takes) {
        isPlaced = true;
        // A piece that a person edited counts as certain.
        write(piece, { text: head + inserted + tail, score: 1 });
      } else if (isTouched) write(piece, { text: head + tail, score: 1 });
      // Stores the text as it was shown, without the hyphen.
      else if (old !== pieces[piece]!.text) write(piece, { text: old });
    }
    start = end;
  }
  return { ...paragraph, pieces };
}

/** Replaces the text of one paragraph of the page. */
export function editPage(page: Page, index: number, keepsLines: boolean, text: string): Page {
  const edited = editParagraph(page.paragraphs[index]!, keepsLines, text);
  return edited === page.paragraphs[index] ? page : { ...page, paragraphs: page.paragraphs.with(index, edited) };
}

/** A paragraph as it is written to files. */
export interface Block {
  readonly kind: PageParagraph['kind'];
  readonly level?: 1 | 2 | 3;
  /** Its lines as in the image; cells of a table row are separated by tabs. */
  readonly rows: readonly string[];
  /** The whole text, with lines joined. */
  readonly text: string;
}

export const blocksOf = ({ paragraphs }: Page): Block[] =>
  paragraphs
    .filter(paragraph => !isEmpty(paragraph))
    .map(paragraph => ({
      kind: paragraph.kind,
      ...(paragraph.level && { level: paragraph.level }),
      rows: showParagraph(paragraph, true).split('\n'),
      text: showParagraph(paragraph, false),
    }));

/** Score below which a line probably contains a wrong character. */
const sureScore = 0.93;

export const isUnsure = ({ score }: Piece): boolean => score < sureScore;
