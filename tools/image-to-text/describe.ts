// Converts recognised text to a page, and a page to the text, boxes and metadata of a result.
import type { Output, RecognisedBox } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { type Picture, warnOfPages } from 'engines/image.ts';
import type { TextLanguage } from 'engines/text/other-languages.ts';
import { findParagraphs, joinRows, type Paragraph } from 'engines/text/paragraphs.ts';
import type { ReadText } from 'engines/text/read-text.ts';
import { boundsOf, type Point, type Quad } from 'engines/text/rectangle.ts';
import type { Page, PageParagraph, PageSize, Piece, ReadMeta } from './contract.ts';
import { blocksOf, isUnsure } from './page.ts';
import { writePlain } from './write-text.ts';

/** Returns the rotation in degrees clockwise that makes the page upright. */
const turnOf = ({ quarters, isColumnar }: ReadText) =>
  isColumnar ? 0 : ([0, 270, 180, 90] as const)[(((quarters % 4) + 4) % 4) as 0 | 1 | 2 | 3];

const toTenth = (value: number) => Math.round(value * 10) / 10;

/** Returns how two lines are joined in running text; see `Piece.before`. */
function joinOf(before: string, after: string): string {
  const added = joinRows([before, after]).length - before.length - after.length;
  return added > 0 ? ' ' : added < 0 ? '-' : '';
}

/** Returns the pieces of a paragraph with the separators between them. */
function takeApart({ kind, level, rows, lines }: Paragraph): PageParagraph {
  const text = rows.join('\n');
  const joins = rows.slice(1).map((row, i) => joinOf(rows[i]!, row));
  let end = 0;
  const pieces = lines.map(({ text: own, score, quad }): Piece => {
    const start = Math.max(end, text.indexOf(own, end));
    const gap = text.slice(end, start);
    end = start + own.length;
    return {
      before: gap === '\n' ? gap + joins.shift() : gap,
      text: own,
      score: Math.round(score * 1000) / 1000,
      quad: quad.flatMap(corner => corner.map(toTenth)),
    };
  });
  return { kind, ...(level && { level }), pieces };
}

/** Returns the languages of the lines, that of most characters first. */
export function languagesOf(lines: ReadText['lines']): TextLanguage[] {
  const lengths = new Map<TextLanguage, number>();
  for (const { language, text } of lines) lengths.set(language, (lengths.get(language) ?? 0) + text.length);
  return [...lengths.keys()].sort((a, b) => lengths.get(b)! - lengths.get(a)!);
}

export const pageOf = (read: ReadText): Page => ({
  turn: turnOf(read),
  isCut: read.isCut,
  ...(read.unread > 0 && { unread: read.unread }),
  paragraphs: findParagraphs(read).map(takeApart),
});

export function quadOf({ quad }: Piece): Quad {
  const corner = (i: number): Point => [quad[2 * i]!, quad[2 * i + 1]!];
  return [corner(0), corner(1), corner(2), corner(3)];
}

export const piecesOf = ({ paragraphs }: Page): Piece[] => paragraphs.flatMap(({ pieces }) => pieces);

/** Returns the bounding box in whole pixels, clipped to its page. */
function describeBox(piece: Piece, { width, height }: PageSize, page: number | undefined): RecognisedBox {
  const { x, y, w, h } = boundsOf(quadOf(piece));
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  return {
    x: Math.min(left, width - 1),
    y: Math.min(top, height - 1),
    w: Math.max(1, Math.min(width, Math.ceil(x + w)) - left),
    h: Math.max(1, Math.min(height, Math.ceil(y + h)) - top),
    score: piece.score,
    text: piece.text,
    ...(page && { page }),
  };
}

/** Share of the characters in lines of low scores, or in lines that could not be read at all, from which the result says so. */
const unsureShare = 0.1;

export function isTextUnsure(page: Page): boolean {
  const pieces = piecesOf(page);
  const { unread = 0 } = page;
  const lengthOf = (some: readonly Piece[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  return lengthOf(pieces.filter(isUnsure)) + unread > unsureShare * (lengthOf(pieces) + unread);
}

/** Builds the result for a client: text, a box for each piece of a line, and the paragraphs that they form. */
export function describePage(
  picture: Picture,
  sizes: readonly PageSize[],
  page: Page,
  keepsLines: boolean,
): Required<Pick<Output, 'text' | 'boxes' | 'meta'>> {
  const text = writePlain(blocksOf(page), keepsLines);
  const pieces = piecesOf(page);
  const warnings = listWarnings({
    'no-text': pieces.length === 0,
    'lines-left-out': page.isCut,
    ...warnOfPages(picture),
    'text-unsure': isTextUnsure(page),
  });
  const meta: ReadMeta = {
    engine: 'ppocr',
    warnings,
    inputWidth: picture.width,
    inputHeight: picture.height,
    languages: page.languages ?? [],
    keepsLines,
    turn: page.turn,
    ...(sizes.length > 1 && { pages: sizes.map((size, i) => ({ ...size, turn: page.turns?.[i] ?? page.turn })) }),
    paragraphs: page.paragraphs.map(({ kind, level, page: number, pieces: own }) => ({
      kind,
      ...(level && { level }),
      ...(number && { page: number }),
      before: own.map(({ before }) => before),
    })),
    quads: pieces.map(({ quad }) => quad),
  };
  const boxes = page.paragraphs.flatMap(({ pieces: own, page: number = 1 }) =>
    own.map(piece => describeBox(piece, sizes[number - 1] ?? picture, sizes.length > 1 ? number : undefined)),
  );
  return { text, boxes, meta };
}
