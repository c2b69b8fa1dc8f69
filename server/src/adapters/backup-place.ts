// Where backups are kept: a folder of this machine, or a bucket.
import type { Readable } from 'node:stream';

/** What is wrong with a place, or that it lacks a file, in a sentence for the operator. */
export class BackupPlaceFault extends Error {}

export interface KeptBackup {
  readonly name: string;
  readonly bytes: number;
}

export interface BackupPlace {
  /** The folder, or `s3://bucket/prefix`. */
  readonly address: string;
  /** Stores all bytes under that name, or nothing; returns their number. Replaces a file of that name. BackupPlaceFault. */
  write(name: string, bytes: Readable): Promise<number>;
  /** BackupPlaceFault if there is none. */
  open(name: string): Promise<Readable>;
  /** Undefined if there is none. */
  find(name: string): Promise<KeptBackup | undefined>;
  /** Files of our own naming, the oldest first. */
  list(): Promise<KeptBackup[]>;
  /** Removes it with what a write left that never ended; a missing one is no fault. */
  remove(name: string): Promise<void>;
}

/** How backups of the schedule are named, so that their names sort by time. */
export const nameBackup = (at: Date): string => `pixwright-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`;

export const isBackupName = (name: string): boolean => /^pixwright-\d{8}T\d{6}Z\.tar\.gz$/.test(name);
