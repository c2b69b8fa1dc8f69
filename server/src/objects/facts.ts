// Facts about stored files: probed in a child process on first use, and stored with the object.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import { type FileFacts, fileFactsSchema } from 'contract/facts.ts';
import { type MediaName, media } from 'contract/media.ts';
import type { Output } from 'contract/run.ts';
import type { Parts } from '../parts.ts';
import type { runs } from './probe-run.ts';
import { sniffObject } from './sniff-object.ts';
import { findObject, type ObjectRow, setFacts } from './store.ts';

const probeModule = new URL('./probe-run.ts', import.meta.url).href;
/** Almost all accepted pictures store their dimensions in this leading part of the file; the exceptions are some TIFFs. */
const probedBytes = 2 * 1024 * 1024;

/** Types whose facts may be at the end of the file. */
const isWholeRead = (type: MediaName) =>
  media[type].kind === 'video' || media[type].kind === 'sound' || type === 'tiff';

type Needs = Pick<Parts, 'log' | 'database' | 'forgetful' | 'objects' | 'confinement' | 'lightPool'>;

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

/** Runs a call of probe-run.ts on a stored file and passes its output to `take`. */
export async function look<T>(
  parts: Needs,
  pool: Parts['lightPool'],
  row: ObjectRow,
  type: MediaName,
  call: keyof typeof runs,
  take: (output: Output) => Promise<T> | T,
): Promise<T> {
  const { bytes, name, address, owner } = row;
  let folder: string | undefined;
  const inputs = async () => {
    folder = await mkdtemp(path.join(parts.confinement.scratch, 'probe-'));
    return { file: { ...(await openProbed(parts, row, type, folder)), name, type } };
  };
  try {
    const sender = address ?? owner ?? '';
    return await pool.run({ sender, module: probeModule, call, options: { bytes }, inputs }, take);
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** The probes under way, by the key of their object. */
const probes = new Map<string, Promise<FileFacts>>();

/** Calls that name the same file at the same time share one probe. */
function probe(parts: Needs, row: ObjectRow, type: MediaName): Promise<FileFacts> {
  const name = `${row.key} ${row.version ?? ''}`;
  const known = probes.get(name);
  if (known) return known;
  const made = look(parts, parts.lightPool, row, type, 'probe', ({ meta }) => fileFactsSchema.parse(meta?.facts));
  const shared = made.finally(() => probes.delete(name));
  probes.set(name, shared);
  return shared;
}

/**
 * Facts about a complete object; undefined if it no longer exists or its type is unknown. If the probe crashes, returns only type and size,
 * and the run itself refuses the file with a reason. Throws QUEUE_FULL if too many files are being probed.
 */
export async function factsOf(parts: Needs, key: string): Promise<FileFacts | undefined> {
  const row = await findObject(parts.database, key);
  if (!row) return undefined;
  if (row.facts) return row.facts;
  const type = await sniffObject(parts, row);
  if (!type) return undefined;
  try {
    const facts = await probe(parts, row, type);
    await setFacts(parts.forgetful, key, facts);
    return facts;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'QUEUE_FULL' || error.code === 'UPLOAD_REPLACED')) throw error;
    parts.log.warn({ err: error, key }, 'a file could not be probed');
    const facts = { type, bytes: row.bytes };
    // Otherwise a file that is slow to probe would occupy the light pool on every call that names it.
    if (error instanceof AppError) await setFacts(parts.forgetful, key, facts);
    return facts;
  }
}
