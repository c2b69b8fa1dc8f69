// Opens a visitor's link without reaching any address that only this server can reach.
//
// At every hop it parses the URL, resolves the name once, checks all addresses, and connects to exactly those. A name that resolves
// differently a moment later has no effect, because it is not resolved again.
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import type { Manner } from 'contract/link-visit.ts';
import type { ByteRange } from 'engines/playlist/pieces.ts';
import { Agent, type Dispatcher, request } from 'undici';
import { isOpenPort, mayVisit } from './addresses.ts';
import { createHostGate } from './host-gate.ts';
import { lookUpName } from './look-up-name.ts';
import { parseLink } from './parse-link.ts';

/** Which addresses may be visited, and how names are looked up. */
export interface GuardOptions {
  /** CIDR ranges that may be visited although they are not public. */
  readonly allow: readonly string[];
  /** Resolves all addresses of a name. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
}

export interface OpenOptions extends GuardOptions, Manner {
  readonly signal: AbortSignal;
  /** The visitor or the address that sent the link: senders share the places of a host. */
  readonly sender: string;
  /** How long it may wait for a place at a host: LINK_HOST_BUSY. By default until `signal` aborts. */
  readonly maxWaitMs?: number;
  /** Called at each hop once it has its place at the host: from then on it is the host that takes time, not the fetches before this one. */
  readonly onPlace?: () => void;
  /** A server that sends no data for this long is given up. */
  readonly idleTimeoutMs?: number;
  /** The requested range; servers without range support send the whole file. */
  readonly range?: ByteRange | string;
  /** An ETag or a date: the range is requested only if the file is unchanged. */
  readonly ifRange?: string;
}

export interface OpenedLink {
  /** The URL after all redirects. */
  readonly url: URL;
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: Readable;
  /** Closes the connection. Must always be called, even if the body was read to its end. */
  readonly close: () => Promise<void>;
}

const maxRedirects = 5;
/** Maximum number of open connections from this process to one host, including redirects. */
export const parallelPerHost = { max: 8, ofSender: 4, withFirsts: 32 };
const throughHost = createHostGate(parallelPerHost);

export const ownAgent = 'Pixwright/1.0';
const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';

/** Rejects as soon as the signal aborts, even if the promise never settles. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

async function findAll(hostname: string, resolve: NonNullable<GuardOptions['resolve']>): Promise<readonly string[]> {
  if (isIP(hostname)) return [hostname];
  // Names that denote this machine by definition (RFC 6761, section 6.3).
  if (/(?:^|\.)localhost$/.test(hostname)) return ['127.0.0.1'];
  return resolve(hostname);
}

/** The addresses of a host, after checking all of them and the port. Throws LINK_REFUSED, LINK_UNREACHABLE or LINK_NO_NETWORK. */
export async function findAddresses(
  { hostname, port }: { readonly hostname: string; readonly port: number },
  options: GuardOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (!isOpenPort(port)) throw new AppError('LINK_REFUSED');
  const resolve = options.resolve ?? (name => lookUpName(name, { allow: options.allow, signal }));
  const asked = findAll(hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, ''), resolve);
  const addresses = await orAborted(asked, signal).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new AppError(codeOf(cause) in offline ? 'LINK_NO_NETWORK' : 'LINK_UNREACHABLE', null, { cause });
  });
  if (addresses.length === 0) throw new AppError('LINK_UNREACHABLE');
  if (!addresses.every(address => mayVisit(address, options.allow))) throw new AppError('LINK_REFUSED');
  return addresses;
}

export const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

/** A resolver with a fixed result. */
const pinTo = (addresses: readonly string[]): LookupFunction => {
  const all = addresses.map(address => ({ address, family: isIP(address) }));
  return (_hostname, wanted, answer) => {
    if (wanted.all) answer(null, all);
    else answer(null, all[0]?.address ?? '', all[0]?.family);
  };
};

/** Connects to these addresses alone, whatever their name resolves to meanwhile. */
export function openAgent(addresses: readonly string[], idleTimeoutMs: number): Agent {
  return new Agent({
    connect: { lookup: pinTo(addresses), timeout: idleTimeoutMs },
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    keepAliveTimeout: 1,
  });
}

