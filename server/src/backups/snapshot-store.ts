// The SQL of a backup: a snapshot of all tables in one transaction that only reads, so that no server waits for it. No noun is asked: a backup holds
// every row there is, whatever it means.
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { holdMigrations } from '../adapters/migrations.ts';
import type { Head, Manifest } from './format.ts';

/** Opens a connection of its own, without limits of time: a large table takes as long as it takes. */
export async function connectAlone(connection: pg.ClientConfig, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: name });
  client.on('error', () => undefined); // The query in flight reports it.
  await client.connect();
  await client.query(
    "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8'",
  );
  return client;
}

/** Begins the snapshot. A start that would change tables waits until its connection ends; everything else goes on. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await holdMigrations(client);
  await client.query('begin transaction isolation level repeatable read read only');
}

/** The tables of the current schema with the columns that can be written. */
export async function listTables(client: pg.Client): Promise<Head['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`);
  return rows;
}

export async function listApplied(client: pg.Client): Promise<Head['migrations']> {
  const { rows } = await client.query<{ there: string | null }>("select to_regclass('migration') as there");
  if (rows[0]?.there === null) return [];
  return (await client.query<Head['migrations'][number]>('select name, hash from migration order by name')).rows;
}

/** Numbers are handed out beyond any snapshot, so these are at least as high as those of its rows. */
export async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`);
  const found: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const read = await client.query<{ value: number; isCalled: boolean }>(
      `select last_value as value, is_called as "isCalled" from ${pg.escapeIdentifier(name)}`,
    );
    found.push({ name, ...read.rows[0]! });
  }
  return found;
}

const columnsOf = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(', ');

/** The rows of a table, a line each. */
export const copyRows = (client: pg.Client, { name, columns }: Head['tables'][number]): Readable =>
  client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${columnsOf(columns)}) to stdout`));

/** The keys of all stored files. */
export async function listFileKeys(client: pg.Client): Promise<string[]> {
  const keys = client.query(
    copyTo('copy (select key from stored_object where is_complete and not is_removed order by key) to stdout'),
  );
  return (await text(keys)).split('\n').filter(Boolean);
}
