// Asks the test run for its PostgreSQL, which starts on the first request.
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { inject } from 'vitest';

export interface FoundPostgres {
  /** What `pg` connects with; empty after a fault. */
  readonly connection: {
    readonly connectionString?: string;
    readonly host?: string;
    readonly user?: string;
    readonly database?: string;
  };
  /** Why it could not be started. */
  readonly fault?: string;
}

let found: Promise<FoundPostgres['connection']> | undefined;

export async function askForPostgres(socketPath: string): Promise<FoundPostgres['connection']> {
  const { connection, fault } = (await json(connect(socketPath))) as FoundPostgres;
  if (fault !== undefined) throw new Error(`The tests' PostgreSQL does not start: ${fault}`);
  return connection;
}

/** The connection to the database of this test run. */
export function findPostgres(): Promise<FoundPostgres['connection']> {
  found ??= askForPostgres(inject('postgresSocket'));
  return found;
}
