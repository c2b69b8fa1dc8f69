// Fetches the clip described by a playlist (HLS, DASH): its segments through the guarded fetch, with common limits on bytes and time,
// joined to one file per track.
import { createDecipheriv } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transform } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import type { DashTrack } from 'engines/playlist/join-periods.ts';
import { maxPlaylistBytes, type Piece, type Track } from 'engines/playlist/pieces.ts';
import { readDash } from 'engines/playlist/read-dash.ts';
import { type HlsQualities, readHls } from 'engines/playlist/read-hls.ts';
import { saveStream } from 'engines/save-stream.ts';
import { orStorageFull } from '../adapters/disk-space.ts';
import { type FetchedFile, type FetchOptions, fetchLink } from './fetch-link.ts';

export interface PlaylistOptions extends Omit<FetchOptions, 'range' | 'onGrow' | 'onFraction'> {
  /** The selected quality, as contract/link-visit.ts describes; absent: the best that fits into `maxBytes`. */
  readonly pick?: string | undefined;
  /** Receives the number of bytes that arrived so far; an exception ends the fetch. */
  readonly onBytes: (bytes: number) => Promise<void>;
  /** Receives the fraction of the pieces that have arrived, between 0 and 1. */
  readonly onPieces: (fraction: number) => void;
}

/** Half of a sender's connections to one host, so that a second link to the same site still makes progress. */
const piecesAhead = 2;
const keyBytes = 16;

const readPlaylist = async (link: string, options: PlaylistOptions) => {
  const file = await fetchLink(link, { ...options, maxBytes: maxPlaylistBytes });
  const text = await readFile(file.path, 'utf8');
  await rm(file.path);
  return { text, base: file.url };
};

async function readTrack(link: string, options: PlaylistOptions): Promise<Track> {
  const { text, base } = await readPlaylist(link, options);
  const found = readHls(text, base);
  // A playlist of playlists of playlists is not supported.
  if (found.kind === 'qualities') throw new AppError('FILE_CORRUPT');
  return found;
}

const seemsToFit = (bitsPerSecond: number, seconds: number, maxBytes: number) =>
  (bitsPerSecond / 8) * seconds <= maxBytes;

async function chooseHls({ qualities }: HlsQualities, options: PlaylistOptions): Promise<Track[]> {
  const { pick, maxBytes } = options;
  const picked = qualities.find(({ url }) => url === pick);
  if (pick !== undefined && !picked) throw new AppError('LINK_UNREACHABLE');
  const offered = picked ? [picked] : qualities;
  const best = offered[0]!;
  let track = await readTrack(best.url, options);
  // All qualities are as long as the best one, so only one more playlist is read: that of the chosen quality.
  const { seconds } = track;
  const taken = offered.find(one => seemsToFit(one.bitsPerSecond, seconds, maxBytes)) ?? offered.at(-1)!;
  if (taken !== best) track = await readTrack(taken.url, options);
  return taken.soundUrl === undefined ? [track] : [track, await readTrack(taken.soundUrl, options)];
}

function chooseDash(tracks: readonly DashTrack[], { pick, maxBytes }: PlaylistOptions): Track[] {
  const picked = tracks.find(({ id }) => id === pick);
  if (pick !== undefined && !picked) throw new AppError('LINK_UNREACHABLE');
  if (picked?.kind === 'sound') return [picked];
  const videos = tracks.filter(({ kind }) => kind === 'video');
  const video =
    picked ?? videos.find(track => seemsToFit(track.bitsPerSecond, track.seconds, maxBytes)) ?? videos.at(-1);
  const sound = tracks.find(({ kind }) => kind === 'sound');
  return [video, sound].filter(track => track !== undefined);
}

/** Keys by their URL; the segments of a clip share one or a few. */
function createKeyring(options: PlaylistOptions): (url: string) => Promise<Buffer> {
  const keys = new Map<string, Promise<Buffer>>();
  const load = async (url: string) => {
    const file = await fetchLink(url, { ...options, maxBytes: keyBytes }).catch((cause: unknown) => {
      const isLarge = cause instanceof AppError && cause.code === 'FILE_ABOVE_KB';
      throw isLarge ? new AppError('LINK_PROTECTED', null, { cause }) : cause;
    });
    const key = await readFile(file.path);
    await rm(file.path);
    // For example a page that asks for a login.
    if (key.length !== keyBytes) throw new AppError('LINK_PROTECTED');
    return key;
  };
  return url => {
    const known = keys.get(url) ?? load(url);
    keys.set(url, known);
    return known;
  };
}

