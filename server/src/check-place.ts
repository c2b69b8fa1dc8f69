// Checks at start what a server needs of its machine, before anything is started: a data folder that can be written, and its port. Each failure
// is one sentence that names the switch.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { readFreeBytes } from './adapters/disk-space.ts';
import { type Config, ConfigError } from './config.ts';
import { isLoopbackHost } from './config-providers.ts';

/** PostgreSQL and the first task need more; a disk with less than this is full. */
const minFreeBytes = 1024 * 1024;
/** Where disks are mounted: a missing folder there is a missing disk, and making it would fill the system's disk instead. */
const mountFolders = ['/mnt', '/media', '/run/media', '/Volumes'];

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Why a folder cannot hold the data. */
function explainFolder(folder: string, error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === 'EROFS')
    return `${folder} is on a disk that is mounted read-only. Mount it writable, or choose another folder.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `this account may not write to ${folder}. Run "chown -R ${process.getuid?.() ?? ''} ${folder}" as root, or choose another folder.`;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `the disk of ${folder} is full. Free some space, or choose another folder.`;
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${folder} is not a folder but a file, or lies below one. Choose another folder.`;
  if (code === 'ENOENT') return `${folder} cannot be made: a part of its path leads nowhere. Choose another folder.`;
  if (['EIO', 'ESTALE', 'ENOTCONN', 'ENODEV', 'ENXIO', 'ETIMEDOUT'].includes(code))
    return `the disk of ${folder} does not answer (${code}). Mount it again, or choose another folder.`;
  return undefined;
}

function findMissingMount(folder: string): string | undefined {
  if (existsSync(folder) || !mountFolders.some(mounts => folder.startsWith(`${mounts}/`))) return undefined;
  const parent = path.dirname(folder);
  return existsSync(parent) ? undefined : parent;
}

/** The folder itself, or the part of its path that is there. */
const nearestExisting = (folder: string): string =>
  existsSync(folder) || path.dirname(folder) === folder ? folder : nearestExisting(path.dirname(folder));

/** Throws if the folder, or what is there of its path, cannot be written to; changes nothing. */
function requireWritable(folder: string): void {
  // Asked first: making several folders at once on a read-only disk fails as if a folder were missing.
  const there = nearestExisting(folder);
  if (!statSync(there).isDirectory()) throw Object.assign(new Error(`${there} is a file`), { code: 'ENOTDIR' });
  accessSync(there, constants.W_OK | constants.X_OK | (there === folder ? constants.R_OK : 0));
}

const describeMissingMount = (folder: string): string =>
  `${folder} does not exist. Mount its disk, or make the folder if the system's own disk is meant.`;

/** Why the data cannot be kept in this folder, as far as a look tells; undefined if nothing is in the way. */
export async function findFolderFault(folder: string): Promise<string | undefined> {
  const unmounted = findMissingMount(folder);
  if (unmounted) return describeMissingMount(unmounted);
  try {
    for (const each of [path.join(folder, 'scratch'), folder]) requireWritable(each);
    if ((await readFreeBytes(folder)) < minFreeBytes) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    return undefined;
  } catch (error) {
    return explainFolder(folder, error) ?? String(error);
  }
}

/** Makes the folder if it is missing, and writes to it. ConfigError. */
function requireFolder(folder: string): void {
  const unmounted = findMissingMount(folder);
  if (unmounted) throw new ConfigError(`DATA_DIR: ${describeMissingMount(unmounted)}`);
  const scratch = path.join(folder, 'scratch');
  const probe = path.join(scratch, `.probe-${process.pid}`);
  try {
    requireWritable(scratch);
    mkdirSync(scratch, { recursive: true });
    requireWritable(folder);
    const file = openSync(probe, 'w', 0o600);
    try {
      // Some disks only notice that they are full when the bytes have to arrive.
      for (let left = minFreeBytes; left > 0; ) left -= writeSync(file, Buffer.alloc(Math.min(left, 64 * 1024)));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const reason = explainFolder(folder, error);
    throw reason === undefined ? error : new ConfigError(`DATA_DIR: ${reason}`, { cause: error });
  } finally {
    removeProbe(probe);
  }
}

/** A file that was never made cannot be removed, and the reason is told already. */
function removeProbe(probe: string): void {
  try {
    rmSync(probe, { force: true });
  } catch (error) {
    if (existsSync(probe)) throw error;
  }
}

const wildcards = ['0.0.0.0', '::'];

/** The address by which this machine reaches a server that listens there. */
export function addressOfListener(host: string, port: number | undefined): string {
  const isLocal = isLoopbackHost(host) || wildcards.includes(host);
  return `http://${isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Why nothing can listen there; undefined for an unexpected error. */
export function explainListening({ host, port }: Pick<Config, 'host' | 'port'>, error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop what listens there, or choose another with PORT.`;
  if (code === 'EACCES')
    return `PORT: this account may not listen on port ${port}. Choose one from 1024 on, and let a proxy listen on ${port}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'EINVAL')
    return `HOST: ${host} is not an address of this machine. Use one of its own, 127.0.0.1 for this machine alone, or 0.0.0.0 for all.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAFNOSUPPORT')
    return `HOST: ${host} is not known here as an address. Use one of this machine's own, 127.0.0.1 for this machine alone, or 0.0.0.0 for all.`;
  return undefined;
}

/** Listens for a moment, so that a port in use is told before a database is made. ConfigError. */
export async function requirePort(config: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: config.host, port: config.port }, resolve);
    });
  } catch (error) {
    const reason = explainListening(config, error);
    throw reason === undefined ? error : new ConfigError(reason, { cause: error });
  } finally {
    await new Promise(resolve => server.close(resolve));
  }
}

/** ConfigError, with a sentence for the operator. */
export async function checkPlace(config: Pick<Config, 'host' | 'port' | 'dataFolder'>): Promise<void> {
  requireFolder(config.dataFolder);
  await requirePort(config);
}

/** The error of a store's first check; for a bucket that cannot be used, a sentence for the operator. */
export function explainStore(storage: Config['storage'], error: unknown): unknown {
  if (storage.kind === 'disk') return error;
  const { name, message, $metadata } = error as {
    name: string;
    message: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  const where = storage.endpoint ?? `Amazon S3 in ${storage.region}`;
  const reason =
    status === 404
      ? `S3_BUCKET: there is no bucket ${storage.bucket} at ${where}.`
      : status === 401 || status === 403
        ? `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: ${where} refuses these keys for the bucket ${storage.bucket} (${name}).`
        : status === 301 || status === 400
          ? `S3_REGION, S3_ENDPOINT: ${where} does not serve the bucket ${storage.bucket} (${status} ${name}).`
          : `S3_ENDPOINT: ${where} does not answer (${codeOf(error) || name}: ${message}).`;
  return new ConfigError(reason, { cause: error });
}
