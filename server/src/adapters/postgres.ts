// The connection to PostgreSQL: the pool behind Kysely, transactions, and migrations at start.
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** What a store function runs in: the pool, or a transaction its caller holds. */
export type Session = Database | Transaction<Tables>;

export interface Postgres {
  readonly database: Database;
  /**
   * The same database over connections that answer before a commit has reached the disk. For what a crash may forget because
   * it is made again: progress, a claim, a measurement. Never for an acceptance, an end or a charge.
   */
  readonly forgetful: Database;
  readonly pool: pg.Pool;
  /** For connections of its own, such as the one that listens. */
  readonly connection: pg.ClientConfig;
  close: () => Promise<void>;
}

const bigintType = 20;
// Our 64-bit columns count bytes and changes: both stay far below 2^53.
pg.types.setTypeParser(bigintType, text => Number(text));

const forgetfulPoolSize = 6;
/** A server that lost its power or its line in the middle of a transaction would hold its rows for hours. */
const idleOptions = '-c idle_in_transaction_session_timeout=60s';

function openPool(connection: pg.ClientConfig, max: number): pg.Pool {
  const pool = new pg.Pool({ ...connection, max, idleTimeoutMillis: 30_000 });
  // An idle connection may be cut by the server; the pool replaces it, and a query in flight reports it by itself.
  pool.on('error', () => undefined);
  // The same for one that is taken but between two queries: unheard, its error would end the process.
  pool.on('connect', client => client.on('error', () => undefined));
  return pool;
}

const openDatabase = (pool: pg.Pool): Database => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/** Opens the pools; `schema` puts all tables into a schema of that name (tests use one each). */
export function connectPostgres(
  target: pg.ClientConfig,
  options: { schema?: string; poolSize?: number } = {},
): Postgres {
  const settings = options.schema ? `-c search_path=${options.schema} ${idleOptions}` : idleOptions;
  const connection: pg.ClientConfig = { ...target, application_name: 'pixwright', options: settings };
  const pool = openPool(connection, options.poolSize ?? 16);
  const database = openDatabase(pool);
  const forgetful = openDatabase(
    openPool({ ...connection, options: `${settings} -c synchronous_commit=off` }, forgetfulPoolSize),
  );
  const close = async () => {
    await forgetful.destroy();
    await database.destroy();
  };
  return { database, forgetful, pool, connection, close };
}

/** Throws when the database does not answer. */
export const ping = (session: Session): Promise<unknown> => sql`select 1`.execute(session);
