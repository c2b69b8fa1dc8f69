// The object store on this machine's disk: objects are plain files, links are signed with a secret that all API servers know.
//
// <folder>/<key>                  an object, moved into place when it is whole
// <folder>/.incoming/<random>     a file that is being received
// <folder>/.uploads/<id>/         an upload in parts (objects-disk-parts.ts)
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import {
  access,
  chmod,
  constants,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from 'contract/errors.ts';
import { orStorageFull } from './disk-space.ts';
import { isMissing, isNotEmpty, isOtherDisk, isPresent } from './file-errors.ts';
import type { ByteRange, ObjectPlace, ObjectStore, SignedPart, SignedPut } from './objects.ts';
import { DiskParts, isUntouched } from './objects-disk-parts.ts';
import { discardExactly, type Receiving, receiveExactly } from './objects-disk-receive.ts';
import { Senders } from './objects-disk-sending.ts';
import { checkRead, type PutClaim, readClaim, signClaim, signRead } from './objects-disk-signature.ts';
import { isObjectKey, visibilityOf } from './objects-names.ts';
import { partSize } from './objects-part-sizes.ts';
import { servedAs } from './objects-served-as.ts';
import { type StallLimits, stallLimits } from './stalled.ts';

/** Where the HTTP side of this store is mounted. */
export const storePath = '/store';

export interface DiskOptions {
  /** Absolute path; created if it does not exist. */
  readonly folder: string;
  /** At least 32 random bytes, the same for every server that signs or receives. */
  readonly secret: Buffer;
  /** The clock by which links expire: the database's, the same for every server. Absent: this machine's. */
  readonly now?: () => Date;
  /** Throws STORAGE_FULL if there is no room for this many bytes. */
  readonly requireRoom?: (bytes: number) => Promise<void>;
  /** When a sender counts as stalled; set by tests. */
  readonly stall?: StallLimits;
}

export class DiskObjects implements ObjectStore {
  readonly #folder: string;
  readonly #incoming: string;
  readonly #parts: DiskParts;
  readonly #secret: Buffer;
  readonly #now: () => Date;
  readonly #receiving: Receiving;
  readonly #senders = new Senders();

  constructor(options: DiskOptions) {
    if (options.secret.length < 32) throw new RangeError('The secret of the disk store needs 32 bytes');
    this.#folder = options.folder;
    this.#incoming = join(options.folder, '.incoming');
    this.#parts = new DiskParts(join(options.folder, '.uploads'));
    this.#secret = options.secret;
    this.#now = options.now ?? (() => new Date());
    this.#receiving = {
      stall: options.stall ?? stallLimits,
      requireRoom: options.requireRoom ?? (async () => undefined),
    };
  }

  /** The path of an object, whether it exists or not. Keys are validated only here. */
  path(key: string): string {
    if (!isObjectKey(key)) throw new RangeError('This is not the key of an object');
    return join(this.#folder, key);
  }

  describe(baseUrl: string): ObjectPlace {
    return { bucket: 'objects', endpoint: `${baseUrl}${storePath}`, region: 'local' };
  }

  #signedUrl(baseUrl: string, claim: PutClaim): string {
    this.path(claim.key);
    return `${baseUrl}${storePath}/${claim.key}?${signClaim(this.#secret, claim)}`;
  }

  async signPut(put: { key: string; bytes: number; expiresAt: Date; baseUrl: string }): Promise<SignedPut> {
    const { contentType } = servedAs(put.key);
    const claim = { key: put.key, bytes: put.bytes, contentType, expiresAtMs: put.expiresAt.getTime() };
    const url = this.#signedUrl(put.baseUrl, claim);
    return { method: 'PUT', url, headers: { 'content-type': contentType }, fields: {} };
  }

  async startParts(upload: { key: string; bytes: number }): Promise<string> {
    this.path(upload.key);
    return orStorageFull(this.#parts.start({ key: upload.key, bytes: upload.bytes }));
  }

  async signPart(part: {
    key: string;
    uploadId: string;
    partNumber: number;
    bytes: number;
    expiresAt: Date;
    baseUrl: string;
  }): Promise<SignedPart> {
    const bytes = partSize(part.bytes, part.partNumber);
    await this.#parts.check(part);
    const { uploadId, partNumber } = part;
    // Browsers choose their own content type for a slice of a file; the stored type does not depend on it.
    const claim = { key: part.key, bytes, contentType: '', expiresAtMs: part.expiresAt.getTime() };
    return { url: this.#signedUrl(part.baseUrl, { ...claim, part: { uploadId, partNumber } }), headers: {} };
  }

  listParts(upload: { key: string; uploadId: string }) {
    return this.#parts.list(upload);
  }

  async completeParts(upload: { key: string; uploadId: string; bytes: number }): Promise<void> {
    const path = this.path(upload.key);
    const isDone = async () => (await this.stat(upload.key))?.bytes === upload.bytes;
    if (await isDone()) return;
    try {
      await this.#parts.complete(upload, file => orStorageFull(this.#moveIn(path, () => rename(file, path))));
    } catch (cause) {
      // Another request may have completed it between the first look and now, and be removing the marks of its parts.
      if (!(await isDone())) throw cause;
    }
  }

  async abortParts({ key, uploadId }: { key: string; uploadId: string | null }): Promise<void> {
    // Folders of parts do not contain their key; those without a row are removed by age (`removeStrays`).
    if (uploadId !== null) await this.#parts.abort({ key, uploadId });
  }

  /** The claim of a request that sends a file. SIGNATURE_BAD, SIGNATURE_EXPIRED. */
  readClaim(request: { key: string; contentType: string; query: Readonly<Record<string, unknown>> }): PutClaim {
    return readClaim(this.#secret, { ...request, nowMs: this.#now().getTime() });
  }

  /** Receives the file or part of a signed link; `claim` comes from `readClaim`. Leaves no file after a failure. STORAGE_FULL. */
  async receive(claim: PutClaim, body: Readable): Promise<void> {
    const { key, bytes, part } = claim;
    const target = this.path(key);
    if (part) {
      await this.#receiving.requireRoom(bytes);
      await orStorageFull(this.#parts.receive({ key, bytes, ...part }, body, this.#receiving));
      return;
    }
    await this.#senders.replaceBy(key, body, async () => {
      // The client repeats a request whose response was lost. The first file stays, so that it cannot change under a running task.
      if (await this.stat(key)) return discardExactly(body, bytes, this.#receiving);
      await this.#receiving.requireRoom(bytes);
      await orStorageFull(this.#receiveFile(target, bytes, body));
    });
  }

  async #receiveFile(target: string, bytes: number, body: Readable): Promise<void> {
    const path = await this.#newIncoming();
    try {
      await receiveExactly(body, bytes, { path, start: 0, isNew: true }, this.#receiving);
      await this.#moveIn(target, () => link(path, target));
    } catch (cause) {
      // Another server has received the same file in the meantime.
      if (!isPresent(cause)) throw cause;
    } finally {
      await rm(path, { force: true });
    }
  }

  async #newIncoming(): Promise<string> {
    await mkdir(this.#incoming, { recursive: true });
    return join(this.#incoming, randomBytes(16).toString('hex'));
  }

  /** Creates the folder and moves the file. Retries once, because `remove` may delete the empty folder in between. */
  async #moveIn(target: string, move: () => Promise<void>): Promise<void> {
    for (const isLast of [false, true]) {
      await mkdir(dirname(target), { recursive: true });
      try {
        return await move();
      } catch (cause) {
        if (isLast || !isMissing(cause)) throw cause;
      }
    }
  }

  async stat(key: string): Promise<{ readonly bytes: number } | undefined> {
    try {
      return { bytes: (await stat(this.path(key))).size };
    } catch (cause) {
      if (isMissing(cause)) return undefined;
      throw cause;
    }
  }

  /** The open file of an object. The caller closes it. UPLOAD_NOT_FOUND. */
  async openFile(key: string) {
    try {
      return await open(this.path(key));
    } catch (cause) {
      if (isMissing(cause)) throw new AppError('UPLOAD_NOT_FOUND', null, { cause });
      throw cause;
    }
  }

  /** An object with its size, which can be read to its end even if it is removed meanwhile; undefined if it is gone. */
  async openWhole(key: string): Promise<{ bytes: number; stream: () => Readable } | undefined> {
    const file = await open(this.path(key)).catch(cause => {
      if (isMissing(cause)) return undefined;
      throw cause;
    });
    if (!file) return undefined;
    const { size } = await file.stat();
    return { bytes: size, stream: () => file.createReadStream({ highWaterMark: 256 * 1024 }) };
  }

  async readHead(key: string, bytes: number): Promise<Buffer> {
    return this.readRange(key, { start: 0, end: bytes - 1 });
  }

  async readRange(key: string, { start, end }: ByteRange): Promise<Buffer> {
    const bytes = end - start + 1;
    const file = await this.openFile(key);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, start);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async openRead(key: string): Promise<Readable> {
    const file = await this.openFile(key);
    return file.createReadStream({ highWaterMark: 256 * 1024 });
  }

  async toLocalFile(key: string): Promise<string> {
    await (await this.openFile(key)).close();
    return this.path(key);
  }

  async putFile(key: string, localPath: string): Promise<void> {
    await orStorageFull(this.#putAt(this.path(key), localPath));
  }

  async #putAt(target: string, localPath: string): Promise<void> {
    try {
      await this.#moveIn(target, () => rename(localPath, target));
    } catch (cause) {
      if (!isOtherDisk(cause)) throw cause;
      const path = await this.#newIncoming();
      try {
        await copyFile(localPath, path);
        await this.#moveIn(target, () => rename(path, target));
      } finally {
        await rm(path, { force: true });
      }
    }
  }

  /** Stores the bytes of a backup, which have reached the disk when it returns; replaces an object of that key. */
  async restore(key: string, bytes: Readable): Promise<void> {
    const path = await this.#newIncoming();
    try {
      await pipeline(bytes, createWriteStream(path, { flush: true }));
      await this.#moveIn(this.path(key), () => rename(path, this.path(key)));
    } finally {
      await rm(path, { force: true });
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    const folders = new Set<string>();
    for (const key of keys) {
      const path = this.path(key);
      await rm(path, { force: true });
      folders.add(dirname(path));
    }
    for (const folder of folders) await this.#removeEmpty(folder);
  }

  /** Deletes the folder of an hour after its last object, then the empty folders of the day, month and year. */
  async #removeEmpty(folder: string): Promise<void> {
    try {
      for (let path = folder; path !== this.#folder; path = dirname(path)) await rmdir(path);
    } catch (cause) {
      if (!isNotEmpty(cause) && !isMissing(cause)) throw cause;
    }
  }

  async signGet(
    key: string,
    options: { baseUrl: string; expiresAt: Date; downloadName?: string | undefined },
  ): Promise<string> {
    this.path(key);
    const { baseUrl, expiresAt, downloadName } = options;
    return `${baseUrl}${storePath}/${key}?${signRead(this.#secret, { key, expiresAtMs: expiresAt.getTime(), downloadName })}`;
  }

  /** Lets anyone read a public key, and a private one only with a valid signature. SIGNATURE_BAD, SIGNATURE_EXPIRED. */
  requireReadable(key: string, query: Readonly<Record<string, unknown>>): void {
    if (visibilityOf(key) === 'signed') checkRead(this.#secret, { key, query, nowMs: this.#now().getTime() });
  }

  publicUrl(key: string, options: { baseUrl: string; downloadName?: string }): string {
    this.path(key);
    if (visibilityOf(key) === 'signed') throw new RangeError('Only a signed link opens this object');
    const query =
      options.downloadName === undefined ? '' : `?${new URLSearchParams({ download: options.downloadName })}`;
    return `${options.baseUrl}${storePath}/${key}${query}`;
  }

  /** The time by the clock that dates the files: on a disk that several machines share it may be another machine's. */
  async #timeOfDisk(): Promise<number> {
    const path = await this.#newIncoming();
    await writeFile(path, '');
    try {
      return (await stat(path)).mtimeMs;
    } finally {
      await rm(path, { force: true });
    }
  }

  async removeStrays(untouchedMs: number): Promise<number> {
    await this.check();
    const before = new Date((await this.#timeOfDisk()) - untouchedMs);
    let removed = await this.#parts.removeAbandoned(before);
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name);
      if (!(await isUntouched(path, before))) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  async opensSigned(): Promise<boolean> {
    return false;
  }

  async check(): Promise<void> {
    for (const name of ['.incoming', '.uploads']) await mkdir(join(this.#folder, name), { recursive: true });
    // Children run under other accounts and must not read the visitors' files.
    await chmod(this.#folder, 0o700);
    await access(this.#folder, constants.R_OK | constants.W_OK);
  }
}
