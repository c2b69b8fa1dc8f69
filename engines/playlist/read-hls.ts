// Reads HLS playlists (RFC 8216): the qualities that a multivariant playlist offers, and the pieces of a media playlist. A playlist
// may name only its own host.
import { AppError } from 'contract/errors.ts';
import {
  addPieces,
  fixRange,
  maxPieces,
  maxQualities,
  type Piece,
  type Quality,
  resolveOwn,
  type Track,
} from './pieces.ts';

export interface HlsQualities {
  readonly kind: 'qualities';
  /** The best first. `url` is a media playlist. */
  readonly qualities: readonly (Quality & { readonly url: string; readonly soundUrl?: string })[];
}

export type Hls = HlsQualities | ({ readonly kind: 'pieces' } & Track);

type Attributes = Readonly<Record<string, string>>;

/** A match begins only where a name begins: without the look-behind, a line of a megabyte of letters took an hour. */
const attribute = /(?<![A-Z0-9-])([A-Z0-9-]+)=("[^"]*"|[^",]*)/g;

function readAttributes(line: string): Attributes {
  const found: Record<string, string> = {};
  for (const [, name = '', value = ''] of line.matchAll(attribute)) found[name] = value.replace(/^"|"$/g, '');
  return found;
}

const tagOf = (line: string) => /^#([A-Z0-9-]+):?/.exec(line)?.[1] ?? '';

/** Keys of content protection, which only a licensed player gets. */
const isProtected = ({ METHOD, KEYFORMAT = 'identity' }: Attributes) =>
  METHOD !== undefined && METHOD !== 'NONE' && (METHOD !== 'AES-128' || KEYFORMAT !== 'identity');

/**
 * The sound that a player would choose in each group, by the group's name; empty where the qualities of the group have it themselves.
 * The lines may follow the qualities that refer to them.
 */
function chooseSounds(lines: readonly string[]): Map<string, string> {
  const sounds = new Map<string, { readonly address: string; readonly isDefault: boolean }>();
  for (const line of lines) {
    if (tagOf(line) !== 'EXT-X-MEDIA') continue;
    const { TYPE, URI: address = '', 'GROUP-ID': group = '', DEFAULT } = readAttributes(line);
    const isDefault = DEFAULT === 'YES';
    const known = sounds.get(group);
    if (TYPE === 'AUDIO' && (!known || (isDefault && !known.isDefault))) sounds.set(group, { address, isDefault });
  }
  return new Map([...sounds].map(([group, { address }]) => [group, address]));
}

/** Reading the attributes of a tag costs as much as a piece, so a playlist may have as many such tags as pieces. Throws PLAYLIST_TOO_LONG. */
function requireFew(tags: number): void {
  if (tags > maxPieces) throw new AppError('PLAYLIST_TOO_LONG', { most: maxPieces });
}

const tagsOfQualities = ['EXT-X-SESSION-KEY', 'EXT-X-MEDIA', 'EXT-X-STREAM-INF'];

function readQualities(lines: readonly string[], base: URL): HlsQualities {
  requireFew(lines.filter(line => tagsOfQualities.includes(tagOf(line))).length);
  const sounds = chooseSounds(lines);
  const qualities: HlsQualities['qualities'][number][] = [];
  let pending: Attributes | undefined;
  for (const line of lines) {
    const tag = tagOf(line);
    if (tag === 'EXT-X-SESSION-KEY' && isProtected(readAttributes(line))) throw new AppError('LINK_PROTECTED');
    if (tag === 'EXT-X-STREAM-INF') pending = readAttributes(line);
    if (line.startsWith('#') || !pending) continue;
    const [width, height] = (pending.RESOLUTION ?? '').split('x').map(Number);
    const bitsPerSecond = Number(pending['AVERAGE-BANDWIDTH'] ?? pending.BANDWIDTH) || 0;
    const sound = sounds.get(pending.AUDIO ?? '');
    qualities.push({
      url: resolveOwn(line, base),
      bitsPerSecond,
      ...(width && height && { width, height }),
      ...(sound && { soundUrl: resolveOwn(sound, base) }),
    });
    if (qualities.length > maxQualities) throw new AppError('PLAYLIST_TOO_LONG', { most: maxQualities });
    pending = undefined;
  }
  const best = qualities.toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0) || b.bitsPerSecond - a.bitsPerSecond);
  if (best.length === 0) throw new AppError('FILE_CORRUPT');
  return { kind: 'qualities', qualities: best };
}

/** The key of the pieces that follow; if it gives no initialization vector, the number of the piece is used. */
interface Key {
  readonly url: string;
  readonly iv: string | undefined;
}

