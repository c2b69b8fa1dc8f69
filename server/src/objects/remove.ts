// Removes objects from the store: the row is marked, the bytes are deleted, then the row. A crash in between leaves a row by which the next
// sweep finds the bytes, and no task can use an object that is about to be deleted.
import { multipartFromBytes } from 'contract/routes/uploads.ts';
import { viewKeysOf } from '../adapters/objects-names.ts';
import type { Parts } from '../parts.ts';
import { deleteObjects, expireObjects, findExpired, findKeys, markAborted, markExpired } from './store.ts';

/** Validity of a signed link for sending a file or a part. */
export const signatureMs = 15 * 60_000;
/** A body that started just before its signature expired may still be arriving during this time. */
const outlastsSignatureMs = 2 * signatureMs;

type RemovalParts = Pick<Parts, 'database' | 'objects' | 'now'>;
type Marked = Awaited<ReturnType<typeof markExpired>>;

async function removeMarked(parts: RemovalParts, marked: Marked): Promise<void> {
  const { objects } = parts;
  for (const { key, bytes, upload_id: uploadId, is_complete: isComplete, purpose } of marked) {
    const isUpload = purpose === 'input' || purpose === 'mask';
    // Large files are sent as multipart uploads, including those made here, and a server may have died before it could abort or record
    // them.
    if (bytes >= multipartFromBytes && !(isUpload && isComplete)) await objects.abortParts({ key, uploadId });
  }
  const keys = marked.map(row => row.key);
  await objects.remove(keys);
  const since = new Date(parts.now().getTime() - outlastsSignatureMs);
  await deleteObjects(parts.database, keys, { since, forMs: outlastsSignatureMs, upToBytes: multipartFromBytes });
  // Views made of an upload are removed with it.
  const uploads = marked.filter(({ purpose }) => purpose === 'input').map(row => row.key);
  await discardObjects(parts, await findKeys(parts.database, uploads.flatMap(viewKeysOf)));
}

/**
 * Removes those of the objects that have expired. An object that a task has started to use meanwhile is kept. Returns the number removed.
 */
export async function removeExpired(parts: RemovalParts, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const marked = await parts.database.transaction().execute(trx => markExpired(trx, keys, parts.now()));
  await removeMarked(parts, marked);
  return marked.length;
}

/**
 * Removes objects that were never published, such as the results of a cancelled run. Their rows may be gone already: a task that is deleted
 * while its results are being stored removes the rows before the bytes exist.
 */
export async function discardObjects(parts: RemovalParts, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await expireObjects(parts.database, keys, parts.now());
  await removeExpired(parts, keys);
  const left = new Set(await findKeys(parts.database, keys));
  await parts.objects.remove(keys.filter(key => !left.has(key)));
}

/** Removes an upload that has not been completed; one that was completed meanwhile is kept. Returns whether it was removed. */
export async function removeUpload(
  parts: RemovalParts,
  { key, uploadId }: { key: string; uploadId: string | null },
): Promise<boolean> {
  const marked = await parts.database.transaction().execute(trx => markAborted(trx, key, uploadId, parts.now()));
  await removeMarked(parts, marked);
  return marked.length > 0;
}

/** Keys of expired objects, oldest first. */
export const findExpiredKeys = async (parts: RemovalParts, max: number): Promise<string[]> =>
  (await findExpired(parts.database, parts.now(), max)).map(row => row.key);
