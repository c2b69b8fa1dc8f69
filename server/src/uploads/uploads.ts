// The rules of uploads: what may be sent, and when a file counts as arrived.
import { AppError } from 'contract/errors.ts';
import { media, mediaOfContentType, mediaOfName } from 'contract/media.ts';
import {
  maxPictureBytes,
  maxUploadBytes,
  multipartFromBytes,
  partBytes,
  type UploadResult,
  type UploadSignature,
} from 'contract/routes/uploads.ts';
import type { Parts } from '../parts.ts';
import { removeObjects } from '../retention/remove.ts';
import { countWaiting } from '../tasks/store.ts';
import { cleanFileName, keyExtension, makeKey } from './names.ts';
import { signatureMs } from './signature.ts';
import { findObject, insertObjects, type StoredObjectRow, setComplete } from './store.ts';

const busyRetrySeconds = 30;

/** 503 before a byte is sent when nobody could work on the file soon. */
export async function refuseWhenFull(parts: Pick<Parts, 'database' | 'config'>): Promise<void> {
  if ((await countWaiting(parts.database)) >= parts.config.queueLimit)
    throw new AppError('QUEUE_FULL', { retryAfterSeconds: busyRetrySeconds });
}

function refuseTooLarge(fileSize: number, contentType: string, fileName: string): void {
  const named = mediaOfName(fileName);
  const isPicture = contentType.startsWith('image/') || (named !== null && media[named].kind === 'picture');
  const maxBytes = isPicture ? maxPictureBytes : maxUploadBytes;
  if (fileSize > maxBytes) throw new AppError('FILE_TOO_LARGE', { maxMb: Math.floor(maxBytes / 1024 / 1024) });
}

/** The name's extension; for a name without a known one, such as that of a pasted picture, what its type says. */
function chooseExtension(fileName: string, contentType: string): string {
  const claimed = mediaOfName(fileName) === null ? mediaOfContentType(contentType) : null;
  return claimed ? media[claimed].extensions[0] : keyExtension(fileName);
}

export async function signUpload(
  parts: Parts,
  file: { fileName: string; fileSize: number; contentType: string },
  baseUrl: string,
): Promise<UploadSignature> {
  refuseTooLarge(file.fileSize, file.contentType, file.fileName);
  await refuseWhenFull(parts);
  const { objects, now } = parts;
  const name = cleanFileName(file.fileName);
  const key = makeKey('input', now(), chooseExtension(name, file.contentType));
  const expiresAt = new Date(now().getTime() + signatureMs);
  const isInParts = file.fileSize >= multipartFromBytes;
  const uploadId = isInParts ? await objects.startParts({ key, bytes: file.fileSize }) : null;
  await insertObjects(parts.database, [
    {
      key,
      name,
      bytes: file.fileSize,
      upload_id: uploadId,
      is_complete: false,
      task_id: null,
      expires_at: new Date(now().getTime() + parts.config.retentionHours * 3_600_000),
    },
  ]);
  const first = uploadId
    ? await objects.signPart({ key, uploadId, partNumber: 1, bytes: file.fileSize, expiresAt, baseUrl })
    : await objects.signPut({ key, bytes: file.fileSize, expiresAt, baseUrl });
  return {
    ...objects.describe(baseUrl),
    key,
    path: key,
    acl: 'public-read',
    method: 'PUT',
    url: first.url,
    headers: { ...first.headers },
    fields: {},
    expiresAt: expiresAt.toISOString(),
    partSize: partBytes,
    uploadId,
  };
}

/** The row of an upload in parts that is still open. */
async function findOpenUpload(parts: Parts, key: string, uploadId: string): Promise<StoredObjectRow> {
  const row = await findObject(parts.database, key);
  if (row?.upload_id !== uploadId) throw new AppError('UPLOAD_NOT_FOUND');
  return row;
}

export async function signPart(
  parts: Parts,
  part: { key: string; uploadId: string; partNumber: number },
  baseUrl: string,
) {
  const { bytes } = await findOpenUpload(parts, part.key, part.uploadId);
  const expiresAt = new Date(parts.now().getTime() + signatureMs);
  const { url, headers } = await parts.objects.signPart({ ...part, bytes, expiresAt, baseUrl });
  return { url, headers: { ...headers } };
}

export async function listParts(parts: Parts, upload: { key: string; uploadId: string }) {
  await findOpenUpload(parts, upload.key, upload.uploadId);
  const arrived = await parts.objects.listParts(upload);
  return { partSize: partBytes, parts: arrived.map(part => ({ ...part })) };
}

/** Joins the parts of an upload, or sees that one in a single piece has arrived. Repeating it changes nothing. */
export async function completeUpload(parts: Parts, key: string): Promise<UploadResult> {
  const row = await requireArrived(parts, key);
  return { nameNew: key.slice(key.lastIndexOf('/') + 1), nameOrg: row.name, path: key, size: row.bytes };
}

/**
 * The row of a file that is whole in the store. UPLOAD_NOT_FOUND when there is no such upload, UPLOAD_INCOMPLETE when bytes
 * are missing.
 */
export async function requireArrived(
  parts: Pick<Parts, 'database' | 'objects'>,
  key: string,
): Promise<StoredObjectRow> {
  const row = await findObject(parts.database, key);
  if (!row) throw new AppError('UPLOAD_NOT_FOUND');
  if (row.is_complete) return row;
  if (row.upload_id) await parts.objects.completeParts({ key, uploadId: row.upload_id, bytes: row.bytes });
  else if ((await parts.objects.stat(key))?.bytes !== row.bytes) throw new AppError('UPLOAD_INCOMPLETE');
  await setComplete(parts.database, key);
  return row;
}

export async function abortUpload(parts: Parts, key: string): Promise<void> {
  const row = await findObject(parts.database, key);
  if (row && !row.is_complete) await removeObjects(parts, [row]);
}
