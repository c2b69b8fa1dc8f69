// Multipart uploads to S3, by browsers and of our own files, and the S3 errors for a missing object.
import { type FileHandle, open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { AppError } from 'contract/errors.ts';
import type { ArrivedPart, PutOptions } from './objects.ts';

export interface ObjectAt {
  readonly Bucket: string;
  readonly Key: string;
}
export interface UploadAt extends ObjectAt {
  readonly UploadId: string;
}

/** The headers with which an object is stored, and served from then on. */
export interface Served {
  readonly ContentType: string;
  readonly ContentDisposition?: string;
  readonly CacheControl?: string;
}

/** S3 requires the ETags of the parts to join them. */
interface TaggedPart extends ArrivedPart {
  readonly etag: string | undefined;
}

interface ListedPart extends TaggedPart {
  readonly atMs: number;
}

/** Of a part that was sent again after a cut, SeaweedFS lists every try: the whole one counts, and of several the last. */
const isBetter = (one: ListedPart, known: ListedPart | undefined): boolean =>
  !known || one.size > known.size || (one.size === known.size && one.atMs >= known.atMs);

/** Whether the error says that an object or an upload does not exist. */
export const isGone = (cause: unknown): boolean =>
  cause instanceof S3ServiceException && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(cause.name);

/** Turns the error for a missing object or upload into UPLOAD_NOT_FOUND. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (isGone(cause)) throw new AppError('UPLOAD_NOT_FOUND', null, { cause });
    throw cause;
  }
}

/** Size of a piece of a sent file, held in memory: after a connection error the client can send a buffer again, but not a stream. */
const pieceBytes = 16 * 1024 * 1024;

async function readBytes(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  for (let filled = 0; filled < bytes; ) {
    const { bytesRead } = await file.read(buffer, filled, bytes - filled, start + filled);
    if (bytesRead === 0) throw new Error('The file became shorter while it was stored');
    filled += bytesRead;
  }
  return buffer;
}

/** Parts of exactly that size, the last one excepted. */
async function* cutParts(bytes: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of bytes) {
    let rest = chunk;
    while (heldBytes + rest.length >= partBytes) {
      const cut = partBytes - heldBytes;
      yield Buffer.concat([...held, rest.subarray(0, cut)]);
      rest = rest.subarray(cut);
      held = [];
      heldBytes = 0;
    }
    if (rest.length > 0) held.push(rest);
    heldBytes += rest.length;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}

export class S3Parts {
  readonly #client: S3Client;

  constructor(client: S3Client) {
    this.#client = client;
  }

  async create(at: ObjectAt, served: Served): Promise<string> {
    const { UploadId, $metadata } = await this.#client.send(new CreateMultipartUploadCommand({ ...at, ...served }));
    if (UploadId === undefined) throw new Error('The store began an upload without an id');
    // A try whose answer was lost has begun another one, whose id is known to no one here.
    if (($metadata.attempts ?? 1) > 1)
      for (const id of await this.findOpen(at)) if (id !== UploadId) await this.abort({ ...at, UploadId: id });
    return UploadId;
  }

  /** All parts that arrived, by number, across all pages of the listing. UPLOAD_NOT_FOUND. */
  async list(at: UploadAt): Promise<TaggedPart[]> {
    const parts = new Map<number, ListedPart>();
    for (let marker: string | undefined, hasMore = true; hasMore; ) {
      const page = await orNotFound(this.#client.send(new ListPartsCommand({ ...at, PartNumberMarker: marker })));
      for (const { PartNumber: partNumber = 0, Size: size = 0, ETag: etag, LastModified } of page.Parts ?? []) {
        const part = { partNumber, size, etag, atMs: LastModified?.getTime() ?? 0 };
        if (isBetter(part, parts.get(partNumber))) parts.set(partNumber, part);
      }
      marker = page.NextPartNumberMarker;
      hasMore = page.IsTruncated === true && marker !== undefined;
    }
    return [...parts.values()].sort((a, b) => a.partNumber - b.partNumber);
  }

  async complete(at: UploadAt, parts: readonly TaggedPart[]): Promise<void> {
    const Parts = parts.map(part => ({ PartNumber: part.partNumber, ETag: part.etag }));
    await orNotFound(this.#client.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts } })));
  }

  /**
   * The ids of all uploads of one key. The prefix is the full key: MinIO finds nothing by a shorter one. Stores that do not list uploads at
   * all (OSS) return none; there only a lifecycle rule of the bucket removes the parts left behind by a crash between two statements.
   */
  async findOpen(at: ObjectAt): Promise<string[]> {
    const command = new ListMultipartUploadsCommand({ Bucket: at.Bucket, Prefix: at.Key });
    const { Uploads } = await this.#client.send(command).catch((cause: unknown) => {
      const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
      if (status !== undefined && (status < 500 || status === 501)) return { Uploads: [] };
      throw cause;
    });
    return (Uploads ?? []).flatMap(({ Key, UploadId }) => (Key === at.Key && UploadId ? [UploadId] : []));
  }

  async abort(at: UploadAt): Promise<void> {
    try {
      await this.#client.send(new AbortMultipartUploadCommand(at));
    } catch (cause) {
      if (!isGone(cause)) throw cause;
    }
  }

  /** Stores a local file, in one piece or in several, all or nothing. */
  async putFile(
    at: ObjectAt,
    served: Served,
    localPath: string,
    noteUploadId: PutOptions['noteUploadId'],
  ): Promise<void> {
    const file = await open(localPath);
    try {
      const { size } = await file.stat();
      if (size > pieceBytes) return await this.#putPieces(at, served, { file, size, noteUploadId });
      const Body = await readBytes(file, 0, size);
      await this.#client.send(new PutObjectCommand({ ...at, ...served, Body }));
    } finally {
      await file.close();
    }
  }

  /** Stores a stream whose length is not known, in parts of that size, all or nothing. Returns the number of bytes. */
  async putStream(at: ObjectAt, served: Served, bytes: AsyncIterable<Buffer>, partBytes: number): Promise<number> {
    return this.#putParts(at, served, cutParts(bytes, partBytes), undefined);
  }

  async #putPieces(
    at: ObjectAt,
    served: Served,
    { file, size, noteUploadId }: { file: FileHandle; size: number; noteUploadId: PutOptions['noteUploadId'] },
  ): Promise<void> {
    async function* pieces() {
      for (let start = 0; start < size; start += pieceBytes)
        yield await readBytes(file, start, Math.min(pieceBytes, size - start));
    }
    await this.#putParts(at, served, pieces(), noteUploadId);
  }

  async #putParts(
    at: ObjectAt,
    served: Served,
    bodies: AsyncIterable<Buffer>,
    noteUploadId: PutOptions['noteUploadId'],
  ): Promise<number> {
    const upload = { ...at, UploadId: await this.create(at, served) };
    try {
      await noteUploadId?.(upload.UploadId);
      const parts: TaggedPart[] = [];
      for await (const Body of bodies) {
        const partNumber = parts.length + 1;
        const command = new UploadPartCommand({ ...upload, PartNumber: partNumber, Body });
        parts.push({ partNumber, size: Body.length, etag: (await this.#client.send(command)).ETag });
      }
      await this.complete(upload, parts);
      return parts.reduce((sum, { size }) => sum + size, 0);
    } catch (cause) {
      await this.abort(upload);
      throw cause;
    }
  }
}
