// One PostgreSQL for a whole test run: DATABASE_URL when it is set, else the embedded one in a temporary folder. It starts when a test first
// asks for it, so that tests without a database do not wait for one.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import type { FoundPostgres, TestPostgres } from './find-postgres.ts';
import { makeOpenFolder } from './folders.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket on which tests ask for the database; a FoundPostgres is written to it as JSON. */
    postgresSocket: string;
  }
}

interface RunningPostgres extends TestPostgres {
  readonly stop: () => Promise<void>;
}

/**
 * What a test commits has to survive the death of processes, and not that of the machine: nothing waits for the disk, on which each schema makes some
 * 35 commits before its test begins.
 */
async function dropDiskWaits(connection: TestPostgres['connection']): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('alter system set fsync = off');
  await client.query('alter system set full_page_writes = off');
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** Makes a database with all tables. A test copies it in a third of the CPU time that its tables would take. */
async function makeTemplate(connection: TestPostgres['connection']): Promise<string> {
  const { migrate } = await import('../src/adapters/migrations.ts');
  const template = 'with_tables';
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  const pool = new pg.Pool({ ...connection, database: template });
  await migrate(pool);
  // A database is only copied while it has no connections.
  await pool.end();
  return template;
}

async function startPostgres(folder: string): Promise<RunningPostgres> {
  const { readConfig } = await import('../src/config.ts');
  const { databaseUrl } = readConfig();
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, stop: async () => undefined };
  const { startEmbeddedPostgres } = await import('../src/adapters/embedded-postgres.ts');
  const running = await startEmbeddedPostgres(folder);
  await dropDiskWaits(running.connection);
  return { ...running, template: await makeTemplate(running.connection) };
}

/** What the tests' side of a run receives from this one. */
interface Run {
  readonly provide: (key: 'postgresSocket', value: string) => void;
}

/** Set where runs of tests share one: the socket on which another one answers. */
export const sharedSocket = 'SOCKET_OF_TEST_POSTGRES';

export default async function setUp(run: Run): Promise<() => Promise<void>> {
  const shared = process.env[sharedSocket];
  if (shared) {
    run.provide('postgresSocket', shared);
    return async () => undefined;
  }
  const folder = makeOpenFolder('pixwright-test-');
  let running: Promise<RunningPostgres> | undefined;
  const find = async (): Promise<FoundPostgres> => {
    running ??= startPostgres(folder);
    return running.then(
      ({ connection, template }) => ({ connection, ...(template && { template }) }),
      (error: unknown) => ({ connection: {}, fault: String(error) }),
    );
  };
  const server = createServer(async socket => {
    // A test that ended meanwhile no longer listens.
    socket.on('error', () => undefined);
    socket.end(JSON.stringify(await find()));
  });
  const socketPath = path.join(folder, 'ask.sock');
  server.listen(socketPath);
  await once(server, 'listening');
  run.provide('postgresSocket', socketPath);
  return async () => {
    server.close();
    // A start that failed was reported to the tests that asked.
    const started = await running?.catch(() => undefined);
    await started?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
