// The places where backups are kept: a folder or a bucket.
import path from 'node:path';
import { BackupFolder } from '../adapters/backup-folder.ts';
import type { BackupPlace } from '../adapters/backup-place.ts';
import type { Config } from '../config.ts';
import { BackupFault } from './format.ts';

/** Loads the packages for a bucket, which most servers do not need. */
async function openBucketPlace({ s3 }: Config, at: { bucket: string; prefix: string }): Promise<BackupPlace> {
  const { accessKeyId, secretAccessKey } = s3;
  if (!accessKeyId || !secretAccessKey)
    throw new BackupFault('A backup in a bucket needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  const [{ BackupBucket }, { openS3Client }] = await Promise.all([
    import('../adapters/backup-bucket.ts'),
    import('../adapters/s3-client.ts'),
  ]);
  return new BackupBucket(openS3Client({ ...s3, accessKeyId, secretAccessKey }), at);
}

/** BACKUP_TO; null if there is no schedule. */
export async function openBackupPlace(config: Config): Promise<BackupPlace | null> {
  const to = config.backups?.to;
  if (!to) return null;
  return to.kind === 'folder' ? new BackupFolder(to.folder) : openBucketPlace(config, to);
}

/** The place and the name that a path or an address like s3://bucket/name says. BackupFault. */
export async function findPlace(config: Config, named: string): Promise<{ place: BackupPlace; name: string }> {
  const address = /^s3:\/\/([^/]+)\/(.*\/)?([^/]+)$/.exec(named);
  if (address) {
    const [, bucket = '', prefix = '', name = ''] = address;
    return { place: await openBucketPlace(config, { bucket, prefix }), name };
  }
  if (named.startsWith('s3://')) throw new BackupFault(`${named} names no object. Write s3://bucket/name.`);
  const file = path.resolve(named);
  return { place: new BackupFolder(path.dirname(file)), name: path.basename(file) };
}
