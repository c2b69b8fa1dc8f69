// Data folders that hold an embedded database with all tables already. It is made once for a checkout and copied, which takes less CPU time than initdb
// alone. A first start, which makes its own, is tested where a test gives a server an empty folder.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres.ts';
import { migrate } from '../src/adapters/migrations.ts';
import { makeOpenFolder } from './folders.ts';
import { isGone } from './processes.ts';

const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));
const migrations = fileURLToPath(new URL('../migrations/', import.meta.url));
const prefix = 'database-';

/** A name that changes with the tables and with PostgreSQL. */
function nameCluster(): string {
  const postgres = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const hash = createHash('sha256')
    .update(postgres)
    .update(readFileSync(path.join(postgres, '../../package.json')));
  for (const name of readdirSync(migrations).sort())
    hash.update(name).update(readFileSync(path.join(migrations, name)));
  return prefix + hash.digest('hex').slice(0, 16);
}

/** Copies a cluster with its owner, who is not this account where root runs the tests. */
const copyCluster = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);

/** Whether an entry of the cache is this cluster, or a copy of it that another process is making at the moment. */
const isNeeded = (name: string, cluster: string) =>
  name === cluster || (name.startsWith(`${cluster}.`) && !isGone(Number(name.slice(cluster.length + 1))));

/** Makes a cluster with all tables, stopped. Another process may make the same one at the same time. */
async function makeCluster(cluster: string): Promise<void> {
  const folder = makeOpenFolder('pixwright-prepared-');
  const { connection, stop } = await startEmbeddedPostgres(folder);
  const pool = new pg.Pool(connection);
  await migrate(pool);
  await pool.end();
  await stop();
  mkdirSync(cache, { recursive: true });
  const partial = `${cluster}.${process.pid}`;
  copyCluster(path.join(folder, 'postgres/data'), partial);
  rmSync(folder, { recursive: true });
  try {
    renameSync(partial, cluster);
  } catch {
    rmSync(partial, { recursive: true });
  }
  for (const name of readdirSync(cache))
    if (name.startsWith(prefix) && !isNeeded(name, path.basename(cluster)))
      rmSync(path.join(cache, name), { recursive: true, force: true });
}

/** Makes a temporary data folder with a database, which every account can reach. */
export async function makePreparedFolder(name: string): Promise<string> {
  const cluster = path.join(cache, nameCluster());
  if (!existsSync(cluster)) await makeCluster(cluster);
  const folder = makeOpenFolder(name);
  const home = path.join(folder, 'postgres');
  mkdirSync(home, { mode: 0o700 });
  copyCluster(cluster, path.join(home, 'data'));
  return folder;
}
