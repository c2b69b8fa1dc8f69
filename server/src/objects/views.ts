// Views of a clip: a still frame, its film strip, the peaks of its audio. Created on first request, stored with the clip, and removed with it.
import { readFile, stat } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import type { FileFacts } from 'contract/facts.ts';
import type { Output } from 'contract/run.ts';
import { type ViewKind, viewKeyOf } from '../adapters/objects-names.ts';
import type { Parts } from '../parts.ts';
import { factsOf, look } from './facts.ts';
import { findFailure, noteFailure, noteRefusal, requireNotRefused } from './failures.ts';
import { requireArrived, storeFiles } from './objects.ts';
import { SharedWork } from './shared-work.ts';
import { findObject, type ObjectRow } from './store.ts';

/** Far more than any view needs. */
const maxViewBytes = 4 * 1024 * 1024;

/** Views being created by this server, by key: concurrent requests for the same view share one run. */
const making = new SharedWork<Buffer>();

async function readKept({ database, objects }: Parts, viewKey: string): Promise<Buffer | undefined> {
  if (!(await findObject(database, viewKey))) return undefined;
  try {
    return await objects.readHead(viewKey, maxViewBytes);
  } catch (error) {
    // The row is inserted before the bytes, and another server may be in between.
    if (error instanceof AppError && error.code === 'UPLOAD_NOT_FOUND') return undefined;
    throw error;
  }
}

const uniqueViolation = '23505';
const isKeptAlready = (error: unknown) => (error as { code?: unknown }).code === uniqueViolation;
const isFull = (error: unknown) => error instanceof AppError && error.code === 'STORAGE_FULL';

/** Stores a view with the clip's current expiry. If the quota is exceeded, the view is recreated on each request. */
async function keep(parts: Parts, clip: ObjectRow, viewKey: string, from: string): Promise<void> {
  const { owner, address, expires_at: expiresAt } = clip;
  const object = { key: viewKey, name: 'view', owner, address, purpose: 'preview' as const, taskId: null, expiresAt };
  await storeFiles(parts, [{ object, from }]).catch(error => {
    if (!isKeptAlready(error) && !isFull(error)) throw error;
  });
}

function requireTrack({ streams = [] }: FileFacts, kind: ViewKind): void {
  const [track, refusal] =
    kind === 'peaks' ? (['sound', 'CLIP_WITHOUT_SOUND'] as const) : (['video', 'CLIP_WITHOUT_PICTURE'] as const);
  if (!streams.some(stream => stream.kind === track)) throw new AppError(refusal);
}

async function make(parts: Parts, clip: ObjectRow, kind: ViewKind, signal: AbortSignal): Promise<Buffer> {
  const { key } = clip;
  const facts = await factsOf(parts, key, signal);
  if (!facts) throw new AppError('UPLOAD_NOT_FOUND');
  requireTrack(facts, kind);
  const pool = kind === 'poster' ? parts.lightPool : parts.clipPool;
  const take = async ({ files }: Output) => {
    const { path } = files[0]!;
    if ((await stat(path)).size > maxViewBytes) throw new Error(`the ${kind} of a clip is too large`);
    const bytes = await readFile(path);
    await keep(parts, clip, viewKeyOf(key, kind), path);
    return bytes;
  };
  return look(parts, pool, clip, facts.type, { call: kind, options: { facts } }, take, signal);
}

async function findOrMake(parts: Parts, key: string, kind: ViewKind, signal: AbortSignal): Promise<Buffer> {
  const kept = await readKept(parts, viewKeyOf(key, kind));
  if (kept) return kept;
  const clip = await requireArrived(parts, key);
  const failure = findFailure(parts, clip, kind);
  if (failure) throw failure;
  try {
    return await make(parts, clip, kind, signal);
  } catch (error) {
    if (!signal.aborted) await noteFailure(parts, key, kind, error);
    throw error;
  }
}

async function findOrRefuse(parts: Parts, key: string, kind: ViewKind, signal: AbortSignal): Promise<Buffer> {
  requireNotRefused(key, kind);
  try {
    return await findOrMake(parts, key, kind, signal);
  } catch (error) {
    noteRefusal(key, kind, error);
    throw error;
  }
}

/**
 * A view of a complete clip. UPLOAD_NOT_FOUND if the clip no longer exists, CLIP_WITHOUT_PICTURE or CLIP_WITHOUT_SOUND if it lacks the stream,
 * CLIP_TOO_COMPLEX if nothing opens it, QUEUE_FULL when its sender has too much work waiting, DEADLINE when it takes too long. A refusal is
 * remembered. When all requests for it have been abandoned, it is not made any further.
 */
export const showView = (parts: Parts, key: string, kind: ViewKind, signal?: AbortSignal): Promise<Buffer> =>
  making.join(viewKeyOf(key, kind), shared => findOrRefuse(parts, key, kind, shared), signal);
