// The connections to PostgreSQL: three pools, each with limits that suit its work, and the errors that mean "try again later".
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** The connection of a store function's statements: a pool (`db`), or a transaction that its caller opened (`trx`). */
export type Querier = Database | Transaction<Tables>;

export interface Postgres {
  /** For requests and workers, whose statements are short. */
  readonly database: Database;
  /**
   * The same database through connections that do not wait for a commit to reach the disk. For data that may be lost in a crash because it
   * is produced again: progress, a claim, a measurement. Never for an acceptance, an end or a charge.
   */
  readonly forgetful: Database;
  /** For work that no request waits for and that may take minutes, such as the sweep of a large table. */
  readonly patient: Database;
  readonly pool: pg.Pool;
  /** For connections outside the pools, such as the one that listens. */
  readonly connection: pg.ClientConfig;
  close: () => Promise<void>;
}

/** In milliseconds. */
interface PoolLimits {
  /** How long a statement waits for a free connection, and a connection for the server. */
  readonly connectMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
}

/** Clients give up after 20 s; a later answer is useless and occupies a connection that others wait for. */
const promptLimits: PoolLimits = { connectMs: 3000, statementMs: 15_000, lockMs: 5000 };
const patientLimits: PoolLimits = { connectMs: 30_000, statementMs: 15 * 60_000, lockMs: 60_000 };
/** A server that does not respond at all, not even with a statement timeout, is given up after this much longer. */
const silenceMs = 5000;

const poolSize = 16;
const forgetfulPoolSize = 6;
const patientPoolSize = 3;
const maxNamedStatements = 200;

const bigintType = 20;
// Our 64-bit columns contain bytes and change numbers: both stay far below 2^53.
pg.types.setTypeParser(bigintType, text => Number(text));

/** A server that lost power or its connection within a transaction would otherwise keep its row locks for hours. */
const idleSettings = { idle_in_transaction_session_timeout: '60s' };

/** The database could not be reached: no free connection, no response, or a broken connection. */
export class DatabaseUnavailable extends Error {}

/** SQLSTATEs, or their beginnings, that say nothing about the statement itself: a retry may well succeed. */
const busyStates = [
  '08', // connection_exception: a proxy before the database, such as PgBouncer, tells with it that the database is away
  '25006', // read_only_sql_transaction: a failover left this connection on a replica
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '40', // transaction_rollback: a serialization failure, a deadlock, or a commit whose outcome is unknown
  '53000', // insufficient_resources
  '53200', // out_of_memory
  '53300', // too_many_connections
  '55P03', // lock_not_available, by lock_timeout or NOWAIT
  '57014', // query_canceled, by statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '58000', // system_error
  '58030', // io_error
];

/** Of the busy ones, those after which the same connection fails again. */
const lostStates = ['08', '25006', '25P03', '25P04', '57P'];

const isOfStates = (error: unknown, states: readonly string[]): boolean =>
  error instanceof pg.DatabaseError && states.some(state => error.code?.startsWith(state));

export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || isOfStates(error, busyStates);

function openPool(connection: pg.ClientConfig, max: number, limits: PoolLimits, settings: object): pg.Pool {
  const timeouts = { statement_timeout: limits.statementMs, lock_timeout: limits.lockMs };
  const pool = new pg.Pool({
    ...connection,
    options: joinSettings({ ...idleSettings, ...timeouts, ...settings }),
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.statementMs + silenceMs,
    max,
    idleTimeoutMillis: 30_000,
  });
  // The server may close an idle connection; the pool replaces it, and a running query reports the error itself.
  pool.on('error', () => undefined);
  // The same for a connection that is checked out but between two queries: without a listener, its error would end the process.
  pool.on('connect', client => client.on('error', () => undefined));
  return pool;
}

const joinSettings = (settings: object): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/**
 * Names for statements that are sent more than once. PostgreSQL keeps the plan of a named statement on each connection; planning again
 * takes longer than running it. Statements beyond the limit, such as lists of ever new lengths, are sent without a name.
 */
function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return text => {
    const known = names.get(text);
    if (known || names.size >= maxNamedStatements) return known;
    if (!seenOnce.delete(text)) {
      if (seenOnce.size >= maxNamedStatements) seenOnce.clear();
      seenOnce.add(text);
      return undefined;
    }
    const name = `statement-${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

/** A newer server's migration changed the columns that a cached plan returns; the statement works on a new connection. */
const isPlanOutdated = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/**
 * The pool as Kysely sees it. Failures outside of PostgreSQL become DatabaseUnavailable, and the connection is closed: after a timeout it
 * would deliver the late response to the next statement.
 */
const watchPool = (pool: pg.Pool, nameOf = createStatementNames()): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect().catch((cause: unknown) => {
      throw cause instanceof pg.DatabaseError ? cause : new DatabaseUnavailable('no connection', { cause });
    });
    let lostBy: unknown;
    const query = async (text: string, values: readonly unknown[]) => {
      // The rollback of its transaction would wait for an answer as long again.
      if (lostBy) throw new DatabaseUnavailable('the connection is lost', { cause: lostBy });
      try {
        return await client.query({ name: nameOf(text), text, values: values as unknown[] });
      } catch (cause) {
        const isOutdated = isPlanOutdated(cause);
        const isOfStatement = !isOutdated && (cause instanceof pg.DatabaseError || cause instanceof TypeError);
        if (!isOfStatement || isOfStates(cause, lostStates)) lostBy = cause;
        throw isOfStatement ? cause : new DatabaseUnavailable(isOutdated ? 'an outdated plan' : 'no answer', { cause });
      }
    };
    return { query: query as never, release: () => client.release(lostBy !== undefined) };
  },
  end: () => pool.end(),
  options: pool.options,
});

const openDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: watchPool(pool) }) });

/** Opens the pools. `schema` puts all tables into a schema of that name, and `limits` overrides some; tests use both. */
export function connectPostgres(
  target: pg.ClientConfig,
  options: { schema?: string; poolSize?: number; limits?: Partial<PoolLimits> } = {},
): Postgres {
  const settings = options.schema ? { search_path: options.schema } : {};
  const connection: pg.ClientConfig = {
    ...target,
    application_name: 'pixwright',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  const prompt = { ...promptLimits, ...options.limits };
  const pool = openPool(connection, options.poolSize ?? poolSize, prompt, settings);
  const database = openDatabase(pool);
  const forgetful = openDatabase(
    openPool(connection, forgetfulPoolSize, prompt, { ...settings, synchronous_commit: 'off' }),
  );
  const patient = openDatabase(
    openPool(connection, patientPoolSize, { ...patientLimits, ...options.limits }, settings),
  );
  return {
    database,
    forgetful,
    patient,
    pool,
    connection: {
      ...connection,
      connectionTimeoutMillis: promptLimits.connectMs,
      options: joinSettings({ ...idleSettings, ...settings }),
    },
    close: async () => {
      await patient.destroy();
      await forgetful.destroy();
      await database.destroy();
    },
  };
}

/** Throws if the database does not respond. */
export const ping = (db: Querier): Promise<unknown> => sql`select 1`.execute(db);

/** The server's version as one number, such as 180004. */
export async function readServerVersion(db: Querier): Promise<number> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db);
  return Number(rows[0]!.version);
}

/** The database's clock, in milliseconds since 1970. */
export async function readClock(db: Querier): Promise<number> {
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return rows[0]!.ms;
}

/**
 * JSON for a column of type jsonb, which takes neither NUL nor half of a surrogate pair. Titles of pages, subtitles and the tags of files may
 * contain them.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part) => (typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part));
