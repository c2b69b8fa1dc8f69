// Fetches the file behind a visitor's link without reaching any address that is open only to this server.
//
// Every hop: parse, resolve once, check all addresses, connect to exactly those. A name that resolves differently a moment later changes
// nothing, because it is not resolved again.
import { randomBytes } from 'node:crypto';
import { lookup as lookupName } from 'node:dns/promises';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from 'contract/errors.ts';
import { sniffBytes } from 'contract/media.ts';
import { Agent, type Dispatcher, request } from 'undici';
import { orStorageFull } from '../adapters/disk-space.ts';
import { isOpenPort, mayVisit } from './addresses.ts';
import { createHostGate } from './host-gate.ts';
import { parseLink, suggestFileName } from './parse-link.ts';

export interface FetchOptions {
  /** The folder for the file; this server chooses the name in it. */
  readonly folder: string;
  readonly maxBytes: number;
  /** For everything together: DNS, hops, body. */
  readonly timeoutMs: number;
  /** CIDR ranges that may be visited although they are not public. */
  readonly allow: readonly string[];
  readonly signal?: AbortSignal;
  /** The visitor or the address behind the link: senders share the places of a host. */
  readonly sender: string;
  /**
   * Told how large the file will be at least: its declared length first, then what arrived beyond that. What it throws ends the
   * fetch, before the bytes are written.
   */
  readonly onGrow?: (bytes: number) => void | Promise<void>;
  /** A server that sends no byte for this long counts as gone. */
  readonly idleTimeoutMs?: number;
  /** Resolves all addresses of a name. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
}

export interface FetchedFile {
  readonly path: string;
  readonly bytes: number;
  /** The first bytes, from which the type is detected. */
  readonly head: Buffer;
  /** Sanitised, from the response or the link; its extension may be wrong or missing. */
  readonly fileName: string;
  /** Whether the response gave the file another name than the link. */
  readonly isNameTold: boolean;
  /** The type that the remote server claims, lower case without parameters, or empty. Never to be trusted. */
  readonly contentType: string;
}

const maxRedirects = 5;
/** Open connections of this process to one host, hops of redirects included: of all senders together, and of one. */
export const parallelPerHost = { most: 8, ofSender: 4 };
const throughHost = createHostGate(parallelPerHost);
const bytesPerMb = 1024 * 1024;

const resolveName = async (hostname: string): Promise<string[]> =>
  (await lookupName(hostname, { all: true })).map(({ address }) => address);

/** Rejects as soon as the signal fires, even if the promise never settles. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

async function findAll(hostname: string, resolve: NonNullable<FetchOptions['resolve']>): Promise<readonly string[]> {
  if (isIP(hostname)) return [hostname];
  // Names that mean this machine by definition (RFC 6761, section 6.3).
  if (/(?:^|\.)localhost$/.test(hostname)) return ['127.0.0.1'];
  return resolve(hostname);
}

/** The addresses of a link's host, all of them checked. Throws LINK_REFUSED or LINK_UNREACHABLE. */
async function findAddresses(url: URL, options: FetchOptions, signal: AbortSignal): Promise<readonly string[]> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!isOpenPort(port)) throw new AppError('LINK_REFUSED');
  const asked = findAll(url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, ''), options.resolve ?? resolveName);
  const addresses = await orAborted(asked, signal).catch((cause: unknown) => {
    throw signal.aborted ? cause : new AppError('LINK_UNREACHABLE', null, { cause });
  });
  if (addresses.length === 0) throw new AppError('LINK_UNREACHABLE');
  if (!addresses.every(address => mayVisit(address, options.allow))) throw new AppError('LINK_REFUSED');
  return addresses;
}

/** A resolver with one fixed answer. */
const pinTo = (addresses: readonly string[]): LookupFunction => {
  const all = addresses.map(address => ({ address, family: isIP(address) }));
  return (_hostname, wanted, answer) => {
    if (wanted.all) answer(null, all);
    else answer(null, all[0]?.address ?? '', all[0]?.family);
  };
};

function openAgent(addresses: readonly string[], idleTimeoutMs: number): Agent {
  return new Agent({
    connect: { lookup: pinTo(addresses), timeout: idleTimeoutMs },
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    keepAliveTimeout: 1,
  });
}

