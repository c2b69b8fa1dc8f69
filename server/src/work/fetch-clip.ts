// The clip that a playlist describes: its tracks are fetched, and joined into one file by children without network access.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { InputFileRule } from 'contract/tool.ts';
import { saveStream } from 'engines/save-stream.ts';
import { orStorageFull } from '../adapters/disk-space.ts';
import type { FetchedFile } from '../links/fetch-link.ts';
import { type FetchedTrack, fetchPlaylist } from '../links/fetch-playlist.ts';
import type { Parts } from '../parts.ts';
import type { StoredInput } from '../tasks/stored.ts';
import type { TaskRow } from '../tasks/tasks.ts';
import type { Runner } from './runner.ts';
import { sniffLocalFile } from './scratch.ts';

/**
 * What moves may go on, because a slow host is no fault of the person: these only end what is made to go on for ever. `bytes` are of all
 * links of a task together.
 */
export const linkLimits = { fileMs: 15 * 60_000, bytes: 500 * 1024 * 1024, playlistMs: 20 * 60_000 };

const joinModule = new URL('./join-run.ts', import.meta.url).href;
const joinDeadlineMs = 120_000;

export interface FetchOptions {
  readonly parts: Parts;
  /** Children without network access, which mux the streams of a playlist. */
  readonly pool: Runner;
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called with the minimum size of a link; throws a refusal when all together are too large. */
  readonly onGrow: (link: Link, bytes: number) => Promise<void>;
  /** Called with the fraction of a link that has arrived, between 0 and 1. */
  readonly onFraction: (link: Link, fraction: number) => void;
}

export type Link = Extract<StoredInput, { kind: 'link' }>;

/** A fetched file as input of a run. */
async function describeTrack({ path: file, bytes }: FetchedTrack) {
  const type = await sniffLocalFile(file);
  if (!type) throw new AppError('FILE_CORRUPT');
  return { path: file, name: 'track', bytes, type };
}

type TrackInput = Awaited<ReturnType<typeof describeTrack>>;

async function runInChild(
  { pool, folder, signal }: FetchOptions,
  call: 'join' | 'joinPart' | 'smooth',
  inputs: Record<string, TrackInput>,
) {
  const home = path.join(folder, `join-${randomUUID()}`);
  const out = path.join(home, 'out');
  await mkdir(out, { recursive: true });
  const joined = await pool.run(
    { kind: 'run', module: joinModule, call, options: {}, inputs, lists: {}, models: {}, home, folder: out },
    { deadlineMs: joinDeadlineMs, signal, onProgress: () => undefined },
  );
  const file = joined.files[0]!.path;
  return { path: file, bytes: (await stat(file)).size };
}

/** One file of a track, or of a track and its sound. In transport streams, timestamps that start again are rewritten, whether the playlist says so or not. */
async function joinTracks(options: FetchOptions, [track, sounds]: readonly (readonly FetchedTrack[])[]) {
  const first = track![0]!;
  if (track!.length > 1) return joinParts(options, track!, sounds);
  const video = await describeTrack(first);
  if (sounds) return runInChild(options, 'join', { video, sound: await describeTrack(sounds[0]!) });
  return video.type === 'ts' ? runInChild(options, 'smooth', { clip: video }) : first;
}

/** One transport stream of the parts of a clip, such as the periods of a DASH manifest. */
async function joinParts(
  options: FetchOptions,
  track: readonly FetchedTrack[],
  sounds: readonly FetchedTrack[] | undefined,
): Promise<FetchedTrack> {
  const whole = { path: path.join(options.folder, 'parts.ts'), bytes: 0 };
  for (const [at, file] of track.entries()) {
    const sound = sounds?.[at];
    const clip = await describeTrack(file);
    const part = sound
      ? await runInChild(options, 'joinPart', { video: clip, sound: await describeTrack(sound) })
      : await runInChild(options, 'smooth', { clip });
    whole.bytes += await orStorageFull(saveStream(createReadStream(part.path), whole.path, { flags: 'a' }));
    await rm(part.path);
  }
  return runInChild(options, 'smooth', { clip: await describeTrack(whole) });
}

/** Fetches the clip that a playlist describes. */
export async function fetchClip(
  options: FetchOptions,
  row: TaskRow,
  link: Link,
  playlist: FetchedFile & { readonly type: 'm3u8' | 'mpd' },
  rule: InputFileRule,
): Promise<FetchedTrack> {
  const { parts, signal, onGrow, onFraction } = options;
  const folder = path.join(options.folder, `playlist-${randomUUID()}`);
  await mkdir(folder);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new AppError('DEADLINE')), linkLimits.playlistMs);
  const tracks = await fetchPlaylist(playlist, playlist.type, {
    folder,
    sender: row.share,
    maxBytes: Math.min(rule.maxBytes, linkLimits.bytes),
    wholeMs: linkLimits.playlistMs,
    allow: parts.config.fetchAllow,
    signal: AbortSignal.any([signal, deadline.signal]),
    pick: link.pick,
    ...mannerOf(link),
    onBytes: bytes => onGrow(link, bytes),
    onPieces: fraction => onFraction(link, fraction),
  }).finally(() => clearTimeout(timer));
  return joinTracks({ ...options, folder }, tracks);
}

export const mannerOf = ({ referer, device }: Link) => ({
  ...(referer !== undefined && { referer }),
  ...(device !== undefined && { device }),
});
