// Brings the database up to date at start: numbered SQL files, forward only, each in a transaction, one server at a time.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** A migration that ran here before with another text: the file was edited after it was released. */
export class MigrationChanged extends Error {}

/** Runs what is missing, in order. Servers that start together wait for each other. */
export async function migrate(pool: pg.Pool, folder = migrationsFolder): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
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
      .finally(() => client.release());
  }
}

async function runOne(client: pg.PoolClient, name: string, text: string, hash: string): Promise<void> {
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
