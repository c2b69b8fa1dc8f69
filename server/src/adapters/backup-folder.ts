// Backups in a folder. A file is written beside its name and gets it when it is on the disk.
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BackupPlace, BackupPlaceFault, isBackupName, type KeptBackup } from './backup-place.ts';
import { isMissing } from './file-errors.ts';

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const reasons: Readonly<Record<string, (folder: string) => string>> = {
  ENOENT: folder => `${folder} is not a folder. Make it first.`,
  ENOTDIR: folder => `${folder} is not a folder. Name one.`,
  EACCES: folder => `${folder} may not be written by this account. Let it write there, or name another folder.`,
  EROFS: folder => `${folder} may only be read. Name another folder.`,
  ENOSPC: folder => `The disk of ${folder} is full. Make room, or name another folder.`,
};

export class BackupFolder implements BackupPlace {
  readonly address: string;

  constructor(folder: string) {
    this.address = folder;
  }

  #explain(cause: unknown): unknown {
    const reason = reasons[String((cause as NodeJS.ErrnoException).code)];
    return reason ? new BackupPlaceFault(reason(this.address), { cause }) : cause;
  }

  async write(name: string, bytes: Readable): Promise<number> {
    const partial = path.join(this.address, `${name}.${randomBytes(4).toString('hex')}.partial`);
    try {
      const target = createWriteStream(partial, { mode: 0o600, flush: true });
      await pipeline(bytes, target);
      await rename(partial, path.join(this.address, name));
      await syncFolder(this.address);
      return target.bytesWritten;
    } catch (cause) {
      await rm(partial, { force: true }).catch(() => undefined); // The first failure is the one to tell.
      throw this.#explain(cause);
    }
  }

  async open(name: string): Promise<Readable> {
    const file = path.join(this.address, name);
    if (!(await this.find(name))) throw new BackupPlaceFault(`There is no file ${file}.`);
    return createReadStream(file);
  }

  async find(name: string): Promise<KeptBackup | undefined> {
    try {
      return { name, bytes: (await stat(path.join(this.address, name))).size };
    } catch (cause) {
      if (isMissing(cause)) return undefined;
      throw cause;
    }
  }

  async list(): Promise<KeptBackup[]> {
    try {
      const names = (await readdir(this.address)).filter(isBackupName).sort();
      return (await Promise.all(names.map(name => this.find(name)))).filter(found => found !== undefined);
    } catch (cause) {
      throw this.#explain(cause);
    }
  }

  async remove(name: string): Promise<void> {
    const isOfIt = (each: string) => each === name || (each.startsWith(`${name}.`) && each.endsWith('.partial'));
    for (const each of await readdir(this.address))
      if (isOfIt(each)) await rm(path.join(this.address, each), { force: true });
  }
}
