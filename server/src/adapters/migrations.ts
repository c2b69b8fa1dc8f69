// Migrates the database at start: numbered SQL files, forward only, each in a transaction, by one server at a time.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** An applied migration whose text differs from its file: the file was edited after its release. */
export class MigrationChanged extends Error {}

/** The database was migrated by a newer version. */
export class DatabaseNewer extends Error {}

const describeNewer = (unknown: readonly string[]): string =>
  `This database belongs to a newer version of Pixwright: it has the migration ${unknown.at(-1)}, which this version lacks. Start the newer ` +
  'version, or restore a backup that this version made (docs/backups.md).';

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter(name => name.endsWith('.sql'));
  return names.sort().map(name => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    return { name, text, hash: createHash('sha256').update(text).digest('hex') };
  });
}

/** The migrations that are to be applied to a database with these. MigrationChanged, DatabaseNewer. */
function planMigrations(applied: readonly Omit<Migration, 'text'>[], all: readonly Migration[]): Migration[] {
  const known = new Map(applied.map(({ name, hash }) => [name, hash]));
  for (const { name, hash } of all)
    if (known.has(name) && known.get(name) !== hash)
      throw new MigrationChanged(`${name} was changed after it ran here; add a new file instead`);
  const last = all.at(-1)?.name ?? '';
  const unknown = [...known.keys()].filter(name => name > last).sort();
  if (unknown.length > 0) throw new DatabaseNewer(describeNewer(unknown));
  return all.filter(({ name }) => !known.has(name));
}

/**
 * The migrations that a start would apply; undefined for a database without any of ours. Changes nothing. MigrationChanged, DatabaseNewer.
 */
export async function findMissingMigrations(
  pool: pg.Pool,
  folder = migrationsFolder,
): Promise<readonly string[] | undefined> {
  const { rows } = await pool.query<{ there: string | null }>("select to_regclass('migration') as there");
  if (rows[0]?.there === null) return undefined;
  const applied = await pool.query<Migration>('select name, hash from migration');
  return planMigrations(applied.rows, readMigrations(folder)).map(({ name }) => name);
}

const lockName = "hashtext('pixwright migration ' || current_schema())";

/** Keeps migrations from running until the connection ends: a start that has to change tables waits. */
export const holdMigrations = (client: pg.Client) => client.query(`select pg_advisory_lock_shared(${lockName})`);

/** Makes the tables as they were after these migrations, within the caller's transaction. MigrationChanged, DatabaseNewer. */
export async function applyWithin(client: pg.Client, migrations: readonly Omit<Migration, 'text'>[]): Promise<void> {
  const all = readMigrations(migrationsFolder);
  planMigrations(migrations, all);
  const wanted = new Set(migrations.map(({ name }) => name));
  await client.query(makeMigrationTable);
  for (const { name, text } of all) if (wanted.has(name)) await client.query(text);
}

const makeMigrationTable =
  'create table if not exists migration (name text primary key, hash text not null, at timestamptz not null default now())';

/** Applies the missing migrations in order and returns their names. Servers that start concurrently wait for each other. */
export async function migrate(pool: pg.Pool, folder = migrationsFolder): Promise<readonly string[]> {
  // A backup that is being made holds off changes of tables, and with them only the starts that bring some.
  if ((await findMissingMigrations(pool, folder))?.length === 0) return [];
  // A separate connection without time limits: an index on a large table takes long, and so may another server that is migrating.
  const client = new pg.Client({ ...pool.options, query_timeout: 0 });
  client.on('error', () => undefined); // A query in flight reports it.
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query(`select pg_advisory_lock(${lockName})`);
    await client.query(makeMigrationTable);
    const { rows } = await client.query<Migration>('select name, hash from migration');
    const planned = planMigrations(rows, readMigrations(folder));
    for (const migration of planned) await runOne(client, migration);
    return planned.map(({ name }) => name);
  } finally {
    await client.query(`select pg_advisory_unlock(${lockName})`).finally(() => client.end());
  }
}

async function runOne(client: pg.Client, { name, text, hash }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
