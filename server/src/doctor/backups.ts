// Looks at the place where backups are made on a schedule: whether there is one, and whether it can be read and written.

import { access, constants, stat } from 'node:fs/promises';
import { BackupPlaceFault } from '../adapters/backup-place.ts';
import { openBackupPlace } from '../backups/places.ts';
import type { Config } from '../config.ts';
import { type Finding, fault, hint, ok } from './finding.ts';

export async function lookAtBackups(config: Config): Promise<Finding[]> {
  const to = config.backups?.to;
  if (!to) {
    if (config.publicUrl === null) return [];
    const what = 'nothing is backed up on a schedule.';
    return [hint('BACKUP_TO', what, 'Set it to a folder on another disk, or to s3://bucket/folder (docs/backups.md).')];
  }
  try {
    const kept = (await (await openBackupPlace(config))?.list()) ?? [];
    if (to.kind === 'folder') await access(to.folder, constants.W_OK);
    const found = ok('BACKUP_TO', `${kept.length} backups are there.`);
    if (to.kind !== 'folder' || !(await isSameDisk(to.folder, config.dataFolder))) return [found];
    return [found, hint('BACKUP_TO', 'it is on the disk of DATA_DIR: one fault takes both.', 'Choose another disk.')];
  } catch (error) {
    if (error instanceof BackupPlaceFault) return [fault('BACKUP_TO', error.message)];
    const what = `${to.kind === 'folder' ? to.folder : to.bucket} may not be written by this account.`;
    return [fault('BACKUP_TO', what, 'Let it write there, or choose another place.')];
  }
}

async function isSameDisk(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([stat(a), stat(b).catch(() => undefined)]);
  return one.dev === other?.dev;
}
