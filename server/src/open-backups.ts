// Assembles backups: what is backed up, and when.
import type pg from 'pg';
import { DiskObjects } from './adapters/objects-disk.ts';
import { openBackupPlace } from './backups/places.ts';
import { startSchedule } from './backups/schedule.ts';
import type { BackupSource } from './backups/write-backup.ts';
import type { Config } from './config.ts';
import { objectsFolder } from './open-stores.ts';
import type { Parts } from './parts.ts';

/** The store on disk, of which nothing is signed here; null if files are in a bucket. */
export const openDiskFiles = (config: Config): DiskObjects | null =>
  config.storage.kind === 'disk' ? new DiskObjects({ folder: objectsFolder(config), secret: Buffer.alloc(32) }) : null;

/** How a backup comes by the files of this server's store. */
export function filesOf(config: Config, isWanted: boolean): BackupSource['files'] {
  const objects = openDiskFiles(config);
  if (objects === null) return 'bucket';
  return isWanted ? key => objects.openWhole(key) : 'left-out';
}

const hourMs = 3_600_000;

/** Makes backups as BACKUP_* say, until it is stopped. */
export async function startBackups(parts: Parts, connection: pg.ClientConfig): Promise<() => Promise<void>> {
  const { config, patient, now, log } = parts;
  const place = await openBackupPlace(config);
  if (!place || !config.backups) return async () => undefined;
  const { everyHours, keep, hasFiles } = config.backups;
  return startSchedule({
    database: patient,
    source: { connection, files: filesOf(config, hasFiles) },
    place,
    everyMs: everyHours * hourMs,
    keep,
    now,
    log,
  });
}
