// PostgreSQL and the S3 store of compose.yaml, by the programs of this machine.
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findInstalled } from '../../bench/installed-postgres.ts';
import { findWeed } from '../../bench/installed-weed.ts';
import { connectPostgres } from '../../server/src/adapters/postgres.ts';
import type { Service } from './compose.ts';
import { runProgram, startProgram } from './programs.ts';

const checkout = path.dirname(path.dirname(import.meta.dirname));

export interface Opened {
  readonly folder: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly log: (name: string) => string;
}

/** Starts it as the image of compose.yaml does: with a password, for every host. */
export async function startPostgres({ folder, services, log }: Opened) {
  const bin = findInstalled();
  if (!bin) throw new Error('PostgreSQL must be installed, such as by apt-get install postgresql');
  const {
    POSTGRES_USER: user = '',
    POSTGRES_PASSWORD: password = '',
    POSTGRES_DB: database = '',
  } = services.postgres?.environment ?? {};
  const home = path.join(folder, 'postgres');
  const [uid, gid] = ['-u', '-g'].map(flag => Number(execFileSync('id', [flag, 'nobody'])));
  mkdirSync(home);
  writeFileSync(path.join(home, 'password'), password);
  for (const place of [home, path.join(home, 'password')]) chownSync(place, uid ?? 0, gid ?? 0);
  const cluster = path.join(home, 'data');
  const flags = ['-A', 'scram-sha-256', `--pwfile=${home}/password`, '-E', 'UTF8', '--locale=C'];
  execFileSync(path.join(bin, 'initdb'), ['-D', cluster, '-U', user, ...flags], { uid, gid, cwd: '/', stdio: 'pipe' });
  writeFileSync(path.join(cluster, 'pg_hba.conf'), 'local all all scram-sha-256\nhost all all all scram-sha-256\n');
  const as = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const settings = ['-c', 'listen_addresses=*', '-c', `unix_socket_directories=${home}`];
  const words = [...as, path.join(bin, 'postgres'), '-D', cluster, ...settings];
  const program = startProgram({ name: 'postgres', words, log: log('postgres') });
  // The socket lies in the file system, which the namespaces share.
  const connect = (name: string) => connectPostgres({ host: home, user, password, database: name }, { poolSize: 1 });
  const first = connect('postgres');
  await program.until('answered', async () => Boolean(await first.pool.query('select 1')));
  await first.pool.query(`create database "${database}"`);
  await first.close();
  const title = execFileSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim();
  return { program, postgres: connect(database), title };
}

/** Starts SeaweedFS with the words and the accounts of compose.yaml, or where it is not installed the S3 server of the tests. */
export async function startStore({ folder, services, log }: Opened, accounts: string) {
  const home = path.join(folder, 'store');
  mkdirSync(home);
  const environment = services.api?.environment ?? {};
  const weed = findWeed();
  if (!weed) {
    const standIn = path.join(checkout, 'server/testing/stand-in-store.ts');
    const words = [process.execPath, '--disable-warning=ExperimentalWarning', standIn];
    const program = startProgram({
      name: 'store',
      words: [...words, home, environment.S3_BUCKET ?? '', '8333', '0.0.0.0'],
      log: log('store'),
      cwd: checkout,
    });
    await program.until('answered', async () => program.output().includes('ready'));
    // It knows one account, and no other.
    const switches = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
    return { program, switches, title: 'the S3 server of the tests', isOpenByPolicy: false };
  }
  writeFileSync(path.join(home, 'accounts.json'), accounts);
  const command = (services.store?.command ?? []).map(word =>
    word.replace('=/data', `=${home}`).replace('/run/store.json', path.join(home, 'accounts.json')),
  );
  const program = startProgram({ name: 'store', words: [weed, '-logtostderr', ...command], log: log('store') });
  const shell = (words: string) => runProgram('store', ['sh', '-c', words.replaceAll('weed ', `${weed} `)]);
  const [make = ''] = services.bucket?.command ?? [];
  await program.until('had its bucket', async () => {
    await shell(make);
    const list = await shell('echo s3.bucket.list | weed shell -master=store:9333 -filer=store:8888');
    return list.output.includes(environment.S3_BUCKET ?? '');
  });
  return { program, switches: {}, title: 'SeaweedFS', isOpenByPolicy: true };
}
