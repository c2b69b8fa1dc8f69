// An empty database of its own on the PostgreSQL of this test run, for tests of what concerns a whole database.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findPostgres } from './find-postgres.ts';

export interface FreshDatabase {
  /** For DATABASE_URL. */
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Its name cannot be guessed by another test. */
export async function makeDatabase(): Promise<FreshDatabase> {
  const connection = await findPostgres();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client(connection);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name}`);
  const url = new URL(connection.connectionString ?? `postgres://${connection.user}@localhost/`);
  url.pathname = `/${name}`;
  if (connection.host) url.searchParams.set('host', connection.host);
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}
