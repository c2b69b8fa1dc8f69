// Migrates the database at start: numbered SQL files, forward only, each in a transaction, by one server at a time.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** An applied migration whose text differs from its file: the file was edited after its release. */
export class MigrationChanged extends Error {}

/** Applies the missing migrations in order and returns their names. Servers that start concurrently wait for each other. */
export async function migrate(pool: pg.Pool, folder = migrationsFolder): Promise<readonly string[]> {
  // A separate connection without time limits: an index on a large table takes long, and so may another server that is migrating.
  const client = new pg.Client({ ...pool.options, query_timeout: 0 });
  client.on('error', () => undefined); // A query in flight reports it.
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query("select pg_advisory_lock(hashtext('pixwright migration ' || current_schema()))");
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration');
    const known = new Map(rows.map(row => [row.name, row.hash]));
    const ran: string[] = [];
    for (const name of readdirSync(folder).sort()) {
      if (!name.endsWith('.sql')) continue;
      const text = readFileSync(path.join(folder, name), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      if (known.get(name) === hash) continue;
      if (known.has(name)) throw new MigrationChanged(`${name} was changed after it ran here; add a new file instead`);
      await runOne(client, name, text, hash);
      ran.push(name);
    }
    return ran;
  } finally {
    await client
      .query("select pg_advisory_unlock(hashtext('pixwright migration ' || current_schema()))")
      .finally(() => client.end());
  }
}

async function runOne(client: pg.Client, name: string, text: string, hash: string): Promise<void> {
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
