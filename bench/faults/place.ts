// One api, three workers, PostgreSQL with its replica and an S3 store as separate processes, each server with a line of its own to each of the two; or
// with an address of its own on a network whose lines can be cut.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectPostgres, type Postgres } from '../../server/src/adapters/postgres.ts';
import { makeOpenFolder } from '../../server/testing/folders.ts';
import { findFreePort } from '../../server/testing/process.ts';
import { Database, urlAt } from './database.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { Killable } from './killable.ts';
import type { Network } from './network.ts';
import { here, type Spot } from './spot.ts';
import { accessKeys, bucket, openStore, type Store } from './stores.ts';

export const checkout = fileURLToPath(new URL('../..', import.meta.url));
const shiftedClock = new URL('../../server/testing/shifted-clock.ts', import.meta.url).href;

/** How far the clock of the last worker is wrong. */
export const shiftHours = 3;
const workers = 3;

export interface Machine {
  readonly server: Killable;
  readonly folder: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Place {
  readonly folder: string;
  readonly database: Database;
  readonly store: Store;
  readonly api: Machine;
  readonly workers: readonly Machine[];
  readonly origin: string;
  /** The address of this process for the servers. */
  readonly host: string;
  /** The bench's own connections to PostgreSQL. */
  readonly connect: () => Postgres;
  readonly close: () => Promise<void>;
}

export interface LinedMachine extends Machine {
  /** Its lines to PostgreSQL and to the store. */
  readonly toDatabase: FaultyProxy;
  readonly toStore: FaultyProxy;
}

export interface LinedPlace extends Place {
  readonly api: LinedMachine;
  readonly workers: readonly LinedMachine[];
  /** Between clients and the api. */
  readonly front: FaultyProxy;
  /** Makes the address of PostgreSQL lead to another port, for all servers and for the bench. */
  readonly moveDatabase: (port: number) => void;
}

/** The command of a server of this checkout, or of another. */
export const serverOf = (folder: string): readonly string[] => [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  path.join(folder, 'server/src/main.ts'),
];

const nameOfWorker = (nth: number) => `worker-${nth}`;
const roleOf = (name: string) => (name === 'api' ? 'api' : 'worker');
const names = ['api', ...Array.from({ length: workers }, (_, index) => nameOfWorker(index + 1))];

interface Surroundings {
  readonly spot: Spot;
  readonly databaseUrl: string;
  readonly storeUrl: string;
  /** From where links and webhooks are allowed. */
  readonly allowed: string;
  /** The checkout of the server. */
  readonly version: string;
  readonly extra?: Record<string, string>;
}

async function describeMachine(name: string, folder: string, around: Surroundings): Promise<Machine> {
  const home = path.join(folder, name);
  mkdirSync(home, { mode: 0o755 });
  const port = await findFreePort();
  const environment = {
    PATH: process.env.PATH ?? '',
    HOST: around.spot.host,
    PORT: String(port),
    ROLE: roleOf(name),
    DATA_DIR: home,
    DATABASE_URL: around.databaseUrl,
    STORAGE: 's3',
    S3_ENDPOINT: around.storeUrl,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeys.id,
    S3_SECRET_ACCESS_KEY: accessKeys.secret,
    SECRET_KEY: 'known-to-every-server-of-the-bench',
    MEMBERSHIP: 'on',
    WORKERS: '1',
    LANES: 'image:2,video:1',
    FETCH_ALLOW: around.allowed,
    RATE_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
    ...around.extra,
  };
  const server = new Killable({
    name,
    command: serverOf(around.version),
    environment,
    log: path.join(folder, `${name}.log`),
    spot: around.spot,
    // A server whose clock is wrong works, but is not ready.
    isUp: async () => (await fetch(`http://${around.spot.host}:${port}/healthz`)).ok,
  });
  return { server, folder: home, environment, port };
}

/** The first one makes the tables. */
async function startInTurn(machines: readonly Machine[]): Promise<void> {
  for (const { server } of machines) {
    server.start();
    await server.untilUp();
  }
}

async function startStore(folder: string, spot = here): Promise<Store> {
  const store = await openStore(folder, spot);
  store.process.start();
  await store.process.untilUp();
  return store;
}

async function closeAll({ folder, database, store, api, workers }: Omit<Place, 'close'>): Promise<void> {
  for (const { server } of [api, ...workers]) await server.kill();
  await store.process.kill();
  await database.close();
  if (process.env.FAULTS_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
}

/** Starts all of it with proxies between. `version`: the checkout of the servers; `hasWrongClock`: the clock of the last worker is wrong. */
export async function openPlace(
  folder: string,
  { version = checkout, hasWrongClock = false }: { readonly version?: string; readonly hasWrongClock?: boolean } = {},
): Promise<LinedPlace> {
  const database = await Database.open(folder);
  const store = await startStore(folder);
  const machines: LinedMachine[] = [];
  for (const name of names) {
    const toDatabase = await startFaultyProxy(database.port);
    const toStore = await startFaultyProxy(store.port);
    const isShifted = hasWrongClock && name === nameOfWorker(workers);
    const clock = { NODE_OPTIONS: `--import ${shiftedClock}`, SHIFT_HOURS: String(shiftHours) };
    const machine = await describeMachine(name, folder, {
      spot: here,
      databaseUrl: urlAt(toDatabase.port),
      storeUrl: `http://${here.host}:${toStore.port}`,
      allowed: `${here.host}/32`,
      version,
      ...(isShifted && { extra: clock }),
    });
    machines.push({ ...machine, toDatabase, toStore });
  }
  await startInTurn(machines);
  const [api, ...others] = machines as [LinedMachine, ...LinedMachine[]];
  const front = await startFaultyProxy(api.port);
  const own = await startFaultyProxy(database.port);
  const toDatabase = [own, ...machines.map(machine => machine.toDatabase)];
  const place = {
    folder,
    database,
    store,
    api,
    workers: others,
    front,
    origin: `http://${here.host}:${front.port}`,
    host: here.host,
    moveDatabase: (port: number) => {
      for (const line of toDatabase) line.targetPort = port;
    },
    connect: () => connectPostgres({ connectionString: urlAt(own.port) }),
  };
  return {
    ...place,
    async close() {
      await closeAll(place);
      for (const proxy of [front, ...toDatabase, ...machines.map(({ toStore }) => toStore)]) proxy.close();
    },
  };
}

export interface NetPlace extends Place {
  /** By the names of parts: `api`, `worker-1` and so on, `PostgreSQL`, `store`. */
  readonly spots: ReadonlyMap<string, ReturnType<Network['add']>>;
}

/** Starts all of it on a network, each part at an address of its own. */
export async function openNetPlace(folder: string, network: Network): Promise<NetPlace> {
  const spots = new Map([...names, 'PostgreSQL', 'store'].map(name => [name, network.add()]));
  const spotOf = (name: string) => spots.get(name)!;
  const database = await Database.open(folder, spotOf('PostgreSQL'));
  const store = await startStore(folder, spotOf('store'));
  const machines: Machine[] = [];
  for (const name of names)
    machines.push(
      await describeMachine(name, folder, {
        spot: spotOf(name),
        databaseUrl: database.url,
        storeUrl: store.endpoint,
        allowed: `${network.host}/32`,
        version: checkout,
      }),
    );
  await startInTurn(machines);
  const [api, ...others] = machines as [Machine, ...Machine[]];
  const place = {
    folder,
    database,
    store,
    api,
    workers: others,
    origin: `http://${spotOf('api').host}:${api.port}`,
    host: network.host,
    connect: () => connectPostgres({ connectionString: database.url }),
  };
  return { ...place, spots, close: () => closeAll(place) };
}

/** A folder for a place. */
export const makePlaceFolder = (): string => makeOpenFolder('pixwright-faults-');
