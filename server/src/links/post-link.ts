// Posts to an address that a stranger named, under the address rules of links: one request, no redirects, with limits on the time and on the bytes that
// are read of the answer.
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from 'contract/errors.ts';
import { request } from 'undici';
import { isOpened } from './addresses.ts';
import { explainNetwork, findAddresses, type GuardOptions, openAgent, ownAgent, portOf } from './open-link.ts';
import { parseLink } from './parse-link.ts';

export interface PostOptions extends GuardOptions {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For everything: name, connection and the headers of the answer. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly signal?: AbortSignal;
}

export interface PostAnswer {
  readonly status: number;
  /** The beginning of the body. */
  readonly head: Buffer;
}

/** Once the status is known, the rest is only for people to read. */
const headMs = 1000;

/**
 * The addresses of a URL to which something is posted. Plain http is only for addresses that the operator opened. Throws as `findAddresses` does, and
 * WEBHOOK_NEEDS_HTTPS.
 */
async function findTarget(url: URL, options: GuardOptions, signal: AbortSignal): Promise<readonly string[]> {
  const isPlain = url.protocol === 'http:';
  if (isPlain && options.allow.length === 0) throw new AppError('WEBHOOK_NEEDS_HTTPS');
  const addresses = await findAddresses({ hostname: url.hostname, port: portOf(url) }, options, signal);
  if (isPlain && !addresses.every(address => isOpened(address, options.allow)))
    throw new AppError('WEBHOOK_NEEDS_HTTPS');
  return addresses;
}

/**
 * Returns the URL of a link to which something may be posted later. Throws LINK_EMPTY, LINK_BAD, LINK_REFUSED or WEBHOOK_NEEDS_HTTPS. A name that cannot
 * be looked up within `timeoutMs` passes: it is checked again before each request.
 */
export async function requireTarget(link: string, options: GuardOptions, timeoutMs: number): Promise<URL> {
  const url = parseLink(link);
  try {
    await findTarget(url, options, AbortSignal.timeout(timeoutMs));
  } catch (cause) {
    if (cause instanceof AppError && (cause.code === 'LINK_REFUSED' || cause.code === 'WEBHOOK_NEEDS_HTTPS'))
      throw cause;
  }
  return url;
}

/** Reads what arrives within a second, at most so many bytes. */
async function readHead(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const read = async () => {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) return;
    }
  };
  const over = new AbortController();
  // An answer that breaks off or stalls still has its status.
  await Promise.race([
    read().catch(() => undefined),
    sleep(headMs, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
  body.destroy();
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/**
 * The answer, whatever its status; a redirect is an answer like others. Throws LINK_REFUSED, WEBHOOK_NEEDS_HTTPS, LINK_UNREACHABLE, LINK_NO_NETWORK,
 * DEADLINE, and the reason of `signal` if that aborts.
 */
export async function postLink(link: string, options: PostOptions): Promise<PostAnswer> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new AppError('DEADLINE')), options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline.signal]) : deadline.signal;
  try {
    const url = parseLink(link);
    const agent = openAgent(await findTarget(url, options, signal), options.timeoutMs);
    try {
      const { statusCode, body } = await request(url, {
        method: 'POST',
        dispatcher: agent,
        signal,
        headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': ownAgent, ...options.headers },
        body: options.body,
      });
      // Its destruction would otherwise be an unhandled error.
      body.on('error', () => undefined);
      return { status: statusCode, head: await readHead(body, options.maxAnswerBytes) };
    } catch (cause) {
      throw explainNetwork(cause, signal);
    } finally {
      await agent.destroy();
    }
  } finally {
    clearTimeout(timer);
  }
}
