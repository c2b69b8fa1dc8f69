// PostgreSQL of the operating system's packages with a synchronous replica: the primary is killed and started again on the same folder and port, or the
// replica is promoted in its place and gets a replica of its own.
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connectPostgres, type Postgres, ping } from '../../server/src/adapters/postgres.ts';
import { findFreePort } from '../../server/testing/process.ts';
import { findInstalled } from '../installed-postgres.ts';
import { Killable } from './killable.ts';
import { type Account, here, placeCommand, type Spot } from './spot.ts';

const run = promisify(execFile);
const user = 'app';
const lookMs = 100;

interface Node {
  readonly process: Killable;
  readonly port: number;
  readonly home: string;
  readonly cluster: string;
}

export interface Failover {
  /** From the death of the primary until its replica is promoted. */
  readonly afterMs: number;
  /** The address leads to the replica before it is promoted, and for a while nothing can be written there. */
  readonly movesFirst: boolean;
  /** The dead primary starts again; no server may write to it. */
  readonly oldReturns: boolean;
}

export const urlAt = (port: number, host = here.host): string => `postgres://${user}@${host}:${port}/postgres`;

async function askAt<T>(url: string, work: (postgres: Postgres) => Promise<T>): Promise<T> {
  const own = connectPostgres({ connectionString: url }, { poolSize: 1 });
  try {
    return await work(own);
  } finally {
    await own.close();
  }
}

/** The account of PostgreSQL, which refuses root. */
function findAccount(): Account | undefined {
  const read = (flag: string) => Number(execFileSync('id', [flag, 'nobody']));
  return process.getuid?.() === 0 ? { uid: read('-u'), gid: read('-g') } : undefined;
}

/** What changes with each write to a task. */
const readMark = (url: string): Promise<string> =>
  askAt(url, async ({ pool }) =>
    JSON.stringify((await pool.query('select count(*), max(change) as last from task')).rows[0]),
  );

export class Database {
  readonly title: string;
  /** Old primaries that were written to after they came back. */
  readonly writtenTo: string[] = [];
  /** Milliseconds from each promotion until the new primary had a replica again: until then no commit was answered. */
  readonly withoutReplicaMs: number[] = [];
  readonly #bin: string;
  readonly #folder: string;
  readonly #spot: Spot;
  readonly #account = findAccount();
  #made = 0;
  #primary: Node;
  #replica: Node | undefined;
  /** A replaced primary that runs again, and its tasks when it came back. */
  #old: { readonly node: Node; readonly mark: string } | undefined;

  private constructor(bin: string, folder: string, spot: Spot, port: number) {
    this.#bin = bin;
    this.#folder = folder;
    this.#spot = spot;
    this.#primary = this.#describe(port);
    const version = execFileSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
    this.title = `PostgreSQL ${/\d+\.\d+/.exec(version)?.[0] ?? ''} with a synchronous replica`;
  }

  /** Starts an empty primary and its replica, with their folders below `folder`. */
  static async open(folder: string, spot = here): Promise<Database> {
    const bin = findInstalled();
    if (!bin) throw new Error('PostgreSQL is not installed: this bench needs the package of the operating system');
    const database = new Database(bin, folder, spot, await findFreePort());
    const { process, cluster } = database.#primary;
    await database.#do('initdb', ['-D', cluster, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C']);
    const others = ['all', 'replication'].map(name => `host ${name} all samenet trust\n`);
    appendFileSync(path.join(cluster, 'pg_hba.conf'), others.join(''));
    process.start();
    await process.untilUp();
    await database.#addReplica();
    return database;
  }

  get port(): number {
    return this.#primary.port;
  }

  /** Of the primary, from wherever it is reached without a line of the bench. */
  get url(): string {
    return this.#urlOf(this.#primary);
  }

  get primary(): Killable {
    return this.#primary.process;
  }