type Answer = Dispatcher.ResponseData;

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** The target of a redirect, or undefined. Throws LINK_REFUSED when it is no link that may be followed. */
function readRedirect(answer: Answer, from: URL): URL | undefined {
  const location = first(answer.headers.location);
  if (![301, 302, 303, 307, 308].includes(answer.statusCode) || location === undefined) return undefined;
  try {
    return parseLink(new URL(location, from).href);
  } catch (cause) {
    throw new AppError('LINK_REFUSED', null, { cause });
  }
}

/** Returns the declared length, 0 when there is none. */
function checkAnswer(answer: Answer, maxBytes: number): number {
  if (answer.statusCode !== 200) throw new AppError('LINK_UNREACHABLE', { status: answer.statusCode });
  // The request asked for an unencoded body. A body that is encoded all the same could decompress to any size.
  const encoding = first(answer.headers['content-encoding']) ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new AppError('LINK_UNREACHABLE', { encoding });
  const declared = Number(first(answer.headers['content-length'])) || 0;
  if (declared > maxBytes) throw tooLarge(maxBytes);
  return declared;
}

const tooLarge = (maxBytes: number) => new AppError('FILE_TOO_LARGE', { maxMb: Math.floor(maxBytes / bytesPerMb) });

/** Turns a network error into a refusal; the signal's reason takes precedence. */
function explain(cause: unknown, signal: AbortSignal): unknown {
  if (cause instanceof AppError) return cause;
  if (signal.aborted) return signal.reason;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const isTimeout = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'].includes(code);
  return new AppError(isTimeout ? 'DEADLINE' : 'LINK_UNREACHABLE', { code }, { cause });
}

async function saveBody(answer: Answer, path: string, { maxBytes, onGrow }: FetchOptions, signal: AbortSignal) {
  const declared = checkAnswer(answer, maxBytes);
  await onGrow?.(declared);
  const heads: Buffer[] = [];
  let bytes = 0;
  async function* counted() {
    try {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        if (bytes < sniffBytes) heads.push(chunk.subarray(0, sniffBytes - bytes));
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge(maxBytes);
        if (bytes > declared) await onGrow?.(bytes);
        yield chunk;
      }
    } catch (cause) {
      // Converted here, so that an error of the disk stays a fault of this server.
      throw explain(cause, signal);
    }
    if (bytes === 0) throw new AppError('LINK_UNREACHABLE');
  }
  try {
    await orStorageFull(pipeline(counted(), createWriteStream(path, { flags: 'wx' })));
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  }
  return { bytes, head: Buffer.concat(heads) };
}

/** One hop: either the file or the next link. */
async function visit(url: URL, options: FetchOptions, signal: AbortSignal): Promise<FetchedFile | URL> {
  const addresses = await findAddresses(url, options, signal);
  const agent = openAgent(addresses, options.idleTimeoutMs ?? 15_000);
  try {
    const answer = await request(url, {
      dispatcher: agent,
      signal,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Pixwright/1.0' },
    }).catch((cause: unknown) => {
      throw explain(cause, signal);
    });
    // The end of the hop also ends the body; without a listener that would be an unhandled error.
    answer.body.on('error', () => undefined);
    const next = readRedirect(answer, url);
    if (next) return next;
    const path = join(options.folder, `link-${randomBytes(8).toString('hex')}`);
    const saved = await saveBody(answer, path, options, signal);
    const contentType = (first(answer.headers['content-type']) ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    const fileName = suggestFileName(url, first(answer.headers['content-disposition']));
    const isNameTold = fileName !== suggestFileName(url, undefined);
    return { path, ...saved, fileName, isNameTold, contentType };
  } finally {
    await agent.destroy();
  }
}

/**
 * Downloads the file behind a link into `folder`. Throws LINK_EMPTY or LINK_BAD: no link; LINK_REFUSED: a forbidden target;
 * LINK_UNREACHABLE: no file; FILE_TOO_LARGE; DEADLINE: too slow. When the caller's own `signal` aborts, its reason is thrown. A file that
 * did not arrive whole is removed.
 */
export async function fetchLink(link: string, options: FetchOptions): Promise<FetchedFile> {
  let url = parseLink(link);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new AppError('DEADLINE')), options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline.signal]) : deadline.signal;
  try {
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const hop = url;
      const passage = { host: hop.hostname, sender: options.sender, signal };
      const found = await throughHost(passage, () => visit(hop, options, signal));
      if (!(found instanceof URL)) return found;
      url = found;
    }
    throw new AppError('LINK_UNREACHABLE', { redirects: maxRedirects });
  } finally {
    clearTimeout(timer);
  }
}
