// The pages of a document one below the other, as the screen shows them.
import type { PageSize, Piece } from './contract.ts';

export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** The top of each page. */
  readonly tops: readonly number[];
}

export function makeSheet(pages: readonly PageSize[]): Sheet {
  const tops = pages.map((_, i) => pages.slice(0, i).reduce((sum, { height }) => sum + height, 0));
  return {
    width: Math.max(...pages.map(({ width }) => width)),
    height: pages.reduce((sum, { height }) => sum + height, 0),
    tops,
  };
}

/** Moves a piece of page `page`, from 1, to its place on the sheet. */
export const placeOnSheet = (piece: Piece, { tops }: Sheet, page = 1): Piece =>
  page === 1
    ? piece
    : { ...piece, quad: piece.quad.map((value, i) => (i % 2 ? value + (tops[page - 1] ?? 0) : value)) };
