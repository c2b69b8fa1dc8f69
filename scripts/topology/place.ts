// The services of compose.yaml as processes, each in a network namespace of its own: PostgreSQL, an S3 store, a server that answers, two that run tasks,
// and nginx in the place of Caddy. Visitors are on another network, of which nginx alone is a part.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Postgres } from '../../server/src/adapters/postgres.ts';
import { environmentOf, readDockerfile, type Step, stepsOf } from '../dockerfile.ts';
import { readCompose, readNginx } from './compose.ts';
import { removeAll } from './namespaces.ts';
import { type Host, openNetworks, site } from './networks.ts';
import { type Program, runProgram, startProgram } from './programs.ts';
import { type Opened, startPostgres, startStore } from './stores.ts';

const checkout = path.dirname(path.dirname(import.meta.dirname));
const read = (file: string) => readFileSync(path.join(checkout, file), 'utf8');
/** Of the account that the image runs the product as. */
const account = 1000;

/** An authority and a certificate for the site, in place of the public one that operators have. */
function makeCertificates(folder: string) {
  const at = (name: string) => path.join(folder, name);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-subj',
    '/CN=try-topology',
    '-days',
    '2',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  );
  openssl('req', ...newKey, '-subj', `/CN=${site}`, '-keyout', at('site.key'), '-out', at('site.csr'));
  writeFileSync(at('names'), `subjectAltName=DNS:${site}`);
  const signed = [
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    at('names'),
  ];
  openssl('x509', '-req', '-in', at('site.csr'), ...signed, '-out', at('site.pem'));
  return { authority: at('ca.pem'), certificate: at('site.pem'), key: at('site.key') };
}

const nginxAround = (folder: string, server: string) => `daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  include /etc/nginx/mime.types;
  gzip on;
  access_log ${folder}/access.log;
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/answers;
${server}
}
`;

const steps = stepsOf(readDockerfile(read('Dockerfile')), 'product');
const wordsOf = (kind: 'CMD' | 'HEALTHCHECK'): readonly string[] =>
  steps.findLast((step): step is Extract<Step, { words: readonly string[] }> => step.kind === kind)?.words ?? [];
/** `node` is that of the checkout. */
const inCheckout = (words: readonly string[]) => words.map(word => (word === 'node' ? process.execPath : word));

/**
 * What compose.yaml asks for: a file system that is read only but for /tmp and the volumes, the account of the image, no capabilities and no way to new
 * ones.
 */
const contained = [
  'set -e',
  'for place in $1; do mount --bind "$place" "$place"; done',
  'mount -t tmpfs -o mode=1777 tmpfs /tmp',
  'mount -o remount,bind,ro /',
  `exec setpriv --reuid=${account} --regid=${account} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs env -i "\${@:2}"`,
].join('\n');

async function startServer({ folder, services, log }: Opened, name: Host, more: Readonly<Record<string, string>>) {
  const data = path.join(folder, name);
  const backups = path.join(folder, 'backups');
  for (const place of [data, backups]) {
    mkdirSync(place, { recursive: true });
    chownSync(place, account, account);
  }
  const given = { ...environmentOf(steps), ...services[name]?.environment };
  const places = { DATA_DIR: data, ...(given.BACKUP_TO && { BACKUP_TO: backups }) };
  const environment = { PATH: process.env.PATH ?? '', HOME: '/tmp', ...given, ...places, ...more };
  const settings = Object.entries(environment).map(([key, value]) => `${key}=${value}`);
  const words = ['bash', '-c', contained, 'bash', `${data} ${backups}`, ...settings, ...inCheckout(wordsOf('CMD'))];
  const program = startProgram({ name, words, log: log(name), cwd: checkout });
  await program.until(
    'was ready',
    async () => (await runProgram(name, inCheckout(wordsOf('HEALTHCHECK')), checkout)).isGood,
  );
  return program;
}

