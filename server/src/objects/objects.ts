// The rules of stored objects, for all nouns that store or read files. No other code reads or writes their rows.
//
// openUpload       the row of an upload, before anything is signed
// storeFiles       row first, bytes second, for files made here (results, previews, avatars)
// requireArrived   the row of an upload that is complete in the store
// useObjects       holds objects for open tasks (use-queries.ts): no sweep removes them until `endUses`
// keepObject       exempts an object from every sweep, until `releaseObjects`
// release…         leaves objects to the next sweep; `removeExpired` in remove.ts deletes them at once
// linkTo           the URL of an object, signed if its visibility requires it
import { stat } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import { multipartFromBytes } from 'contract/routes/uploads.ts';
import { visibilityOf } from '../adapters/objects-names.ts';
import type { Querier } from '../adapters/postgres.ts';
import { inSpan } from '../adapters/trace.ts';
import type { Parts } from '../parts.ts';
import { type Counted, insertCounted, insertWithinQuota } from './quota.ts';
import { discardObjects } from './remove.ts';
import {
  expireObjects,
  expireOfOwner,
  expireOfTask,
  expireWithTask,
  extendUpload,
  findObject,
  findObjects,
  insertObjects,
  keepForGood,
  type NewObject,
  type ObjectRow,
  setComplete,
  setPurpose,
  setUploadId,
} from './store.ts';

/** An upload that no task uses is deleted this long after its last activity. */
const unusedUploadMs = 3_600_000;
/** Validity of a signed URL. */
const signedLinkMs = 5 * 60_000;

/** The expiry of an upload that no task uses. */
const unusedUntil = ({ now, config }: Pick<Parts, 'now' | 'config'>): Date =>
  new Date(now().getTime() + Math.min(unusedUploadMs, config.retentionHours * 3_600_000));

/**
 * Inserts the row of an upload and, above a certain size, starts a multipart upload. Returns the store's id of that multipart upload. The
 * row is inserted first, so that a multipart upload left behind by a crash can be found by its key. UPLOAD_QUOTA, STORAGE_FULL.
 */
export async function openUpload(
  parts: Parts,
  upload: { key: string; name: string; bytes: number; owner: string; address: string },
): Promise<string | null> {
  const { database, objects } = parts;
  const { key, bytes } = upload;
  // Only its own size counts against the reserve: otherwise signatures without uploads could lock out all other senders.
  await parts.disk.requireRoom('objects', bytes);
  const expiresAt = unusedUntil(parts);
  await insertWithinQuota(parts, { ...upload, purpose: 'input', isComplete: false, taskId: null, expiresAt });
  if (bytes < multipartFromBytes) return null;
  const uploadId = await objects.startParts({ key, bytes });
  await setUploadId(database, key, uploadId);
  return uploadId;
}

/** Restarts the lifetime of an upload whose parts are still arriving. */
export async function extendOpenUpload(parts: Pick<Parts, 'forgetful' | 'now' | 'config'>, key: string): Promise<void> {
  await extendUpload(parts.forgetful, key, unusedUntil(parts));
}

export interface FileToStore {
  readonly object: Omit<NewObject, 'bytes' | 'isComplete'>;
  /** The local file. It may be gone afterwards. */
  readonly from: string;
  /** The file's download name; stored with the object if links cannot carry it (S3). */
  readonly downloadName?: string | undefined;
}

/**
 * Stores local files, all or none. Their rows are inserted before their bytes, so that a crash leaves no file without a row. STORAGE_FULL
 * if that would use up the reserve; UPLOAD_QUOTA if the sender in `counted` has too much stored; Superseded if its condition does not hold.
 */
export async function storeFiles(parts: Parts, files: readonly FileToStore[], counted?: Counted): Promise<void> {
  await parts.disk.requireRoom('objects');
  const objects: NewObject[] = [];
  for (const { object, from } of files) objects.push({ ...object, bytes: (await stat(from)).size, isComplete: true });
  if (counted) await insertCounted(parts, counted, objects);
  else await insertObjects(parts.database, objects);
  try {
    for (const { object, from, downloadName } of files) {
      const noteUploadId = (uploadId: string) => setUploadId(parts.database, object.key, uploadId);
      await inSpan('write to the store', { attributes: { purpose: object.purpose } }, () =>
        parts.objects.putFile(object.key, from, { downloadName, noteUploadId }),
      );
    }
  } catch (error) {
    await discardObjects(
      parts,
      objects.map(object => object.key),
    );
    throw error;
  }
}

