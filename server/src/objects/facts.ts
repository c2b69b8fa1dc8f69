// Facts about stored files: probed in a child process on first use, and stored with the object.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import { type FileFacts, fileFactsSchema } from 'contract/facts.ts';
import { type MediaName, media } from 'contract/media.ts';
import type { Output } from 'contract/run.ts';
import { isAway } from '../adapters/away.ts';
import type { Parts } from '../parts.ts';
import { findFailure, noteFailure, noteRefusal, requireNotRefused } from './failures.ts';
import type { runs } from './probe-run.ts';
import { SharedWork } from './shared-work.ts';
import { sniffObject } from './sniff-object.ts';
import { findObject, type ObjectRow, setFacts } from './store.ts';

/** The module of probes and views, which the children of the light pools load ahead. */
export const probeModule = new URL('./probe-run.ts', import.meta.url).href;
/** Almost all accepted pictures store their dimensions in this leading part of the file; the exceptions are some TIFFs. */
const probedBytes = 2 * 1024 * 1024;

/** Types whose facts may be at the end of the file. */
const isWholeRead = (type: MediaName) =>
  media[type].kind === 'video' || media[type].kind === 'sound' || type === 'tiff';

type Needs = Pick<Parts, 'log' | 'database' | 'forgetful' | 'objects' | 'scratch' | 'now' | 'probePool'>;

/** Opens the part of a file that contains its facts. */
async function openProbed(
  { objects }: Needs,
  { key, version }: Pick<ObjectRow, 'key' | 'version'>,
  type: MediaName,
  folder: string,
) {
  if (isWholeRead(type)) {
    const local = await objects.toLocalFile(key, folder, version);
    return { path: local, bytes: (await stat(local)).size };
  }
  const head = await objects.readHead(key, probedBytes, version);
  const file = path.join(folder, 'head');
  await writeFile(file, head);
  return { path: file, bytes: head.length };
}

interface Look {
  readonly call: keyof typeof runs;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Runs a call of probe-run.ts on a stored file and passes its output to `take`. It is stopped once `signal` aborts. */
export async function look<T>(
  parts: Needs,
  pool: Parts['probePool'],
  row: ObjectRow,
  type: MediaName,
  { call, options = {} }: Look,
  take: (output: Output) => Promise<T> | T,
  signal: AbortSignal,
): Promise<T> {
  const { bytes, name, address, owner } = row;
  let folder: string | undefined;
  const inputs = async () => {
    // Work that takes long may be begun a second time.
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    folder = await mkdtemp(path.join(parts.scratch, 'probe-'));
    return { file: { ...(await openProbed(parts, row, type, folder)), name, type } };
  };
  try {
    const work = { sender: { owner, address }, module: probeModule, call, options: { bytes, ...options }, inputs };
    return await pool.run(work, take, signal);
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** The probes under way, by their object: calls that name the same file at the same time share one. */
const probes = new SharedWork<FileFacts>();

function probe(parts: Needs, row: ObjectRow, type: MediaName, signal?: AbortSignal): Promise<FileFacts> {
  const read = ({ meta }: Output) => fileFactsSchema.parse(meta?.facts);
  const make = (shared: AbortSignal) => look(parts, parts.probePool, row, type, { call: 'probe' }, read, shared);
  return probes.join(`${row.key} ${row.version ?? ''}`, make, signal);
}

function requireSimple(key: string, facts: FileFacts): FileFacts {
  if (!facts.isTooComplex) return facts;
  const refusal = new AppError('CLIP_TOO_COMPLEX');
  noteRefusal(key, 'facts', refusal);
  throw refusal;
}

/**
 * Facts about a complete object; undefined if it no longer exists or its type is unknown. If the probe crashes or takes too long, returns only
 * type and size, and the run itself refuses the file with a reason. Throws QUEUE_FULL if too many files are being probed, CLIP_TOO_COMPLEX for a
 * clip that nothing opens, the reason of `signal` when that aborts, and what says that the store or the database is away.
 */
export async function factsOf(parts: Needs, key: string, signal?: AbortSignal): Promise<FileFacts | undefined> {
  requireNotRefused(key, 'facts');
  const row = await findObject(parts.database, key);
  if (!row) return undefined;
  if (row.facts) return requireSimple(key, row.facts);
  const type = await sniffObject(parts, row);
  if (!type) return undefined;
  const unknown = { type, bytes: row.bytes };
  if (findFailure(parts, row, 'probe')) return unknown;
  let facts: FileFacts;
  try {
    facts = await probe(parts, row, type, signal);
    await setFacts(parts.forgetful, key, facts);
  } catch (error) {
    // None of these tells anything about the file.
    if (signal?.aborted || isAway(error)) throw error;
    if (error instanceof AppError && (error.code === 'QUEUE_FULL' || error.code === 'UPLOAD_REPLACED')) throw error;
    parts.log.warn({ err: error, key }, 'a file could not be probed');
    // Otherwise a file that is slow to probe would occupy the pool on every call that names it.
    await noteFailure(parts, key, 'probe', error);
    return unknown;
  }
  return requireSimple(key, facts);
}
