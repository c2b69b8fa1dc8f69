// The connection to PostgreSQL: the pool behind Kysely, transactions, and migrations at start.
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** What a store function runs in: the pool, or a transaction its caller holds. */
export type Session = Database | Transaction<Tables>;

export interface Postgres {
  readonly database: Database;
  readonly pool: pg.Pool;
  /** For connections of its own, such as the one that listens. */
  readonly connection: pg.ClientConfig;
  close: () => Promise<void>;
}

const bigintType = 20;
// Our 64-bit columns count bytes and changes: both stay far below 2^53.
pg.types.setTypeParser(bigintType, text => Number(text));

/** Opens a pool; `schema` puts all tables into a schema of that name (tests use one each). */
export function connectPostgres(
  target: pg.ClientConfig,
  options: { schema?: string; poolSize?: number } = {},
): Postgres {
  const connection: pg.ClientConfig = {
    ...target,
    application_name: 'pixwright',
    ...(options.schema ? { options: `-c search_path=${options.schema}` } : {}),
  };
  const pool = new pg.Pool({ ...connection, max: options.poolSize ?? 16, idleTimeoutMillis: 30_000 });
  // An idle connection may be cut by the server; the pool replaces it, and a query in flight reports it by itself.
  pool.on('error', () => undefined);
  // The same for one that is taken but between two queries: unheard, its error would end the process.
  pool.on('connect', client => client.on('error', () => undefined));
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { database, pool, connection, close: () => database.destroy() };
}

/**
 * Runs `work` in a transaction that need not reach the disk before it answers. For what a crash may forget because it is
 * made again: progress, a claim, a measurement. Never for an acceptance, an end or a charge.
 */
export function runForgettably<T>(database: Database, work: (session: Transaction<Tables>) => Promise<T>): Promise<T> {
  return database.transaction().execute(async session => {
    await sql`set local synchronous_commit = off`.execute(session);
    return work(session);
  });
}

/** Throws when the database does not answer. */
export const ping = (session: Session): Promise<unknown> => sql`select 1`.execute(session);