function readKey(line: string, base: URL): Key | undefined {
  const attributes = readAttributes(line);
  if (isProtected(attributes)) throw new AppError('LINK_PROTECTED');
  if (attributes.METHOD !== 'AES-128') return undefined;
  const iv = /^0x([\da-f]{1,32})$/i
    .exec(attributes.IV ?? '')?.[1]
    ?.toLowerCase()
    .padStart(32, '0');
  return { url: resolveOwn(attributes.URI ?? '', base), iv };
}

const ivOfNumber = (number: number) => number.toString(16).padStart(32, '0');

function readPieces(lines: readonly string[], base: URL): Hls {
  const pieces: Piece[] = [];
  let seconds = 0;
  let key: Key | undefined;
  let keyCount = 0;
  let number = 0;
  let range: string | undefined;
  /** Where the next range begins if it names no start. */
  let next = 0;
  let isEnded = false;
  const cuts: number[] = [];
  let map: string | undefined;
  const withKey = (piece: Piece): Piece =>
    key ? { ...piece, key: { url: key.url, iv: key.iv ?? ivOfNumber(number) } } : piece;
  for (const line of lines) {
    const rest = line.slice(line.indexOf(':') + 1);
    switch (tagOf(line)) {
      case 'EXTINF':
        seconds += Number.parseFloat(rest) || 0;
        break;
      case 'EXT-X-MEDIA-SEQUENCE':
        // Without a sign or more digits than count exactly: it becomes a vector of 16 bytes.
        number = Number(/^\d{1,15}(?!\d)/.exec(rest)?.[0] ?? 0);
        break;
      case 'EXT-X-KEY':
        requireFew(++keyCount);
        key = readKey(line, base);
        break;
      case 'EXT-X-MAP': {
        const { URI = '', BYTERANGE } = readAttributes(line);
        const head = withKey({ url: resolveOwn(URI, base), ...fixRange(BYTERANGE, 0) });
        // Repeated after an advertisement, or that of an advertisement, which is encoded on its own.
        const named = JSON.stringify([head.url, head.range]);
        if (map !== undefined && map !== named) cuts.push(pieces.length);
        map = named;
        addPieces(pieces, head);
        break;
      }
      case 'EXT-X-BYTERANGE':
        range = rest;
        break;
      case 'EXT-X-ENDLIST':
        isEnded = true;
        break;
      default: {
        if (line.startsWith('#')) break;
        const found = fixRange(range, next);
        addPieces(pieces, withKey({ url: resolveOwn(line, base), ...found }));
        next = found.range ? found.range.end + 1 : 0;
        range = undefined;
        number += 1;
      }
    }
  }
  if (pieces.length === 0) throw new AppError('FILE_CORRUPT');
  if (!isEnded) throw new AppError('LINK_LIVE');
  return { kind: 'pieces', pieces, seconds, ...(cuts.length > 0 && { cuts }) };
}

/** Twelve for each piece: its length, range, key, time and more. */
const maxLines = 12 * maxPieces;
const longestLine = 16 * 1024;

function linesOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, maxLines + 1);
  if (lines.length > maxLines) throw new AppError('PLAYLIST_TOO_LONG', { most: maxPieces });
  if (lines.some(line => line.length > longestLine)) throw new AppError('FILE_CORRUPT');
  return lines.map(line => line.trim()).filter(Boolean);
}

function readLines(lines: readonly string[], base: URL): Hls {
  if (!lines[0]?.startsWith('#EXTM3U')) throw new AppError('FILE_CORRUPT');
  const offersQualities = lines.some(line => line.startsWith('#EXT-X-STREAM-INF'));
  return offersQualities ? readQualities(lines, base) : readPieces(lines, base);
}

/**
 * Reads a playlist that came from `base`. Throws FILE_CORRUPT if it is none, LINK_REFUSED when it names another host or another protocol,
 * LINK_PROTECTED for content protection, LINK_LIVE when it has no end yet, and PLAYLIST_TOO_LONG.
 */
export const readHls = (text: string, base: URL): Hls => readLines(linesOf(text), base);

/**
 * Reads a playlist without an address of its own against the first address it names, and returns that address; undefined if that one has
 * no host. Throws the errors of `readHls`.
 */
export function findHlsBase(text: string): URL | undefined {
  const lines = linesOf(text);
  const named = lines.find(line => !line.startsWith('#')) ?? '';
  if (!/^https?:\/\//i.test(named) || !URL.canParse(named)) return undefined;
  const base = new URL(named);
  readLines(lines, base);
  return base;
}
