// The rules of uploads: what may be sent, and when a file counts as arrived.

import { AppError } from 'contract/errors.ts';
import type { FileFacts } from 'contract/facts.ts';
import { cleanFileName } from 'contract/file-names.ts';
import { describeMisfit } from 'contract/foreign-files.ts';
import { type MediaName, media, mediaOfName, sniffBytes } from 'contract/media.ts';
import {
  maxPictureBytes,
  maxUploadBytes,
  partBytes,
  type UploadResult,
  type UploadSignature,
} from 'contract/routes/uploads.ts';
import { makeKey } from '../adapters/objects-names.ts';
import { readMostBytes } from '../dictionaries/dictionaries.ts';
import { factsOf } from '../objects/facts.ts';
import { requireNotRefused } from '../objects/failures.ts';
import { extendOpenUpload, openUpload, requireArrived, requireObject } from '../objects/objects.ts';
import { removeUpload, signatureMs } from '../objects/remove.ts';
import { requireSize } from '../objects/require-file.ts';
import type { Parts } from '../parts.ts';
import { typeOfUpload, type UploadTypes } from './upload-type.ts';

/** What uploads know of the tools and of the queue, handed in by the server. */
export interface Intake {
  readonly types: UploadTypes;
  /** Throws QUEUE_FULL if no lane that could process a file of this type has room for its sender. */
  readonly refuseWhenFull: (type: MediaName, uploader: Uploader) => Promise<void>;
}

export interface UploadParts extends Parts {
  readonly intake: Intake;
}

async function refuseTooLarge(
  { database }: Pick<Parts, 'database'>,
  { fileSize, contentType, fileName }: { fileSize: number; contentType: string; fileName: string },
): Promise<void> {
  const named = mediaOfName(fileName);
  const isPicture = contentType.startsWith('image/') || (named !== null && media[named].kind === 'picture');
  const maxBytes = await readMostBytes(database, isPicture ? maxPictureBytes : maxUploadBytes);
  requireSize(fileSize, { maxBytes });
}

export interface Uploader {
  readonly owner: string;
  /** The network address, hashed by `hideWho`. */
  readonly address: string;
}

/** FILE_EMPTY, TYPE_UNSUPPORTED, PLAYLIST_UPLOADED, FILE_TOO_LARGE, QUEUE_FULL, UPLOAD_QUOTA or STORAGE_FULL. */
export async function signUpload(
  parts: UploadParts,
  file: { fileName: string; fileSize: number; contentType: string },
  uploader: Uploader,
  baseUrl: string,
): Promise<UploadSignature> {
  if (file.fileSize === 0) throw new AppError('FILE_EMPTY');
  const type = typeOfUpload(parts.intake.types, file);
  await refuseTooLarge(parts, file);
  await parts.intake.refuseWhenFull(type, uploader);
  const { objects, now } = parts;
  const bytes = file.fileSize;
  const name = cleanFileName(file.fileName);
  const key = makeKey('input', now(), media[type].extensions[0]);
  const uploadId = await openUpload(parts, { key, name, bytes, ...uploader });
  // Their children load while the file arrives.
  parts.probePool.warmUp();
  if (media[type].kind === 'video') parts.lightPool.warmUp();
  const expiresAt = new Date(now().getTime() + signatureMs);
  const first = uploadId
    ? await objects.signPart({ key, uploadId, partNumber: 1, bytes, expiresAt, baseUrl })
    : await objects.signPut({ key, bytes, expiresAt, baseUrl });
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

/** The row of a multipart upload that is still open. */
async function requireOpen(parts: Parts, upload: { key: string; uploadId: string }) {
  const row = await requireObject(parts, upload.key);
  if (row.is_complete || row.upload_id !== upload.uploadId) throw new AppError('UPLOAD_NOT_FOUND');
  return row;
}

export async function signPart(
  parts: Parts,
  part: { key: string; uploadId: string; partNumber: number },
  baseUrl: string,
) {
  const { bytes } = await requireOpen(parts, part);
  await extendOpenUpload(parts, part.key);
  const expiresAt = new Date(parts.now().getTime() + signatureMs);
  const { url, headers } = await parts.objects.signPart({ ...part, bytes, expiresAt, baseUrl });
  return { url, headers: { ...headers } };
}

export async function listParts(parts: Parts, upload: { key: string; uploadId: string }) {
  await requireOpen(parts, upload);
  const arrived = await parts.objects.listParts(upload);
  return { partSize: partBytes, parts: arrived.map(part => ({ ...part })) };
}

interface UploadNamed {
  readonly key: string;
  readonly uploadId?: string | null | undefined;
}

/** Joins the parts of an upload, or checks that a single-piece upload has arrived. Repeating it changes nothing. */
export async function completeUpload(parts: Parts, { key, uploadId }: UploadNamed): Promise<UploadResult> {
  // The URL of a result or upload may be shown to others, but only its sender knows the id of a multipart upload.
  if ((await requireObject(parts, key)).upload_id !== (uploadId ?? null)) throw new AppError('UPLOAD_NOT_FOUND');
  const row = await requireArrived(parts, key);
  return { nameNew: key.slice(key.lastIndexOf('/') + 1), nameOrg: row.name, path: key, size: row.bytes };
}

/** Facts about a complete upload. UPLOAD_NOT_FOUND, UPLOAD_INCOMPLETE, CLIP_TOO_COMPLEX, or TYPE_UNSUPPORTED for unknown bytes. */
export async function readFacts(parts: UploadParts, key: string, signal?: AbortSignal): Promise<FileFacts> {
  requireNotRefused(key, 'facts');
  await requireArrived(parts, key);
  const facts = await factsOf(parts, key, signal);
  if (!facts) {
    const head = await parts.objects.readHead(key, sniffBytes);
    throw new AppError('TYPE_UNSUPPORTED', describeMisfit(head, parts.intake.types.names, null));
  }
  return facts;
}

/** Aborts an upload that has not been completed. A missing upload, or one with another id, is left alone. */
export async function abortUpload(parts: Parts, { key, uploadId }: UploadNamed): Promise<void> {
  await removeUpload(parts, { key, uploadId: uploadId ?? null });
}
