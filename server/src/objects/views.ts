// What is made of a clip so that it can be looked at: a still frame, its film, the peaks of its sound. Made when it is first asked for, kept
// beside the clip, and removed with it.
import { readFile, stat } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import type { FileFacts } from 'contract/facts.ts';
import type { Parts } from '../parts.ts';
import { factsOf, look } from './facts.ts';
import { type ViewKind, viewKeyOf } from './names.ts';
import { requireArrived, storeFiles } from './objects.ts';
import { findObject, type ObjectRow } from './store.ts';

/** Far more than any view has. */
const maxViewBytes = 4 * 1024 * 1024;

/** Views that are being made by this server, by their key: two who ask for the same one wait for it together. */
const making = new Map<string, Promise<Buffer>>();

async function readKept({ database, objects }: Parts, viewKey: string): Promise<Buffer | undefined> {
  if (!(await findObject(database, viewKey))) return undefined;
  try {
    return await objects.readHead(viewKey, maxViewBytes);
  } catch (error) {
    // Its row is written before its bytes, and another server may be between the two.
    if (error instanceof AppError && error.code === 'UPLOAD_NOT_FOUND') return undefined;
    throw error;
  }
}

const uniqueViolation = '23505';
const isKeptAlready = (error: unknown) => (error as { code?: unknown }).code === uniqueViolation;
const isFull = (error: unknown) => error instanceof AppError && error.code === 'STORAGE_FULL';

/** Keeps a view for as long as its clip would be kept now. Without room for it, it is made again when it is next asked for. */
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

async function findOrMake(parts: Parts, key: string, kind: ViewKind): Promise<Buffer> {
  const viewKey = viewKeyOf(key, kind);
  const kept = await readKept(parts, viewKey);
  if (kept) return kept;
  const clip = await requireArrived(parts, key);
  const facts = await factsOf(parts, key);
  if (!facts) throw new AppError('UPLOAD_NOT_FOUND');
  requireTrack(facts, kind);
  const pool = kind === 'poster' ? parts.lightPool : parts.clipPool;
  return look(parts, pool, clip, facts.type, kind, async ({ files }) => {
    const { path } = files[0]!;
    if ((await stat(path)).size > maxViewBytes) throw new Error(`the ${kind} of a clip is too large`);
    const bytes = await readFile(path);
    await keep(parts, clip, viewKey, path);
    return bytes;
  });
}

/**
 * A view of a clip that has arrived. UPLOAD_NOT_FOUND when it is gone, CLIP_WITHOUT_PICTURE or CLIP_WITHOUT_SOUND when there is nothing to be
 * seen or heard in it, QUEUE_FULL when its sender has many made already, DEADLINE when it takes too long.
 */
export function showView(parts: Parts, key: string, kind: ViewKind): Promise<Buffer> {
  const viewKey = viewKeyOf(key, kind);
  const found =
    making.get(viewKey) ??
    findOrMake(parts, key, kind).finally(() => {
      making.delete(viewKey);
    });
  making.set(viewKey, found);
  return found;
}
