// A PostgreSQL from the operating system's packages, started on an empty folder and reachable through a socket in it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectPostgres, ping } from '../server/src/adapters/postgres.ts';

export interface InstalledPostgres {
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

/** The newest PostgreSQL installed by the operating system's packages. */
export function findInstalled(): string | undefined {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map(version => path.join(home, version, 'bin')).find(bin => existsSync(path.join(bin, 'initdb')));
}

/** Starts the programs in `bin`. If this process is root, PostgreSQL runs as `nobody`, because it refuses root. */
export async function startInstalledPostgres(bin: string): Promise<InstalledPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pixwright-installed-'));
  const read = (flag: string) => Number(execFileSync('id', [flag, 'nobody']));
  const nobody = process.getuid?.() === 0 ? { uid: read('-u'), gid: read('-g') } : undefined;
  if (nobody) chownSync(folder, nobody.uid, nobody.gid);
  const account = nobody ?? {};
  const cluster = path.join(folder, 'data');
  const made = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', cluster, '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    {
      ...account,
      cwd: '/',
      encoding: 'utf8',
    },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const flags = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`, '-c', 'max_connections=80'];
  const server = spawn(path.join(bin, 'postgres'), ['-D', cluster, ...flags], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  const connection = { host: folder, user: 'app', database: 'postgres' };
  for (let tries = 0; ; tries++) {
    const postgres = connectPostgres(connection, { poolSize: 1 });
    const isUp = await ping(postgres.database).then(
      () => true,
      () => false,
    );
    await postgres.close();
    if (isUp) break;
    if (tries > 200) throw new Error('the installed PostgreSQL does not answer');
    await sleep(100);
  }
  return {
    connection,
    folder,
    stop: async () => {
      server.kill('SIGINT');
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