type Answer = Dispatcher.ResponseData;

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** The target of a redirect, or undefined. Throws LINK_REFUSED if the target is not a link that may be followed. */
function readRedirect(answer: Answer, from: URL): URL | undefined {
  const location = first(answer.headers.location);
  if (![301, 302, 303, 307, 308].includes(answer.statusCode) || location === undefined) return undefined;
  try {
    return parseLink(new URL(location, from).href);
  } catch (cause) {
    throw new AppError('LINK_REFUSED', null, { cause });
  }
}

/** What this machine's system answers when the fault is its own connection, not the host's. */
const offline: Readonly<Record<string, true>> = {
  ENETUNREACH: true,
  ENETDOWN: true,
  EAI_AGAIN: true,
};

const codeOf = (cause: unknown): string => (cause instanceof Error && 'code' in cause ? String(cause.code) : '');

/** Turns a network error into a refusal; the signal's reason takes precedence. */
export function explainNetwork(cause: unknown, signal: AbortSignal): unknown {
  if (cause instanceof AppError) return cause;
  if (signal.aborted) return signal.reason;
  const code = codeOf(cause);
  const isTimeout = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'].includes(code);
  const refusal = isTimeout ? 'DEADLINE' : code in offline ? 'LINK_NO_NETWORK' : 'LINK_UNREACHABLE';
  return new AppError(refusal, { code }, { cause });
}

function headersOf({ range, ifRange, referer, device }: OpenOptions): Record<string, string> {
  const asked = typeof range === 'object' ? `bytes=${range.start}-${range.end}` : range;
  return {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': device === 'phone' ? phoneAgent : ownAgent,
    ...(referer !== undefined && { referer }),
    ...(asked !== undefined && { range: asked }),
    ...(ifRange !== undefined && { 'if-range': ifRange }),
  };
}

/** One hop: returns either the open response, which occupies a place of the host until it is closed, or the next URL. */
async function openHop(url: URL, options: OpenOptions): Promise<OpenedLink | URL> {
  const { signal, sender, maxWaitMs, onPlace } = options;
  const { promise: opened, resolve: open } = Promise.withResolvers<OpenedLink>();
  const passage = throughHost(
    { host: url.hostname, sender, signal, ...(maxWaitMs !== undefined && { maxWaitMs }) },
    async () => {
      onPlace?.();
      const addresses = await findAddresses({ hostname: url.hostname, port: portOf(url) }, options, signal);
      const agent = openAgent(addresses, options.idleTimeoutMs ?? 15_000);
      try {
        const answer = await request(url, { dispatcher: agent, signal, headers: headersOf(options) }).catch(
          (cause: unknown) => {
            throw explainNetwork(cause, signal);
          },
        );
        // The end of the hop also destroys the body; without a listener that would be an unhandled error.
        answer.body.on('error', () => undefined);
        const next = readRedirect(answer, url);
        if (next) return next;
        const { promise: closed, resolve: close } = Promise.withResolvers<void>();
        open({
          url,
          status: answer.statusCode,
          header: name => first(answer.headers[name]),
          body: answer.body,
          close: async () => {
            close();
            await passage;
          },
        });
        await closed;
        return url;
      } finally {
        await agent.destroy();
      }
    },
  );
  return Promise.race([opened, passage]);
}

/**
 * Follows a link to a response that is not a redirect, whatever its status. Throws LINK_EMPTY or LINK_BAD for an invalid link, LINK_REFUSED
 * for a forbidden target, LINK_UNREACHABLE, DEADLINE for a silent server, and the reason of `signal` if that aborts.
 */
export async function openLink(link: string, options: OpenOptions): Promise<OpenedLink> {
  let url = parseLink(link);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const found = await openHop(url, options);
    if (!(found instanceof URL)) return found;
    url = found;
  }
  throw new AppError('LINK_UNREACHABLE', { redirects: maxRedirects });
}

/** Throws unless the body is unencoded: the request asked for no encoding, and an encoded body could decompress to any size. */
export function requirePlainBody({ header }: OpenedLink): void {
  const encoding = header('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new AppError('LINK_UNREACHABLE', { encoding });
}

/** The type claimed by the remote server, in lower case without parameters, or empty. Never to be trusted. */
export const claimedType = ({ header }: OpenedLink): string =>
  (header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
