// What HLS and DASH have in common: tracks made of pieces of the playlist's own host, in several qualities.
import { AppError } from 'contract/errors.ts';

/** Inclusive, as HTTP counts. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface Piece {
  readonly url: string;
  readonly range?: ByteRange;
  /** AES-128 in CBC mode; `iv` is 32 hexadecimal digits. */
  readonly key?: { readonly url: string; readonly iv: string };
}

export interface Track {
  readonly pieces: readonly Piece[];
  /** 0 where the playlist does not give it. */
  readonly seconds: number;
  /** Indices of the pieces with which another file begins, such as the next period's. */
  readonly cuts?: readonly number[];
}

export interface Quality {
  /** 0 where the playlist does not give it. */
  readonly bitsPerSecond: number;
  readonly width?: number;
  readonly height?: number;
}

export const maxPlaylistBytes = 2 * 1024 * 1024;

/** Four hours of pieces of three seconds. */
export const maxPieces = 5000;

/** Qualities of one clip, languages and tracks of text among them. */
export const maxQualities = 200;

/** Adds pieces in their order. Throws PLAYLIST_TOO_LONG. */
export function addPieces(pieces: Piece[], ...more: readonly Piece[]): void {
  if (pieces.length + more.length > maxPieces) throw new AppError('PLAYLIST_TOO_LONG', { most: maxPieces });
  pieces.push(...more);
}

/** The longest address of a piece. A template of a megabyte, filled five thousand times, would fill the memory of its reader. */
export const maxAddress = 4096;

/** The address that a playlist from `base` names. Throws LINK_REFUSED unless it is one of the same host. */
export function resolveOwn(named: string, base: URL): string {
  const isNamed = named !== '' && named.length <= maxAddress && URL.canParse(named, base.href);
  const url = isNamed ? new URL(named, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.host !== base.host) throw new AppError('LINK_REFUSED');
  if (url.username !== '' || url.password !== '') throw new AppError('LINK_REFUSED');
  url.hash = '';
  return url.href;
}

/** Reads `length@start` in bytes, as HLS writes a range; without a start it begins at byte `next`. Returns {} for any other text. */
export function fixRange(text: string | undefined, next: number): { range?: ByteRange } {
  const [, length, start] = /^(\d{1,15})(?:@(\d{1,15}))?$/.exec(text ?? '') ?? [];
  if (length === undefined || Number(length) === 0) return {};
  const from = start === undefined ? next : Number(start);
  return { range: { start: from, end: from + Number(length) - 1 } };
}
