// Restores a backup in one transaction that commits after the last byte was checked: whatever ends it before leaves the database as it was. Files are
// stored before that; without their rows they are garbage, and the next restore writes them again.
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { applyWithin, DatabaseNewer, holdMigrations, MigrationChanged } from '../adapters/migrations.ts';
import { version } from '../version.ts';
import { BackupFault, type Head, type Manifest } from './format.ts';
import { readBackup } from './read-backup.ts';
import {
  dropEverything,
  type FoundDatabase,
  fillTable,
  lookAtTarget,
  openTables,
  setSequences,
} from './restore-store.ts';
import { connectAlone } from './snapshot-store.ts';

const leavingMs = 3000;

export interface RestoreTarget {
  readonly connection: pg.ClientConfig;
  /** Stores a file of the backup; null if the files of this store are not on disk. */
  readonly storeFile: ((key: string, bytes: Readable) => Promise<void>) | null;
  /** Whether what is in the database goes. */
  readonly replaces: boolean;
  readonly withoutFiles: boolean;
}

/** Connections that were just closed remain listed for a moment. */
async function lookOnceAlone(client: pg.Client): Promise<FoundDatabase> {
  const giveUpAt = performance.now() + leavingMs;
  let found = await lookAtTarget(client);
  while (found.servers > 0 && performance.now() < giveUpAt) {
    await sleep(100);
    found = await lookAtTarget(client);
  }
  return found;
}

async function requireTarget(client: pg.Client, { replaces }: RestoreTarget): Promise<void> {
  const { tables, isOurs, servers } = await lookOnceAlone(client);
  if (servers > 0) throw new BackupFault('A server uses this database. Stop every server first.');
  if (tables > 0 && !isOurs)
    throw new BackupFault('This database has tables of something else. Restore into an empty database.');
  if (tables > 0 && !replaces)
    throw new BackupFault(
      'This database is not empty. Restore into an empty one, or give up everything in this one with --replace --yes.',
    );
}

/** Rows arrive in pieces, and a table's COPY ends when the next one begins. */
class TableFiller {
  readonly #client: pg.Client;
  readonly #tables: Head['tables'];
  #current: { name: string; copy: Writable; failed: Promise<never> } | undefined;

  constructor(client: pg.Client, tables: Head['tables']) {
    this.#client = client;
    this.#tables = tables;
  }

  async take(name: string, piece: Readable): Promise<void> {
    if (this.#current?.name !== name) {
      await this.end();
      const table = this.#tables.find(each => each.name === name)!;
      const copy = fillTable(this.#client, table);
      const failed = once(copy, 'error').then(([error]) => {
        throw error;
      });
      failed.catch(() => undefined);
      this.#current = { name, copy, failed };
    }
    const { copy, failed } = this.#current;
    for await (const chunk of piece as AsyncIterable<Buffer>)
      if (!copy.write(chunk)) await Promise.race([once(copy, 'drain'), failed]);
  }

  async end(): Promise<void> {
    if (!this.#current) return;
    const { copy } = this.#current;
    this.#current = undefined;
    copy.end();
    await finished(copy);
  }
}

/** Turns the reasons of the migrations into one about the backup. */
function explain(error: unknown, { product }: Head): unknown {
  if (error instanceof DatabaseNewer)
    return new BackupFault(
      `This backup was made by the newer version ${product}, and this is ${version}: restore it with that version or a later one.`,
    );
  if (error instanceof MigrationChanged) return new BackupFault(`This backup is of another product: ${error.message}.`);
  return error;
}

class Restoring {
  readonly #client: pg.Client;
  readonly #target: RestoreTarget;
  #filler: TableFiller | undefined;
  #closeTables: () => Promise<void> = async () => undefined;

  constructor(client: pg.Client, target: RestoreTarget) {
    this.#client = client;
    this.#target = target;
  }

  async begin(head: Head): Promise<void> {
    if (head.files === 'inside' && this.#target.storeFile === null && !this.#target.withoutFiles)
      throw new BackupFault(
        'This backup has files, and STORAGE is s3: restore with STORAGE=disk, or add --without-files.',
      );
    // A server that is started meanwhile waits.
    await holdMigrations(this.#client);
    await this.#client.query('begin');
    if (this.#target.replaces) await dropEverything(this.#client);
    await applyWithin(this.#client, head.migrations).catch(error => {
      throw explain(error, head);
    });
    this.#closeTables = await openTables(this.#client, head.tables);
    this.#filler = new TableFiller(this.#client, head.tables);
  }

  async takeRows(table: string, piece: Readable): Promise<void> {
    await this.#filler?.take(table, piece);
  }

  async takeFile(key: string, bytes: Readable): Promise<void> {
    // A statement in flight on the connection would wait for its rows.
    await this.#filler?.end();
    const { storeFile, withoutFiles } = this.#target;
    if (storeFile && !withoutFiles) await storeFile(key, bytes);
    else for await (const _ of bytes);
  }

  async end({ sequences }: Manifest): Promise<void> {
    await this.#filler?.end();
    await setSequences(this.#client, sequences);
    await this.#closeTables();
    await this.#client.query('commit');
  }
}

/** The database afterwards is as it was when the backup was made, down to its migrations. BackupFault. */
export async function restoreBackup(
  target: RestoreTarget,
  packed: Readable,
): Promise<{ head: Head; manifest: Manifest }> {
  const client = await connectAlone(target.connection, 'pixwright restore');
  try {
    await requireTarget(client, target);
    const restoring = new Restoring(client, target);
    return await readBackup(packed, {
      begin: head => restoring.begin(head),
      takeRows: (table, piece) => restoring.takeRows(table, piece),
      takeFile: (key, bytes) => restoring.takeFile(key, bytes),
      end: manifest => restoring.end(manifest),
    });
  } finally {
    // The end of the connection rolls back what was not committed.
    await client.end();
  }
}
