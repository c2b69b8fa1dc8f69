// Databases of a test's own on the PostgreSQL of this test run: an empty one, for tests of what concerns a whole database, and a copy.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findPostgres, type TestPostgres } from './find-postgres.ts';

export interface FreshDatabase {
  /** For DATABASE_URL. */
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Its name cannot be guessed by another test. */
const chooseName = () => `test_${randomBytes(6).toString('hex')}`;

async function run(connection: TestPostgres['connection'], statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const drop = (connection: TestPostgres['connection'], name: string) =>
  run(connection, `drop database if exists ${name} with (force)`);

/** A copy of a database without connections. Copied as files, it takes a third of the time that its log would. */
export async function copyDatabase(template: string) {
  const connection = await findPostgres();
  const name = chooseName();
  await run(connection, `create database ${name} template ${template} strategy file_copy`);
  return { connection: { ...connection, database: name }, drop: () => drop(connection, name) };
}

export async function makeDatabase(): Promise<FreshDatabase> {
  const connection = await findPostgres();
  const name = chooseName();
  await run(connection, `create database ${name}`);
  const url = new URL(connection.connectionString ?? `postgres://${connection.user}@localhost/`);
  url.pathname = `/${name}`;
  if (connection.host) url.searchParams.set('host', connection.host);
  return { url: url.href, drop: () => drop(connection, name) };
}
