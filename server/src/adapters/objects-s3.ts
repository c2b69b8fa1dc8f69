// The object store in an S3-compatible bucket. Browsers send directly to it with presigned links.
//
// A link binds method, key, exact size, content type and disposition. The permissions that a bucket needs are listed in
// docs/decisions/s3-test-server.md.
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AppError } from 'contract/errors.ts';
import { saveStream } from 'engines/save-stream.ts';
import { orStorageFull } from './disk-space.ts';
import {
  type ArrivedPart,
  type ByteRange,
  type ObjectPlace,
  type ObjectStore,
  type PutOptions,
  type SignedPart,
  type SignedPut,
  StoreUnavailable,
} from './objects.ts';
import { attachmentHeader } from './objects-disposition.ts';
import { isObjectKey, visibilityOf } from './objects-names.ts';
import { countParts, partSize } from './objects-part-sizes.ts';
import { isGone, orNotFound, S3Parts, type Served } from './objects-s3-parts.ts';
import { orUnavailable, tellUnavailable } from './objects-s3-unavailable.ts';
import { objectCaching, servedAs } from './objects-served-as.ts';
import { openS3Client, type S3Access } from './s3-client.ts';

export interface S3Options extends S3Access {
  readonly bucket: string;
  /** The clock by which links are signed: the database's, so that a server with a wrong clock signs none for days. Absent: this machine's. */
  readonly now?: () => Date;
  /** The public URL of objects if it is not the bucket itself: `<publicBaseUrl>/<key>`. */
  readonly publicBaseUrl?: string | undefined;
}

const deletesAtOnce = 8;
const publicLookMs = 5000;

export class S3Objects implements ObjectStore {
  readonly #client: S3Client;
  readonly #parts: S3Parts;
  readonly #now: () => Date;
  readonly #bucket: string;
  readonly #region: string;
  readonly #endpoint: string;
  readonly #publicBaseUrl: string;

  constructor(options: S3Options) {
    this.#client = tellUnavailable(openS3Client(options));
    this.#parts = new S3Parts(this.#client);
    this.#now = options.now ?? (() => new Date());
    this.#bucket = options.bucket;
    this.#region = options.region;
    this.#endpoint = (options.endpoint ?? `https://s3.${options.region}.amazonaws.com`).replace(/\/+$/, '');
    const bucketUrl = options.pathStyle
      ? `${this.#endpoint}/${options.bucket}`
      : this.#endpoint.replace('://', `://${options.bucket}.`);
    this.#publicBaseUrl = (options.publicBaseUrl ?? bucketUrl).replace(/\/+$/, '');
  }

  #at(key: string): { Bucket: string; Key: string } {
    if (!isObjectKey(key)) throw new RangeError('This is not the key of an object');
    return { Bucket: this.#bucket, Key: key };
  }

