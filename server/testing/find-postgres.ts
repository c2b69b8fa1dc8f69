// Asks the test run for its PostgreSQL, which starts on the first request.
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { inject } from 'vitest';

export interface TestPostgres {
  /** What `pg` connects with; empty after a fault. */
  readonly connection: {
    readonly connectionString?: string;
    readonly host?: string;
    readonly user?: string;
    readonly database?: string;
  };
  /** A database with all tables, to be copied; none on DATABASE_URL, whose account may not be allowed to make databases. */
  readonly template?: string;
}

export interface FoundPostgres extends TestPostgres {
  /** Why it could not be started. */
  readonly fault?: string;
}

let found: Promise<TestPostgres> | undefined;

export async function askForPostgres(socketPath: string): Promise<TestPostgres> {
  const { fault, ...postgres } = (await json(connect(socketPath))) as FoundPostgres;
  if (fault !== undefined) throw new Error(`The tests' PostgreSQL does not start: ${fault}`);
  return postgres;
}

/** The PostgreSQL of this test run. */
export function findTestPostgres(): Promise<TestPostgres> {
  found ??= askForPostgres(inject('postgresSocket'));
  return found;
}

/** The connection to the database of this test run. */
export const findPostgres = async (): Promise<TestPostgres['connection']> => (await findTestPostgres()).connection;
