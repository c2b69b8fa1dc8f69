// The link lane: fetches all links of a task, in parallel within bounds and under one deadline, stores them as its inputs, and moves
// the task on to its own lane. A slow server delays only this lane, and a sender may take only a part of it.
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from 'contract/errors.ts';
import { type MediaName, media, takesPlaylists } from 'contract/media.ts';
import type { InputFileRule } from 'contract/tool.ts';
import { maxPlaylistBytes } from 'engines/playlist/pieces.ts';
import { orStorageFull } from '../adapters/disk-space.ts';
import { type FetchedFile, fetchLink } from '../links/fetch-link.ts';
import { type FetchedTrack, fetchPlaylist } from '../links/fetch-playlist.ts';
import { makeKey } from '../objects/names.ts';
import { type FileToStore, storeFiles } from '../objects/objects.ts';
import { findRoom } from '../objects/quota.ts';
import { discardObjects } from '../objects/remove.ts';
import type { Parts } from '../parts.ts';
import { findCall } from '../tasks/catalogue.ts';
import { limitOf, requireAccepted, requireSize } from '../tasks/inputs.ts';
import type { StoredInput } from '../tasks/stored.ts';
import { moveOn, reportProgress, type TaskRow } from '../tasks/tasks.ts';
import { createReporter } from './reporter.ts';
import type { Runner } from './runner.ts';
import { sniffLocalFile } from './scratch.ts';

/** For all links of a task together. */
export const linkLimits = { deadlineMs: 60_000, bytes: 500 * 1024 * 1024, playlistDeadlineMs: 5 * 60_000 };
const parallelPerTask = 5;
/** An upload that no task refers to yet is swept after this long; a crash of this worker leaves it until then. */
const orphanMs = 3_600_000;

const joinModule = new URL('./join-run.ts', import.meta.url).href;
const joinDeadlineMs = 120_000;

interface FetchOptions {
  readonly parts: Parts;
  /** Children without network access, which mux the streams of a playlist. */
  readonly pool: Runner;
  /** Extends the deadline for a playlist, which consists of many files. */
  readonly extendDeadline: () => void;
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called with the minimum size of a link; throws a refusal when all together are too large. */
  readonly onGrow: (link: Link, bytes: number) => Promise<void>;
}

type Link = Extract<StoredInput, { kind: 'link' }>;

/** The playlist type, if a tool that accepts clips was given one instead of a clip. */
function playlistTypeOf(type: MediaName | null, rule: InputFileRule): 'm3u8' | 'mpd' | undefined {
  const isPlaylist = type === 'm3u8' || type === 'mpd';
  return isPlaylist && !rule.accept.includes(type) && takesPlaylists(rule.accept) ? type : undefined;
}

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

/** One file of a track, or of a track and its sound. Of transport streams, timestamps that start again are mended, whether their playlist says so or not. */
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
    await orStorageFull(pipeline(createReadStream(part.path), createWriteStream(whole.path, { flags: 'a' })));
    whole.bytes += part.bytes;
    await rm(part.path);
  }
  return runInChild(options, 'smooth', { clip: await describeTrack(whole) });
}

/** Fetches the clip that a playlist describes. */
async function fetchClip(
  options: FetchOptions,
  row: TaskRow,
  link: Link,
  playlist: FetchedFile & { readonly type: 'm3u8' | 'mpd' },
  rule: InputFileRule,
): Promise<FetchedTrack> {
  const { parts, signal, onGrow } = options;
  options.extendDeadline();
  const folder = path.join(options.folder, `playlist-${randomUUID()}`);
  await mkdir(folder);
  const reporter = createReporter((percent, stage) =>
    reportProgress(parts.forgetful, { id: row.id, attempt: row.attempt }, percent, stage),
  );
  const tracks = await fetchPlaylist(playlist, playlist.type, {
    folder,
    sender: row.share,
    maxBytes: Math.min(rule.maxBytes, linkLimits.bytes),
    timeoutMs: linkLimits.playlistDeadlineMs,
    allow: parts.config.fetchAllow,
    signal,
    pick: link.pick,
    ...mannerOf(link),
    onBytes: bytes => onGrow(link, bytes),
    onProgress: fraction => reporter.report(Math.max(row.progress, fraction * row.start_percent * 0.95), 'fetching'),
  });
  await reporter.close();
  return joinTracks({ ...options, folder }, tracks);
}

const mannerOf = ({ referer, device }: Link) => ({
  ...(referer !== undefined && { referer }),
  ...(device !== undefined && { device }),
});

/** An uploaded playlist, treated as if it had been fetched from the host it names. */
async function openPlaylist({ objects }: Parts, link: Link, key: string, folder: string): Promise<FetchedFile> {
  const file = path.join(folder, `playlist-${randomUUID()}.m3u8`);
  const bytes = await objects.readHead(key, maxPlaylistBytes);
  await writeFile(file, bytes);
  const url = new URL(link.url);
  return { path: file, url, bytes: bytes.length, fileName: link.name, isNameTold: false, contentType: '' };
}