  #validUntil(moment: Date): { signingDate: Date; expiresIn: number } {
    const signingDate = this.#now();
    return { signingDate, expiresIn: Math.max(1, Math.floor((moment.getTime() - signingDate.getTime()) / 1000)) };
  }

  #uploadAt(upload: { key: string; uploadId: string }) {
    return { ...this.#at(upload.key), UploadId: upload.uploadId };
  }

  #served(key: string, downloadName?: string): Served {
    const { contentType, isShown } = servedAs(key);
    const disposition = downloadName === undefined ? 'attachment' : attachmentHeader(key, downloadName);
    return {
      ContentType: contentType,
      ...(isShown && downloadName === undefined ? {} : { ContentDisposition: disposition }),
    };
  }

  describe(): ObjectPlace {
    return { bucket: this.#bucket, endpoint: this.#endpoint, region: this.#region };
  }

  async signPut(put: { key: string; bytes: number; expiresAt: Date }): Promise<SignedPut> {
    const served = this.#served(put.key);
    const command = new PutObjectCommand({ ...this.#at(put.key), ContentLength: put.bytes, ...served });
    const headers: Record<string, string> = { 'content-type': served.ContentType };
    if (served.ContentDisposition !== undefined) headers['content-disposition'] = served.ContentDisposition;
    // The presigner omits the content type unless told otherwise; without it a client could store any type.
    const url = await getSignedUrl(this.#client, command, {
      ...this.#validUntil(put.expiresAt),
      signableHeaders: new Set(['content-type']),
    });
    return { method: 'PUT', url, headers, fields: {} };
  }

  async startParts(upload: { key: string; bytes: number }): Promise<string> {
    return this.#parts.create(this.#at(upload.key), this.#served(upload.key));
  }

  async signPart(part: {
    key: string;
    uploadId: string;
    partNumber: number;
    bytes: number;
    expiresAt: Date;
  }): Promise<SignedPart> {
    const command = new UploadPartCommand({
      ...this.#at(part.key),
      UploadId: part.uploadId,
      PartNumber: part.partNumber,
      ContentLength: partSize(part.bytes, part.partNumber),
    });
    const url = await getSignedUrl(this.#client, command, this.#validUntil(part.expiresAt));
    return { url, headers: {} };
  }

  async listParts(upload: { key: string; uploadId: string }): Promise<readonly ArrivedPart[]> {
    return (await this.#parts.list(this.#uploadAt(upload))).map(({ partNumber, size }) => ({ partNumber, size }));
  }

  async completeParts(upload: { key: string; uploadId: string; bytes: number }): Promise<void> {
    const isDone = async () => (await this.stat(upload.key))?.bytes === upload.bytes;
    try {
      const parts = await this.#parts.list(this.#uploadAt(upload));
      const isWhole =
        parts.length === countParts(upload.bytes) &&
        parts.every((part, at) => part.partNumber === at + 1 && part.size === partSize(upload.bytes, at + 1));
      if (!isWhole) throw new AppError('UPLOAD_INCOMPLETE', { arrived: parts.length, parts: countParts(upload.bytes) });
      await this.#parts.complete(this.#uploadAt(upload), parts);
    } catch (cause) {
      if (!(cause instanceof AppError && cause.code === 'UPLOAD_NOT_FOUND') || !(await isDone())) throw cause;
    }
  }

  async abortParts({ key, uploadId }: { key: string; uploadId: string | null }): Promise<void> {
    const ids = uploadId === null ? await this.#parts.findOpen(this.#at(key)) : [uploadId];
    for (const id of ids) await this.#parts.abort(this.#uploadAt({ key, uploadId: id }));
  }

  async stat(key: string): Promise<{ readonly bytes: number; readonly version: string | undefined } | undefined> {
    try {
      const { ContentLength, ETag } = await this.#client.send(new HeadObjectCommand(this.#at(key)));
      return { bytes: ContentLength ?? 0, version: ETag };
    } catch (cause) {
      if (isGone(cause)) return undefined;
      throw cause;
    }
  }

  async readHead(key: string, bytes: number, version?: string | null): Promise<Buffer> {
    return this.readRange(key, { start: 0, end: bytes - 1 }, version);
  }

  async readRange(key: string, range: ByteRange, version?: string | null): Promise<Buffer> {
    const stream = await this.#open(key, range, version);
    return Buffer.concat(await orUnavailable(stream.toArray()));
  }

  openRead(key: string, version?: string | null): Promise<Readable> {
    return this.#open(key, undefined, version);
  }

  async #open(key: string, range: ByteRange | undefined, version: string | null | undefined): Promise<Readable> {
    const command = new GetObjectCommand({
      ...this.#at(key),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    const { Body, ETag } = await orNotFound(this.#client.send(command));
    // The client's types cover browsers too; on Node the body is always a Node stream.
    const body = Body as Readable;
    // The ETag belongs to exactly these bytes, and every provider sends it; some ignore If-Match.
    if (version && ETag !== version) {
      body.destroy();
      throw new AppError('UPLOAD_REPLACED');
    }
    return body;
  }

  async toLocalFile(key: string, folder: string, version?: string | null): Promise<string> {
    const path = join(folder, basename(key));
    await orUnavailable(orStorageFull(saveStream(await this.openRead(key, version), path)));
    return path;
  }

  async putFile(key: string, localPath: string, options: PutOptions = {}): Promise<void> {
    const served = { ...this.#served(key, options.downloadName), CacheControl: objectCaching };
    await this.#parts.putFile(this.#at(key), served, localPath, options.noteUploadId);
  }

  async remove(keys: readonly string[]): Promise<void> {
    // One at a time: deleting a list of keys needs a checksum, and its kind differs between providers (docs/decisions/s3-in-the-field.md).
    const places = keys.map(key => this.#at(key));
    for (let start = 0; start < places.length; start += deletesAtOnce) {
      const some = places.slice(start, start + deletesAtOnce);
      const answers = await Promise.allSettled(some.map(at => this.#client.send(new DeleteObjectCommand(at))));
      for (const answer of answers) if (answer.status === 'rejected' && !isGone(answer.reason)) throw answer.reason;
    }
  }

  signGet(key: string, options: { expiresAt: Date; downloadName?: string }): Promise<string> {
    const { downloadName } = options;
    const name = downloadName !== undefined && { ResponseContentDisposition: attachmentHeader(key, downloadName) };
    const command = new GetObjectCommand({ ...this.#at(key), ...name });
    return getSignedUrl(this.#client, command, this.#validUntil(options.expiresAt));
  }

  publicUrl(key: string): string {
    if (visibilityOf(key) === 'signed') throw new RangeError('Only a signed link opens this object');
    return `${this.#publicBaseUrl}/${this.#at(key).Key}`;
  }

  async removeStrays(): Promise<number> {
    return 0;
  }

  async opensSigned(key: string): Promise<boolean> {
    const at = this.#at(key);
    await this.#client.send(new PutObjectCommand({ ...at, Body: 'closed' }));
    try {
      const signal = AbortSignal.timeout(publicLookMs);
      // If this machine cannot reach the public URL, the check tells nothing.
      const reply = await fetch(`${this.#publicBaseUrl}/${at.Key}`, { signal }).catch(() => undefined);
      await reply?.body?.cancel();
      return reply?.ok ?? false;
    } finally {
      await this.remove([at.Key]);
    }
  }

  async check(): Promise<void> {
    const answer = this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
    // The operator is told what went wrong, not that it did.
    await answer.catch(error => {
      throw error instanceof StoreUnavailable ? error.cause : error;
    });
  }
}
