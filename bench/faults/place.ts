// One api, three workers, PostgreSQL and an S3 store as separate processes, each server with a line of its own to each of the two.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeOpenFolder } from '../../server/testing/folders.ts';
import { findFreePort } from '../../server/testing/process.ts';
import { type KillableDatabase, openDatabase } from './database.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { Killable } from './killable.ts';
import { accessKeys, bucket, openStore, type Store } from './stores.ts';

const mainFile = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const shiftedClock = new URL('../../server/testing/shifted-clock.ts', import.meta.url).href;

/** How far the clock of the last worker is wrong. */
export const shiftHours = 3;
const workers = 3;

export interface Machine {
  readonly server: Killable;
  readonly folder: string;
  /** Its lines to PostgreSQL and to the store. */
  readonly toDatabase: FaultyProxy;
  readonly toStore: FaultyProxy;
}

export interface Place {
  readonly folder: string;
  readonly database: KillableDatabase;
  readonly store: Store;
  readonly api: Machine;
  readonly workers: readonly Machine[];
  /** Between clients and the api. */
  readonly front: FaultyProxy;
  readonly origin: string;
  /** The environment of the api, for commands of the operator. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

async function openMachine(
  name: string,
  folder: string,
  { database, store }: Pick<Place, 'database' | 'store'>,
  extra: Record<string, string>,
): Promise<Machine & { environment: Record<string, string>; port: number }> {
  const home = path.join(folder, name);
  mkdirSync(home, { mode: 0o755 });
  const toDatabase = await startFaultyProxy(database.port);
  const toStore = await startFaultyProxy(store.port);
  const port = await findFreePort();
  const environment = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: home,
    DATABASE_URL: database.urlAt(toDatabase.port),
    STORAGE: 's3',
    S3_ENDPOINT: `http://127.0.0.1:${toStore.port}`,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeys.id,
    S3_SECRET_ACCESS_KEY: accessKeys.secret,
    SECRET_KEY: 'known-to-every-server-of-the-bench',
    MEMBERSHIP: 'on',
    WORKERS: '1',
    LANES: 'image:2,video:1',
    FETCH_ALLOW: '127.0.0.1/32',
    RATE_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
    ...extra,
  };
  const server = new Killable({
    name,
    command: [process.execPath, '--disable-warning=ExperimentalWarning', mainFile],
    environment,
    log: path.join(folder, `${name}.log`),
    // A server whose clock is wrong works, but is not ready.
    isUp: async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok,
  });
  return { server, folder: home, toDatabase, toStore, environment, port };
}

/** Starts all of it. */
export async function openPlace(): Promise<Place> {
  const folder = makeOpenFolder('pixwright-faults-');
  const database = await openDatabase(folder);
  const store = await openStore(folder);
  for (const { process } of [database, store]) process.start();
  for (const { process } of [database, store]) await process.untilUp();
  const backs = { database, store };
  const api = await openMachine('api', folder, backs, { ROLE: 'api' });
  const machines: Machine[] = [];
  for (let nth = 1; nth <= workers; nth++) {
    const clock: Record<string, string> =
      nth === workers ? { NODE_OPTIONS: `--import ${shiftedClock}`, SHIFT_HOURS: String(shiftHours) } : {};
    machines.push(await openMachine(`worker-${nth}`, folder, backs, { ROLE: 'worker', ...clock }));
  }
  // The first one makes the tables.
  for (const { server } of [api, ...machines]) {
    server.start();
    await server.untilUp();
  }
  const front = await startFaultyProxy(api.port);
  const all = [api, ...machines];
  return {
    folder,
    database,
    store,
    api,
    workers: machines,
    front,
    origin: `http://127.0.0.1:${front.port}`,
    environment: api.environment,
    async close() {
      for (const { server } of all) await server.kill();
      await store.process.kill();
      await database.process.stop('SIGQUIT');
      for (const proxy of [front, ...all.flatMap(({ toDatabase, toStore }) => [toDatabase, toStore])]) proxy.close();
      if (process.env.FAULTS_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
