// Uploads in parts on disk. Every part is written to its place in one sparse file, so completing two gigabytes is one rename.
//
// .uploads/<id>/file      the bytes, at full length from the start
// .uploads/<id>/about     {key, bytes}
// .uploads/<id>/part-<n>  the mark of a part: empty; exists once the part is complete and on disk
//
// A sender removes the mark before it opens the file and sets it after its last byte is synced, so a missing mark means that the
// part may still be written. Completing first moves the folder away from new senders and then checks the marks, so it never hands out
// a file with a part that is still being written, except if two processes receive the same part at the same time.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import { isMissing } from './file-errors.ts';
import type { ArrivedPart } from './objects.ts';
import { type Receiving, receiveExactly } from './objects-disk-receive.ts';
import { Senders } from './objects-disk-sending.ts';
import { countParts, partSize, partStart } from './objects-part-sizes.ts';

interface About {
  readonly key: string;
  readonly bytes: number;
}

/** Whether a file or folder is there and was last changed before that time. Another server may delete it at any moment. */
export async function isUntouched(path: string, before: Date): Promise<boolean> {
  try {
    return (await stat(path)).mtime < before;
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw cause;
  }
}

export class DiskParts {
  readonly #folder: string;
  readonly #senders = new Senders();

  constructor(folder: string) {
    this.#folder = folder;
  }

  #path(uploadId: string): string {
    if (!/^[0-9a-f]{32}$/.test(uploadId)) throw new AppError('UPLOAD_NOT_FOUND');
    return join(this.#folder, uploadId);
  }

  /** Key and size of an upload. UPLOAD_NOT_FOUND, also when it belongs to another key. */
  async #about(path: string, key: string): Promise<About> {
    try {
      const about = JSON.parse(await readFile(join(path, 'about'), 'utf8')) as About;
      if (about.key === key) return about;
    } catch (cause) {
      if (!isMissing(cause)) throw cause;
    }
    throw new AppError('UPLOAD_NOT_FOUND');
  }

  async start(about: About): Promise<string> {
    const uploadId = randomBytes(16).toString('hex');
    const path = this.#path(uploadId);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'file'), '');
    await truncate(join(path, 'file'), about.bytes);
    await writeFile(join(path, 'about'), JSON.stringify(about));
    return uploadId;
  }

  async check(upload: { key: string; uploadId: string; bytes: number }): Promise<void> {
    const about = await this.#about(this.#path(upload.uploadId), upload.key);
    if (about.bytes !== upload.bytes) throw new AppError('UPLOAD_NOT_FOUND');
  }

  /** Writes one part to its place. A repeated part replaces the earlier one and aborts a request that is still sending it. */
  async receive(
    part: { key: string; uploadId: string; partNumber: number; bytes: number },
    body: Readable,
    receiving: Receiving,
  ): Promise<void> {
    const path = this.#path(part.uploadId);
    const about = await this.#about(path, part.key);
    if (partSize(about.bytes, part.partNumber) !== part.bytes) throw new AppError('SIGNATURE_BAD');
    try {
      await this.#senders.replaceBy(`${part.uploadId}/${part.partNumber}`, body, async () => {
        const mark = join(path, `part-${part.partNumber}`);
        await rm(mark, { force: true });
        const target = { path: join(path, 'file'), start: partStart(part.partNumber), isNew: false };
        await receiveExactly(body, part.bytes, target, receiving);
        await writeFile(mark, '');
      });
    } catch (cause) {
      if (isMissing(cause)) throw new AppError('UPLOAD_NOT_FOUND', null, { cause });
      throw cause;
    }
  }

  async #arrived(path: string, bytes: number): Promise<ArrivedPart[]> {
    const numbers = (await readdir(path)).filter(name => name.startsWith('part-')).map(name => Number(name.slice(5)));
    return numbers.sort((a, b) => a - b).map(partNumber => ({ partNumber, size: partSize(bytes, partNumber) }));
  }

  async list(upload: { key: string; uploadId: string }): Promise<readonly ArrivedPart[]> {
    const path = this.#path(upload.uploadId);
    return this.#arrived(path, (await this.#about(path, upload.key)).bytes);
  }

  /** Hands the whole file to `move`. UPLOAD_INCOMPLETE, UPLOAD_NOT_FOUND. */
  async complete(
    upload: { key: string; uploadId: string; bytes: number },
    move: (file: string) => Promise<void>,
  ): Promise<void> {
    const path = this.#path(upload.uploadId);
    const ending = `${path}.ending`;
    const requireAll = async (folder: string) => {
      const about = await this.#about(folder, upload.key);
      const arrived = await this.#arrived(folder, about.bytes);
      if (about.bytes === upload.bytes && arrived.length === countParts(about.bytes)) return;
      throw new AppError('UPLOAD_INCOMPLETE', { arrived: arrived.length, parts: countParts(about.bytes) });
    };
    try {
      await requireAll(path);
      await rename(path, ending);
    } catch (cause) {
      // The upload is gone, or a crash interrupted an earlier completion, which leaves the folder under its other name.
      if (!isMissing(cause) && !(cause instanceof AppError && cause.code === 'UPLOAD_NOT_FOUND')) throw cause;
    }
    try {
      await requireAll(ending);
    } catch (cause) {
      if (cause instanceof AppError && cause.code === 'UPLOAD_INCOMPLETE') await rename(ending, path);
      throw cause;
    }
    await move(join(ending, 'file'));
    await rm(ending, { recursive: true, force: true });
  }

  async abort(upload: { key: string; uploadId: string }): Promise<void> {
    const path = this.#path(upload.uploadId);
    try {
      await this.#about(path, upload.key);
    } catch (cause) {
      if (cause instanceof AppError) return;
      throw cause;
    }
    await rm(path, { recursive: true, force: true });
  }

  /** Removes uploads to which no part was sent since `before`. */
  async removeAbandoned(before: Date): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      if (!(await isUntouched(path, before))) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
    return removed;
  }
}
