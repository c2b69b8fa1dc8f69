// The link lane: fetches all links of a task, in parallel within bounds, stores them as its inputs, and moves
// the task on to its own lane. A slow server delays only this lane, and a sender may take only a part of it.

import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import { type MediaName, media, takesPlaylists } from 'contract/media.ts';
import type { InputFileRule } from 'contract/tool.ts';
import { maxPlaylistBytes } from 'engines/playlist/pieces.ts';
import { makeKey } from '../adapters/objects-names.ts';
import { type FetchedFile, fetchLink } from '../links/fetch-link.ts';
import { type FileToStore, storeFiles } from '../objects/objects.ts';
import { findRoom } from '../objects/quota.ts';
import { discardObjects } from '../objects/remove.ts';
import { requireAccepted, requireSize } from '../objects/require-file.ts';
import type { Parts } from '../parts.ts';
import { findCall } from '../tasks/catalogue.ts';
import { limitOf } from '../tasks/inputs.ts';
import { moveOn } from '../tasks/move-on.ts';
import { reportProgress } from '../tasks/run-queries.ts';
import type { StoredInput } from '../tasks/stored.ts';
import type { TaskRow } from '../tasks/tasks.ts';
import { type FetchOptions, fetchClip, type Link, linkLimits, mannerOf } from './fetch-clip.ts';
import { createReporter } from './reporter.ts';
import type { Runner } from './runner.ts';
import { readLocalHead, removeScratch, sniffLocalFile } from './scratch.ts';

const parallelPerTask = 5;
/** An upload that no task refers to yet is swept after this long; a crash of this worker leaves it until then. */
const orphanMs = 3_600_000;

/** The playlist type, if a tool that accepts clips was given one instead of a clip. */
function playlistTypeOf(type: MediaName | null, rule: InputFileRule): 'm3u8' | 'mpd' | undefined {
  const isPlaylist = type === 'm3u8' || type === 'mpd';
  return isPlaylist && !rule.accept.includes(type) && takesPlaylists(rule.accept) ? type : undefined;
}

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
  const { parts, folder, signal, onGrow, onFraction } = options;
  const own = findCall(row.tool, row.call)?.call.inputs.find(({ field }) => field === link.field);
  if (!own) throw new Error(`${row.tool}/${row.call} has no input ${link.field}`);
  const rule = { ...own, ...(await limitOf(parts, own)) };
  const told = link.playlistKey
    ? await openPlaylist(parts, link, link.playlistKey, folder)
    : await fetchLink(link.url, {
        folder,
        sender: row.share,
        maxBytes: rule.maxBytes,
        wholeMs: linkLimits.fileMs,
        allow: parts.config.fetchAllow,
        signal,
        ...mannerOf(link),
        onGrow: bytes => onGrow(link, bytes),
        // A playlist is smaller than this, and of one the pieces are what takes time.
        onFraction: (fraction, bytes) => bytes > maxPlaylistBytes && onFraction(link, fraction),
      });
  if (told.bytes === 0) throw new AppError('FILE_EMPTY');
  const found = await sniffLocalFile(told.path);
  const playlist = playlistTypeOf(found, rule);
  const clip = playlist && (await fetchClip(options, row, link, { ...told, type: playlist }, rule));
  const fetched = { ...told, ...clip };
  requireSize(fetched.bytes, rule);
  const { path } = fetched;
  const type = await requireAccepted(clip ? await sniffLocalFile(path) : found, rule, () => readLocalHead(path));
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
  onFraction(link, 1);
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

/** Shows how much of a task's links has arrived, as the first part of the task's progress. */
function openProgress({ forgetful }: Parts, row: TaskRow) {
  const run = { id: row.id, attempt: row.attempt };
  const reporter = createReporter((percent, stage) => reportProgress(forgetful, run, percent, stage));
  const arrived = new Map<StoredInput, number>();
  for (const input of row.inputs) if (input.kind === 'link') arrived.set(input, 0);
  let highest = row.progress;
  return {
    hear(link: Link, fraction: number) {
      arrived.set(link, fraction);
      const mean = [...arrived.values()].reduce((sum, one) => sum + one, 0) / arrived.size;
      // A playlist arrives before its pieces do, and nothing that was shown goes back.
      highest = Math.max(highest, mean * row.start_percent * 0.95);
      reporter.report(highest, 'fetching');
    },
    close: reporter.close,
  };
}

/** Fetches the links of a task. The first refusal aborts the other fetches. */
async function fetchAll(options: Omit<FetchOptions, 'onGrow' | 'onFraction'>, row: TaskRow) {
  const onGrow = await createByteCount(options.parts, row);
  const progress = openProgress(options.parts, row);
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const inputs: StoredInput[] = [...row.inputs];
  const files: FileToStore[] = [];
  const left = inputs.flatMap((input, index) => (input.kind === 'link' ? [{ input, index }] : []));
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const fetched = await fetchOne({ ...options, signal, onGrow, onFraction: progress.hear }, row, next.input);
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
    await progress.close();
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
    await removeScratch(folder);
  }
}
