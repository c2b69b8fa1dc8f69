// Facts of stored files: probed in a child when they are first asked for, and kept with the object.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import { type FileFacts, fileFactsSchema } from 'contract/facts.ts';
import { type MediaName, sniffBytes, sniffMedia } from 'contract/media.ts';
import type { Parts } from '../parts.ts';
import { findObject, type ObjectRow, setFacts } from './store.ts';

const probeModule = new URL('./probe-run.ts', import.meta.url).href;
/** All accepted formats but some TIFFs store their size in the first part of the file. */
const probedBytes = 2 * 1024 * 1024;

type Needs = Pick<Parts, 'log' | 'database' | 'forgetful' | 'objects' | 'confinement' | 'lightPool'>;

async function probe(
  parts: Needs,
  { key, bytes, name, address, owner }: ObjectRow,
  type: MediaName,
): Promise<FileFacts> {
  const head = await parts.objects.readHead(key, probedBytes);
  const folder = await mkdtemp(path.join(parts.confinement.scratch, 'probe-'));
  try {
    const file = { path: path.join(folder, 'head'), name, bytes: head.length, type };
    await writeFile(file.path, head);
    const sender = address ?? owner ?? '';
    const work = { sender, module: probeModule, call: 'probe', options: { bytes }, inputs: { file } };
    return await parts.lightPool.run(work, ({ meta }) => fileFactsSchema.parse(meta?.facts));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Facts of an object that is whole in the store; undefined when it is gone or its bytes are of no known type. A file that a probe
 * does not survive has its type and size alone: the run itself refuses it with a reason. Throws QUEUE_FULL when too many are probed.
 */
export async function factsOf(parts: Needs, key: string): Promise<FileFacts | undefined> {
  const row = await findObject(parts.database, key);
  if (!row) return undefined;
  if (row.facts) return row.facts;
  const type = sniffMedia(await parts.objects.readHead(key, sniffBytes));
  if (!type) return undefined;
  try {
    const facts = await probe(parts, row, type);
    await setFacts(parts.forgetful, key, facts);
    return facts;
  } catch (error) {
    if (error instanceof AppError && error.code === 'QUEUE_FULL') throw error;
    parts.log.warn({ err: error, key }, 'a file could not be probed');
    const facts = { type, bytes: row.bytes };
    // A file that is slow to probe would otherwise hold the light pool at every call that names it.
    if (error instanceof AppError) await setFacts(parts.forgetful, key, facts);
    return facts;
  }
}
