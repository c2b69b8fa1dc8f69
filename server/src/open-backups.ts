// Assembles backups: what is backed up, and the place where they are kept.
import path from 'node:path';
import type pg from 'pg';
import { BackupBucket } from './adapters/backup-bucket.ts';
import { BackupFolder } from './adapters/backup-folder.ts';
import type { BackupPlace } from './adapters/backup-place.ts';
import { DiskObjects } from './adapters/objects-disk.ts';
import { openS3Client } from './adapters/s3-client.ts';
import { BackupFault } from './backups/format.ts';
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

function openBucketPlace({ s3 }: Config, at: { bucket: string; prefix: string }): BackupPlace {
  const { accessKeyId, secretAccessKey } = s3;
  if (!accessKeyId || !secretAccessKey)
    throw new BackupFault('A backup in a bucket needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  return new BackupBucket(openS3Client({ ...s3, accessKeyId, secretAccessKey }), at);
}

/** BACKUP_TO; null if there is no schedule. */
export function openBackupPlace(config: Config): BackupPlace | null {
  const to = config.backups?.to;
  if (!to) return null;
  return to.kind === 'folder' ? new BackupFolder(to.folder) : openBucketPlace(config, to);
}

/** The place and the name that a path or an address like s3://bucket/name says. BackupFault. */
export function findPlace(config: Config, named: string): { place: BackupPlace; name: string } {
  const address = /^s3:\/\/([^/]+)\/(.*\/)?([^/]+)$/.exec(named);
  if (address) {
    const [, bucket = '', prefix = '', name = ''] = address;
    return { place: openBucketPlace(config, { bucket, prefix }), name };
  }
  if (named.startsWith('s3://')) throw new BackupFault(`${named} names no object. Write s3://bucket/name.`);
  const file = path.resolve(named);
  return { place: new BackupFolder(path.dirname(file)), name: path.basename(file) };
}

const hourMs = 3_600_000;

/** Makes backups as BACKUP_* say, until it is stopped. */
export function startBackups(parts: Parts, connection: pg.ClientConfig): () => Promise<void> {
  const { config, patient, now, log } = parts;
  const place = openBackupPlace(config);
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