/** The row of an object. UPLOAD_NOT_FOUND if there is none, or if only signed URLs open it. */
export async function requireObject(parts: Pick<Parts, 'database'>, key: string): Promise<ObjectRow> {
  const row = await findObject(parts.database, key);
  if (!row || row.visibility === 'signed') throw new AppError('UPLOAD_NOT_FOUND');
  return row;
}

/** The row of a file that only signed URLs open; undefined if there is none. The caller decides who may have it. */
export async function findPrivate(parts: Pick<Parts, 'database'>, key: string): Promise<ObjectRow | undefined> {
  const row = await findObject(parts.database, key);
  return row?.visibility === 'signed' && row.is_complete ? row : undefined;
}

/**
 * The row of a file that is complete in the store; joins the parts of an upload that has not been completed. UPLOAD_NOT_FOUND if there is
 * no such upload, UPLOAD_INCOMPLETE if bytes are missing.
 */
export async function requireArrived(
  parts: Pick<Parts, 'database' | 'objects' | 'now' | 'config'>,
  key: string,
): Promise<ObjectRow> {
  const row = await requireObject(parts, key);
  if (row.is_complete) return row;
  const { objects } = parts;
  // The signed URL of a single-piece upload stays valid for a while, and a store may accept other bytes through it, so the version seen
  // first is recorded. The URLs of parts have no effect once the parts are joined.
  const found = row.upload_id ? undefined : await objects.stat(key);
  if (row.upload_id) await objects.completeParts({ key, uploadId: row.upload_id, bytes: row.bytes });
  else if (found?.bytes !== row.bytes) throw new AppError('UPLOAD_INCOMPLETE');
  const arrived = await setComplete(parts.database, key, { expiresAt: unusedUntil(parts), version: found?.version });
  if (arrived) return arrived;
  // It was aborted or swept while its parts were joined; without its row no sweep would find these bytes.
  await objects.remove([key]);
  throw new AppError('UPLOAD_NOT_FOUND');
}

/** The rows of the public, complete files among these, by key. The others need `requireArrived` each. */
export async function findArrived(
  { database }: Pick<Parts, 'database'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ObjectRow>> {
  const rows = keys.length === 0 ? [] : await findObjects(database, keys);
  return new Map(rows.filter(row => row.is_complete && row.visibility !== 'signed').map(row => [row.key, row]));
}

/** Marks these uploads as masks. */
export async function noteMasks(db: Querier, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await setPurpose(db, keys, 'mask');
}

/** Keeps an object until `releaseObjects`. UPLOAD_NOT_FOUND if a sweep has already deleted it. */
export async function keepObject(db: Querier, key: string): Promise<void> {
  if (!(await keepForGood(db, key))) throw new AppError('UPLOAD_NOT_FOUND');
}

type Released = { key: string }[];
const keysOf = (rows: Released): string[] => rows.map(row => row.key);

/** Leaves objects to the next sweep. Returns the keys that existed, as do all functions below. */
export const releaseObjects = async (db: Querier, keys: readonly string[], now: Date): Promise<string[]> =>
  keysOf(await expireObjects(db, keys, now));

/** Releases the results of failed runs: all results of the task except those of the run that succeeded. */
export const releaseEarlierResults = async (
  db: Querier,
  { taskId, keys, now }: { taskId: string; keys: readonly string[]; now: Date },
): Promise<string[]> => keysOf(await expireOfTask(db, taskId, now, keys));

/** Releases the results of a task and those of its uploads that belong to its owner. Borrowed files are kept. */
export const releaseWithTask = async (
  db: Querier,
  task: { taskId: string; owner: string; uploads: readonly string[] },
  now: Date,
): Promise<string[]> => keysOf(await expireWithTask(db, task, now));

/** Releases everything an owner has: uploads, results, the avatar. */
export const releaseOfOwner = async (db: Querier, owner: string, now: Date): Promise<string[]> =>
  keysOf(await expireOfOwner(db, owner, now));

/** The URL of an object: permanent, or valid for minutes if only signed URLs open it. */
export function linkTo(
  parts: Pick<Parts, 'objects' | 'now'>,
  key: string,
  options: { baseUrl: string; downloadName?: string },
): Promise<string> | string {
  if (visibilityOf(key) === 'public') return parts.objects.publicUrl(key, options);
  return parts.objects.signGet(key, { ...options, expiresAt: new Date(parts.now().getTime() + signedLinkMs) });
}
