// The commands of `npm run admin` that make, check and restore backups. They come before migrations: a backup is of the database as it is, and a
// restore makes it as it was.

import { migrate } from './adapters/migrations.ts';
import { connectPostgres, type Postgres } from './adapters/postgres.ts';
import { BackupFault } from './backups/format.ts';
import { findPlace, openBackupPlace } from './backups/places.ts';
import { readBackup } from './backups/read-backup.ts';
import { restoreBackup } from './backups/restore.ts';
import { writeBackup } from './backups/write-backup.ts';
import type { Config } from './config.ts';
import { filesOf, openDiskFiles } from './open-backups.ts';
import { openDatabase } from './open-database.ts';
import { checkMoney } from './points/check-queries.ts';

interface Given {
  readonly file: string;
  readonly values: {
    readonly replace?: boolean | undefined;
    readonly yes?: boolean | undefined;
    readonly 'without-files'?: boolean | undefined;
  };
  readonly say: (text: string) => void;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

const joinPlace = (address: string, name: string) => `${address.replace(/\/$/, '')}/${name}`;

const filesAre = {
  inside: '',
  bucket: ' The files stay in the bucket: copy it as well.',
  'left-out': ' The files are not in it.',
};

/** Each command prints what it did, and returns the exit status. */
export const backupCommands: Readonly<Record<string, (config: Config, given: Given) => Promise<number>>> = {
  async backup(config, { file, values, say }) {
    const { postgres, close } = await openDatabase(config);
    try {
      const files = filesOf(config, !values['without-files']);
      const made = await writeBackup({ connection: postgres.connection, files }, await findPlace(config, file));
      say(
        `${file}: ${made.rows} rows, ${made.files} files, ${megabytes(made.bytes)}.${filesAre[typeof files === 'string' ? files : 'inside']}`,
      );
      if (made.missingFiles > 0) say(`${made.missingFiles} files were deleted meanwhile, as their time was over.`);
      return 0;
    } finally {
      await close();
    }
  },
  async verify(config, { file, say }) {
    const { place, name } = await findPlace(config, file);
    const { head, manifest } = await readBackup(await place.open(name));
    const rows = Object.values(manifest.rows).reduce((sum, each) => sum + each, 0);
    say(
      `${file} is whole: ${rows} rows, ${manifest.files} files, made by ${head.product} on ${head.createdAt}, last migration ${head.migrations.at(-1)?.name}.${filesAre[head.files]}`,
    );
    return 0;
  },
  async restore(config, { file, values, say }) {
    if (values.replace && !values.yes)
      throw new BackupFault('--replace gives up everything in this database: add --yes if that is meant.');
    const { place, name } = await findPlace(config, file);
    const packed = await place.open(name);
    const { postgres, close } = await openDatabase(config);
    try {
      const { connection } = postgres;
      // Its connections would count as those of a server that runs.
      await postgres.close();
      const objects = openDiskFiles(config);
      await objects?.check();
      const { head, manifest } = await restoreBackup(
        {
          connection,
          storeFile: objects && ((key, bytes) => objects.restore(key, bytes)),
          replaces: values.replace ?? false,
          withoutFiles: values['without-files'] ?? false,
        },
        packed,
      );
      say(
        `Restored what was backed up on ${head.createdAt}: the rows of ${head.tables.length} tables, ${manifest.files} files.`,
      );
      return await finishRestore(connectPostgres(connection), say);
    } finally {
      await close();
    }
  },
  async backups(config, { say }) {
    const place = await openBackupPlace(config);
    if (!place) throw new BackupFault('There is no schedule: set BACKUP_TO.');
    const kept = await place.list();
    for (const { name, bytes } of kept) say(`${joinPlace(place.address, name)}: ${megabytes(bytes)}`);
    if (kept.length === 0) say(`There is no backup at ${place.address} yet.`);
    return 0;
  },
};

/** Brings the restored database up to this version, and checks its books. */
async function finishRestore(postgres: Postgres, say: Given['say']): Promise<number> {
  try {
    const added = await migrate(postgres.pool);
    if (added.length > 0) say(`Brought up to date by ${added.join(', ')}.`);
    const violations = await checkMoney(postgres.database);
    for (const { rule, subject, detail } of violations) say(`${rule}: ${subject}: ${detail}`);
    say(violations.length === 0 ? 'The books balance.' : `${violations.length} violations.`);
    return violations.length === 0 ? 0 : 1;
  } finally {
    await postgres.close();
  }
}