interface Progress {
  readonly onBytes: PlaylistOptions['onBytes'];
  readonly onPiece: () => void;
}

/** The streams that decrypt a segment; none for one in the clear. */
async function decrypt({ key }: Piece, keyring: (url: string) => Promise<Buffer>): Promise<Transform[]> {
  return key ? [createDecipheriv('aes-128-cbc', await keyring(key.url), Buffer.from(key.iv, 'hex'))] : [];
}

/** Fetches the segments of a track, a few ahead of the one being written, and joins them to one file. */
async function fetchTrack(track: Track, index: number, options: PlaylistOptions, progress: Progress) {
  const nameOf = (part: number) => join(options.folder, `track-${index}-${part}`);
  const stopped = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stopped.signal]) : stopped.signal;
  const bounded = { ...options, signal };
  const keyring = createKeyring(bounded);
  const fetchPiece = async ({ url, range }: Piece): Promise<FetchedFile> => {
    let counted = 0;
    const onGrow = async (bytes: number) => {
      const more = bytes - counted;
      counted = bytes;
      await progress.onBytes(more);
    };
    const maxBytes = range ? range.end - range.start + 1 : options.maxBytes;
    return fetchLink(url, { ...bounded, maxBytes, ...(range && { range }), onGrow });
  };
  const left = [...track.pieces];
  const ahead: Promise<FetchedFile>[] = [];
  const start = (piece: Piece) => {
    const fetching = fetchPiece(piece);
    // Awaited later, in order; until then a failure must not count as unhandled.
    fetching.catch(() => undefined);
    ahead.push(fetching);
  };
  const files = [{ path: nameOf(0), bytes: 0 }];
  try {
    for (const [at, piece] of track.pieces.entries()) {
      if (track.cuts?.includes(at)) files.push({ path: nameOf(files.length), bytes: 0 });
      while (left.length > 0 && ahead.length < piecesAhead) start(left.shift()!);
      const file = await ahead.shift()!;
      // The host sent fewer bytes than the requested range.
      if (piece.range && file.bytes !== piece.range.end - piece.range.start + 1) throw new AppError('LINK_UNREACHABLE');
      const steps = await decrypt(piece, keyring);
      const part = files.at(-1)!;
      part.bytes += await orStorageFull(
        saveStream(createReadStream(file.path), part.path, { flags: 'a', steps }).catch((cause: unknown) => {
          const isKeyWrong = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('ERR_OSSL');
          throw isKeyWrong ? new AppError('LINK_PROTECTED', null, { cause }) : cause;
        }),
      );
      await rm(file.path);
      progress.onPiece();
    }
  } finally {
    // The folder is removed afterwards, so no segment may still be writing.
    stopped.abort(new Error('the track has ended'));
    await Promise.allSettled(ahead);
  }
  return files;
}

export interface FetchedTrack {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Fetches the clip that the file `playlist` describes: one track with picture and sound, or one of each, in this order. Each is one file, or as many
 * as it has cuts and one more. Throws the errors of `fetchLink`, `readHls` and `readDash`.
 */
export async function fetchPlaylist(
  playlist: Pick<FetchedFile, 'path' | 'url' | 'bytes'>,
  type: 'm3u8' | 'mpd',
  options: PlaylistOptions,
): Promise<FetchedTrack[][]> {
  if (playlist.bytes > maxPlaylistBytes) throw new AppError('FILE_TOO_LARGE', { maxMb: 2 });
  const text = await readFile(playlist.path, 'utf8');
  const found = type === 'mpd' ? chooseDash(readDash(text, playlist.url).tracks, options) : undefined;
  const hls = type === 'm3u8' ? readHls(text, playlist.url) : undefined;
  const tracks = found ?? (hls!.kind === 'pieces' ? [hls!] : await chooseHls(hls!, options));
  const count = tracks.reduce((sum, { pieces }) => sum + pieces.length, 0);
  let done = 0;
  let total = 0;
  const progress: Progress = {
    async onBytes(more) {
      total += more;
      if (total > options.maxBytes)
        throw new AppError('FILE_TOO_LARGE', { maxMb: Math.floor(options.maxBytes / 1024 / 1024) });
      await options.onBytes(total);
    },
    onPiece() {
      done += 1;
      options.onPieces(done / count);
    },
  };
  const files: FetchedTrack[][] = [];
  for (const [index, track] of tracks.entries()) files.push(await fetchTrack(track, index, options, progress));
  return files;
}
