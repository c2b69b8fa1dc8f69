// Backups in an S3-compatible bucket, sent in parts while they are made: an object is there once its last part has arrived.
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type BackupPlace, BackupPlaceFault, isBackupName, type KeptBackup } from './backup-place.ts';
import { isGone, S3Parts } from './objects-s3-parts.ts';

/** A bucket takes 10,000 parts of one size: 320 GB. */
const partBytes = 32 * 1024 * 1024;

export class BackupBucket implements BackupPlace {
  readonly address: string;
  readonly #client: S3Client;
  readonly #parts: S3Parts;
  readonly #bucket: string;
  readonly #prefix: string;

  /** `prefix` is empty or ends with a slash. */
  constructor(client: S3Client, { bucket, prefix }: { bucket: string; prefix: string }) {
    this.address = `s3://${bucket}/${prefix}`;
    this.#client = client;
    this.#parts = new S3Parts(client);
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  #at(name: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + name };
  }

  #explain(cause: unknown): unknown {
    const code = String((cause as NodeJS.ErrnoException).code ?? (cause as Error).name);
    if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|TimeoutError)/.test(code))
      return new BackupPlaceFault(
        `The store of ${this.address} does not answer (${code}). Correct S3_ENDPOINT, or start it.`,
        { cause },
      );
    if (!(cause instanceof S3ServiceException)) return cause;
    const { name, message } = cause;
    return new BackupPlaceFault(
      `The bucket of ${this.address} refuses (${name}: ${message}). Correct S3_*, or name another place.`,
      { cause },
    );
  }

  async write(name: string, bytes: Readable): Promise<number> {
    try {
      return await this.#parts.putStream(this.#at(name), { ContentType: 'application/gzip' }, bytes, partBytes);
    } catch (cause) {
      bytes.destroy();
      throw this.#explain(cause);
    }
  }

  async open(name: string): Promise<Readable> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#at(name)));
      return Body as Readable;
    } catch (cause) {
      if (isGone(cause)) throw new BackupPlaceFault(`There is no ${this.address}${name}.`, { cause });
      throw this.#explain(cause);
    }
  }

  async find(name: string): Promise<KeptBackup | undefined> {
    try {
      const { ContentLength = 0 } = await this.#client.send(new HeadObjectCommand(this.#at(name)));
      return { name, bytes: ContentLength };
    } catch (cause) {
      if (isGone(cause)) return undefined;
      throw this.#explain(cause);
    }
  }

  async list(): Promise<KeptBackup[]> {
    const found: KeptBackup[] = [];
    try {
      for (let token: string | undefined, hasMore = true; hasMore; ) {
        const command = new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: `${this.#prefix}pixwright-`,
          ContinuationToken: token,
        });
        const page = await this.#client.send(command);
        for (const { Key = '', Size = 0 } of page.Contents ?? [])
          found.push({ name: Key.slice(this.#prefix.length), bytes: Size });
        token = page.NextContinuationToken;
        hasMore = token !== undefined;
      }
    } catch (cause) {
      throw this.#explain(cause);
    }
    return found.filter(({ name }) => isBackupName(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async remove(name: string): Promise<void> {
    const at = this.#at(name);
    for (const UploadId of await this.#parts.findOpen(at)) await this.#parts.abort({ ...at, UploadId });
    await this.#client.send(new DeleteObjectCommand(at));
  }
}
