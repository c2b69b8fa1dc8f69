// PostgreSQL of the operating system's packages, killed and started again on the same folder and port.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { connectPostgres, type Postgres, ping } from '../../server/src/adapters/postgres.ts';
import { findFreePort } from '../../server/testing/process.ts';
import { findInstalled } from '../installed-postgres.ts';
import { Killable } from './killable.ts';

export interface KillableDatabase {
  readonly process: Killable;
  readonly port: number;
  readonly urlAt: (port: number) => string;
  /** The bench's own connections. */
  readonly connect: () => Postgres;
  readonly title: string;
}

const user = 'app';

/** Prepares an empty cluster below `folder`; `process.start()` starts it. */
export async function openDatabase(folder: string): Promise<KillableDatabase> {
  const bin = findInstalled();
  if (!bin) throw new Error('PostgreSQL is not installed: this bench needs the package of the operating system');
  const home = path.join(folder, 'postgres');
  mkdirSync(home);
  const read = (flag: string) => Number(execFileSync('id', [flag, 'nobody']));
  // PostgreSQL refuses root.
  const account = process.getuid?.() === 0 ? { uid: read('-u'), gid: read('-g') } : undefined;
  if (account) chownSync(home, account.uid, account.gid);
  const cluster = path.join(home, 'data');
  const made = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', cluster, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    { ...account, cwd: '/', encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await findFreePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${home}`];
  const urlAt = (at: number) => `postgres://${user}@127.0.0.1:${at}/postgres`;
  const connect = () => connectPostgres({ connectionString: urlAt(port) });
  const database = new Killable({
    name: 'PostgreSQL',
    command: [
      path.join(bin, 'postgres'),
      '-D',
      cluster,
      ...settings.flatMap(one => ['-c', one]),
      '-c',
      'max_connections=160',
    ],
    account,
    log: path.join(folder, 'postgres.log'),
    async isUp() {
      const own = connectPostgres({ connectionString: urlAt(port) }, { poolSize: 1 });
      try {
        await ping(own.database);
        return true;
      } finally {
        await own.close();
      }
    },
  });
  const version = execFileSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return { process: database, port, urlAt, connect, title: `PostgreSQL ${/\d+\.\d+/.exec(version)?.[0] ?? ''}` };
}