/** Fetches one link and judges it by its bytes. Returns the input that replaces it, and the file to store for it. */
async function fetchOne(options: FetchOptions, row: TaskRow, link: Link) {
  const { parts, folder, signal, onGrow } = options;
  const own = findCall(row.tool, row.call)?.call.inputs.find(({ field }) => field === link.field);
  if (!own) throw new Error(`${row.tool}/${row.call} has no input ${link.field}`);
  const rule = { ...own, ...(await limitOf(parts, own)) };
  const told = link.playlistKey
    ? await openPlaylist(parts, link, link.playlistKey, folder)
    : await fetchLink(link.url, {
        folder,
        sender: row.share,
        maxBytes: rule.maxBytes,
        timeoutMs: linkLimits.deadlineMs,
        allow: parts.config.fetchAllow,
        signal,
        ...mannerOf(link),
        onGrow: bytes => onGrow(link, bytes),
      });
  const found = await sniffLocalFile(told.path);
  const playlist = playlistTypeOf(found, rule);
  const clip = playlist && (await fetchClip(options, row, link, { ...told, type: playlist }, rule));
  const fetched = { ...told, ...clip };
  requireSize(fetched.bytes, rule);
  const type = requireAccepted(clip ? await sniffLocalFile(clip.path) : found, rule);
  const isUnnamed = !link.isNamed && (fetched.isNameTold || link.name === 'file');
  const name = isUnnamed ? fetched.fileName : link.name;
  const key = makeKey('input', parts.now(), media[type].extensions[0]);
  const expiresAt = new Date(parts.now().getTime() + orphanMs);
  const object = {
    key,
    name,
    purpose: 'input',
    owner: row.owner,
    address: row.address,
    taskId: null,
    expiresAt,
  } as const;
  const input: StoredInput = { field: link.field, name, kind: 'upload', key, bytes: fetched.bytes };
  return { input, file: { object, from: fetched.path } satisfies FileToStore };
}

/**
 * Counts the bytes of all links of a task as they arrive. FILE_TOO_LARGE beyond the limit of a task, UPLOAD_QUOTA beyond what the
 * sender may store, STORAGE_FULL before the reserve of the disk is touched.
 */
async function createByteCount(parts: Parts, row: TaskRow): Promise<FetchOptions['onGrow']> {
  const room = await findRoom(parts, 'inputs', row);
  const sizes = new Map<Link, number>();
  let total = 0;
  return async (link, bytes) => {
    const added = bytes - (sizes.get(link) ?? 0);
    sizes.set(link, bytes);
    total += added;
    if (total > linkLimits.bytes)
      throw new AppError('FILE_TOO_LARGE', { maxMb: Math.floor(linkLimits.bytes / 1024 / 1024) });
    const refusal = await room(total);
    if (refusal) throw refusal;
    await parts.disk.requireRoom('scratch', added);
  };
}

/** Fetches the links of a task. The first refusal aborts the other fetches. */
async function fetchAll(options: Omit<FetchOptions, 'onGrow' | 'extendDeadline'>, row: TaskRow) {
  const onGrow = await createByteCount(options.parts, row);
  const failed = new AbortController();
  const deadline = new AbortController();
  const startTimer = (ms: number) => setTimeout(() => deadline.abort(new AppError('DEADLINE')), ms);
  let timer = startTimer(linkLimits.deadlineMs);
  let isExtended = false;
  const extendDeadline = () => {
    if (isExtended) return;
    isExtended = true;
    clearTimeout(timer);
    timer = startTimer(linkLimits.playlistDeadlineMs);
  };
  const signal = AbortSignal.any([options.signal, deadline.signal, failed.signal]);
  const inputs: StoredInput[] = [...row.inputs];
  const files: FileToStore[] = [];
  const left = inputs.flatMap((input, index) => (input.kind === 'link' ? [{ input, index }] : []));
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const fetched = await fetchOne({ ...options, signal, onGrow, extendDeadline }, row, next.input);
      inputs[next.index] = fetched.input;
      files.push(fetched.file);
    }
  };
  try {
    const runs = Array.from({ length: Math.min(parallelPerTask, left.length) }, () =>
      work().catch(error => {
        failed.abort(error);
        throw error;
      }),
    );
    // The folder is removed after this, so none of them may still be writing.
    for (const { status } of await Promise.allSettled(runs)) if (status === 'rejected') signal.throwIfAborted();
    return { inputs, files };
  } finally {
    clearTimeout(timer);
  }
}

/** Runs the first stage of a task that names links. Throws the error with which the task fails. */
export async function fetchInputs(
  { parts, pool, scratch, signal }: { parts: Parts; pool: Runner; scratch: string; signal: AbortSignal },
  row: TaskRow,
): Promise<void> {
  const run = { id: row.id, attempt: row.attempt };
  const folder = path.join(scratch, `${row.id}-${row.attempt}`);
  await reportProgress(parts.forgetful, run, row.progress, 'fetching');
  await parts.disk.requireRoom('scratch');
  await mkdir(folder, { recursive: true });
  try {
    const { inputs, files } = await fetchAll({ parts, pool, folder, signal }, row);
    signal.throwIfAborted();
    await storeFiles(parts, files, { as: 'inputs', sender: row });
    const isMoved = await moveOn(parts, row, inputs);
    // The task was cancelled, deleted or taken over meanwhile: no row refers to these files.
    if (!isMoved)
      await discardObjects(
        parts,
        files.map(({ object }) => object.key),
      );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