async function startNginx({ folder, log }: Opened, { certificate, key }: { certificate: string; key: string }) {
  const home = path.join(folder, 'nginx');
  mkdirSync(home);
  const config = path.join(home, 'nginx.conf');
  writeFileSync(
    config,
    nginxAround(home, readNginx(read('docs/hosting.md'), { name: site, certificate, key, api: 'api:8080' })),
  );
  const program = startProgram({ name: 'nginx', words: ['nginx', '-c', config], log: log('nginx') });
  await program.until('listened', async () => existsSync(path.join(home, 'nginx.pid')));
  return program;
}

export interface Place {
  readonly folder: string;
  /** The certificate that visitors trust. */
  readonly authority: string;
  readonly postgres: Postgres;
  readonly workers: readonly Program[];
  /** What servers have logged as errors, but for what they tried again. */
  readonly findErrors: () => string[];
  /** What PostgreSQL and the store are. */
  readonly titles: readonly string[];
  /** Whether strangers are kept out of private files by the store's own accounts. */
  readonly isOpenByPolicy: boolean;
  /** Stops all that still runs, in order, and returns the status of each server. */
  readonly stop: () => Promise<Readonly<Record<string, number | null>>>;
}

/** Starts all of it. The caller removes the namespaces and the folder, also if this throws. */
export async function openPlace(folder: string): Promise<Place> {
  const secret = () => randomBytes(24).toString('hex');
  const given = { SITE: site, POSTGRES_PASSWORD: secret(), S3_SECRET_ACCESS_KEY: secret(), SECRET_KEY: secret() };
  const { services, configs } = readCompose(read('compose.yaml'), given);
  const opened: Opened = { folder, services, log: name => path.join(folder, `${name}.log`) };
  openNetworks();
  const certificates = makeCertificates(folder);
  const database = await startPostgres(opened);
  const store = await startStore(opened, configs.store?.content ?? '');
  // Servers reach the store through nginx, and nginx reads the address of the server when it starts.
  const nginx = await startNginx(opened, certificates);
  const more = { ...store.switches, NODE_EXTRA_CA_CERTS: certificates.authority };
  const api = await startServer(opened, 'api', more);
  const workers = await Promise.all([startServer(opened, 'worker-1', more), startServer(opened, 'worker-2', more)]);
  return {
    folder,
    authority: certificates.authority,
    postgres: database.postgres,
    workers,
    titles: [database.title, store.title],
    isOpenByPolicy: store.isOpenByPolicy,
    findErrors: () =>
      [api, ...workers].flatMap(({ name, output }) =>
        output()
          .split('\n')
          .filter(line => /^\{"level":[56]0,/.test(line) && !line.includes('tries again'))
          .map(line => `${name}: ${line}`),
      ),
    async stop() {
      const statuses: Record<string, number | null> = {};
      for (const program of [...workers, api]) statuses[program.name] = await program.stop();
      await database.postgres.close();
      statuses.nginx = await nginx.stop('SIGQUIT');
      await store.program.stop();
      statuses.postgres = await database.program.stop('SIGINT');
      return statuses;
    },
  };
}

/** A folder that the account of the image can reach, outside /tmp, in whose place each server has a folder of its own. */
export function makeFolder(): string {
  const folder = mkdtempSync('/var/tmp/pixwright-topology-');
  chmodSync(folder, 0o755);
  return folder;
}

/** Makes what the image has made when it is built: the page, and the code of the children. */
export function prepareCheckout(): void {
  const build = "(await import('./scripts/build-page.mjs')).default()";
  execFileSync(process.execPath, ['--input-type=module', '--eval', build], {
    cwd: checkout,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const words = ['--disable-warning=ExperimentalWarning', path.join(checkout, 'server/src/compile-children.ts')];
  execFileSync(process.execPath, words, { stdio: 'pipe' });
}

export function removePlace(folder: string): void {
  removeAll();
  rmSync(folder, { recursive: true, force: true });
}