  /** Kills the primary and promotes its replica, which gets a replica of its own. `move` makes the address lead to a port. */
  async failOver({ afterMs, movesFirst, oldReturns }: Failover, move: (port: number) => void): Promise<void> {
    const replica = this.#replica;
    if (!replica) throw new Error('there is no replica');
    const dead = this.#primary;
    await dead.process.kill();
    await sleep(afterMs);
    if (movesFirst) move(replica.port);
    await this.#do('pg_ctl', ['promote', '-D', replica.cluster, '-w', '-t', '60']);
    const promotedAt = performance.now();
    this.#primary = replica;
    this.#replica = undefined;
    if (!movesFirst) move(replica.port);
    await this.#dropOld();
    if (oldReturns) await this.#bringBack(dead);
    else rmSync(dead.home, { recursive: true });
    await this.#addReplica();
    this.withoutReplicaMs.push(performance.now() - promotedAt);
  }

  /** Whether what is committed now is on the replica too. */
  async untilReplicated(): Promise<void> {
    const isInSync = () =>
      askAt(this.url, async ({ pool }) => {
        const { rows } = await pool.query("select from pg_stat_replication where sync_state in ('sync', 'quorum')");
        return rows.length > 0;
      });
    while (!(await isInSync().catch(() => false))) await sleep(lookMs);
  }

  async close(): Promise<void> {
    await this.#dropOld();
    // A replica that is still there would be waited for.
    await this.#replica?.process.stop('SIGQUIT');
    await this.#primary.process.stop('SIGQUIT');
  }

  #do(program: string, args: readonly string[]) {
    const there = placeCommand(this.#spot, [path.join(this.#bin, program), ...args], this.#account);
    return run(there.program, there.args, { ...there.account, cwd: '/' });
  }

  #urlOf({ port }: Pick<Node, 'port'>): string {
    return urlAt(port, this.#spot.host);
  }

  #describe(port: number): Node {
    this.#made += 1;
    const name = `postgres-${this.#made}`;
    const home = path.join(this.#folder, name);
    mkdirSync(home);
    if (this.#account) chownSync(home, this.#account.uid, this.#account.gid);
    const cluster = path.join(home, 'data');
    const settings = [
      `port=${port}`,
      `listen_addresses=${this.#spot.host}`,
      `unix_socket_directories=${home}`,
      'max_connections=160',
      // A commit is answered once any replica has it, and waits while there is none.
      'synchronous_standby_names=*',
      'wal_retrieve_retry_interval=500ms',
      'wal_keep_size=512MB',
    ];
    const process = new Killable({
      name: 'PostgreSQL',
      command: [path.join(this.#bin, 'postgres'), '-D', cluster, ...settings.flatMap(one => ['-c', one])],
      account: this.#account,
      spot: this.#spot,
      log: path.join(this.#folder, `${name}.log`),
      isUp: () =>
        askAt(this.#urlOf({ port }), async ({ database }) => {
          await ping(database);
          return true;
        }),
    });
    return { process, port, home, cluster };
  }

  async #addReplica(): Promise<void> {
    const replica = this.#describe(await findFreePort());
    await this.#do('pg_basebackup', ['-D', replica.cluster, '-d', this.url, '-R', '-c', 'fast', '--no-sync']);
    replica.process.start();
    await replica.process.untilUp();
    this.#replica = replica;
    await this.untilReplicated();
  }

  async #bringBack(dead: Node): Promise<void> {
    dead.process.start();
    await dead.process.untilUp();
    this.#old = { node: dead, mark: await readMark(this.#urlOf(dead)) };
  }

  /** Ends the old primary, if there is one, and looks whether it was written to. */
  async #dropOld(): Promise<void> {
    if (!this.#old) return;
    const { node, mark } = this.#old;
    const last = await readMark(this.#urlOf(node));
    if (last !== mark) this.writtenTo.push(`an old primary was written to: ${mark}, then ${last}`);
    await node.process.kill();
    rmSync(node.home, { recursive: true });
    this.#old = undefined;
  }
}
