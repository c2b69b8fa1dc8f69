// Facts of stored files: probed in a child when they are first asked for, and kept with the object.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileFacts, fileFactsSchema } from 'contract/facts.ts';
import { type MediaName, sniffBytes, sniffMedia } from 'contract/media.ts';
import type { Parts } from '../parts.ts';
import { findObject, type ObjectRow, setFacts } from './store.ts';

export const probeModule = new URL('./probe-run.ts', import.meta.url).href;
/** Of the formats we take, all tell their size in the first part of the file, but for some TIFFs. */
const probedBytes = 2 * 1024 * 1024;

type Needs = Pick<Parts, 'database' | 'forgetful' | 'objects' | 'confinement' | 'lightPool'>;

async function probe(parts: Needs, { key, bytes, name }: ObjectRow, type: MediaName): Promise<FileFacts> {
  const head = await parts.objects.readHead(key, probedBytes);
  const folder = await mkdtemp(path.join(parts.confinement.scratch, 'probe-'));
  try {
    const file = { path: path.join(folder, 'head'), name, bytes: head.length, type };
    await writeFile(file.path, head);
    const work = { module: probeModule, call: 'probe', options: { bytes }, inputs: { file } };
    return await parts.lightPool.run(work, ({ meta }) => fileFactsSchema.parse(meta?.facts));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Facts of an object that is whole in the store; undefined when it is gone or its bytes are of no known type. Throws what the
 * light pool throws: a probe that dies says nothing about the file and is tried again the next time.
 */
export async function factsOf(parts: Needs, key: string): Promise<FileFacts | undefined> {
  const row = await findObject(parts.database, key);
  if (!row) return undefined;
  if (row.facts) return row.facts;
  const type = sniffMedia(await parts.objects.readHead(key, sniffBytes));
  if (!type) return undefined;
  const facts = await probe(parts, row, type);
  await setFacts(parts.forgetful, key, facts);
  return facts;
}
