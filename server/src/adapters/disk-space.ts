// Keeps a reserve of disk space free, mainly for the database: uploads, links, tasks and results are refused before a disk is full.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { isMissing } from './file-errors.ts';

/** objects: the files of the disk store; scratch: fetched links and results while a task runs; database: the embedded PostgreSQL. */
type DiskPlace = 'objects' | 'scratch' | 'database';

interface DiskState {
  /** Free bytes of the place with the least free space. */
  readonly freeBytes: number;
  readonly isLow: boolean;
}

export interface DiskSpace {
  /** The reading of all places, at most one second old. */
  state(): Promise<DiskState>;
  /** Throws STORAGE_FULL unless this many bytes can be written without touching the reserve. */
  requireRoom(place: DiskPlace, bytes?: number): Promise<void>;
  /** The bytes that can be written without touching the reserve. */
  roomOf(place: DiskPlace): Promise<number>;
}

export interface DiskSpaceOptions {
  /** Places that are not on this machine's disks are omitted and count as unlimited. */
  readonly folders: Partial<Readonly<Record<DiskPlace, string>>>;
  readonly reserveBytes: number;
  /** Free bytes of the file system that contains a folder. */
  readonly readFree?: (folder: string) => Promise<number>;
}

/** A reading is reused for this long; filling the reserve takes far longer. */
const readingMs = 1000;
const retryAfterSeconds = 300;

/** Free bytes of the file system that contains a folder, or will contain it. */
export async function readFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (cause) {
    // The folder does not exist yet; it will be on its parent's file system.
    if (!isMissing(cause) || dirname(folder) === folder) throw cause;
    return readFreeBytes(dirname(folder));
  }
}

export const storageFull = (cause?: unknown): AppError =>
  new AppError('STORAGE_FULL', { retryAfterSeconds }, { cause });

export function openDiskSpace(options: DiskSpaceOptions): DiskSpace {
  const { folders, reserveBytes, readFree = readFreeBytes } = options;
  const readings = new Map<string, { at: number; free: Promise<number> }>();

  function freeOf(folder: string): Promise<number> {
    const known = readings.get(folder);
    if (known && performance.now() - known.at < readingMs) return known.free;
    const free = readFree(folder);
    readings.set(folder, { at: performance.now(), free });
    free.catch(() => readings.delete(folder));
    return free;
  }

  async function roomOf(place: DiskPlace): Promise<number> {
    const folder = folders[place];
    return folder === undefined ? Number.POSITIVE_INFINITY : (await freeOf(folder)) - reserveBytes;
  }

  return {
    roomOf,
    async state() {
      const free = await Promise.all(Object.values(folders).map(freeOf));
      const freeBytes = Math.min(...free);
      return { freeBytes, isLow: freeBytes < reserveBytes };
    },
    async requireRoom(place, bytes = 0) {
      if ((await roomOf(place)) < bytes) throw storageFull();
    },
  };
}

const saysFull = /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i;
/** PostgreSQL's SQLSTATE for a full disk. */
const databaseDiskFull = '53100';

/** Whether an error or its cause reports a full disk, by its code or by the message of a native library. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === databaseDiskFull || saysFull.test(`${code} ${error.message}`) || isDiskFull(error.cause);
}

/** Awaits work that writes files and turns a full-disk error into STORAGE_FULL. */
export async function orStorageFull<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof AppError) && isDiskFull(cause)) throw storageFull(cause);
    throw cause;
  }
}
