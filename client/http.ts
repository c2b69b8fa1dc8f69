// The transport of programs: fetch, with the headers that say who calls, and failures as ClientError.
import type { Language } from 'contract/words.ts';
import { ClientError, type FailedAnswer } from './client-error.ts';
import {
  type Callable,
  callAddress,
  type DataOf,
  defaultTimeoutMs,
  type RouteCall,
  readRetryAfter,
} from './route-call.ts';
import type { SendBytes, Transport } from './transport.ts';

export interface HttpOptions {
  /** Where the server is, such as `https://pixwright.example`. */
  readonly origin: string;
  /** The headers of every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of sentences that the server did not send. */
  readonly language: Language;
  readonly fetch: typeof globalThis.fetch;
  readonly send?: SendBytes | undefined;
}

/** A file that takes longer than at this speed is sent again: its connection is dead. */
const slowestBytesPerMs = 16;
/** So is a connection on which no answer has begun for this long. */
const connectMs = 60_000;

interface Reply {
  readonly code?: unknown;
  readonly msg?: unknown;
  readonly data?: unknown;
  readonly error?: unknown;
  readonly details?: unknown;
  readonly requestId?: unknown;
}

/** Reads the envelope. Anything but JSON comes from a proxy, or from a server that is not ours. */
async function readReply(response: Response): Promise<Reply> {
  const isJson = response.headers.get('content-type')?.includes('json');
  const text = await response.text();
  const reply: unknown = isJson ? JSON.parse(text) : undefined;
  return typeof reply === 'object' && reply !== null ? reply : {};
}

/** The details of an invalid body are a list of issues. */
function readDetails(details: unknown): FailedAnswer['details'] {
  if (typeof details !== 'object' || details === null) return null;
  return Array.isArray(details) ? { issues: details } : (details as FailedAnswer['details']);
}

const readFailure = (response: Response, reply: Reply): FailedAnswer => ({
  status: response.status,
  error: typeof reply.error === 'string' ? reply.error : 'UNEXPECTED',
  ...(typeof reply.msg === 'string' && reply.msg !== '' && { msg: reply.msg }),
  details: readDetails(reply.details),
  requestId: typeof reply.requestId === 'string' ? reply.requestId : null,
  retryAfterSeconds: readRetryAfter(response.headers.get('retry-after'), Date.now()),
});

/** fetch and the reading of its body throw a TypeError if the connection fails, and a SyntaxError comes from an answer that was cut off. */
const isLost = (error: unknown) => error instanceof TypeError || error instanceof SyntaxError;

export function openHttp({ origin, headers, language, fetch, send }: HttpOptions): Transport {
  const addressOf = (path: string) => new URL(path, origin).href;
  const noAnswer = (error: 'SERVER_UNREACHABLE' | 'ANSWER_LATE', cause: unknown) =>
    new ClientError({ status: 0, error, details: null, requestId: null, retryAfterSeconds: null }, language, { cause });
  const refused = (response: Response, reply: Reply) => new ClientError(readFailure(response, reply), language);

  /** Runs a request with its own time limit, and tells its failures apart. What has been returned may go on for longer. */
  async function exchange<T>(
    run: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined,
    timeoutMs: number,
  ): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      return await run(AbortSignal.any([late.signal, ...(signal ? [signal] : [])]));
    } catch (error) {
      signal?.throwIfAborted();
      if (late.signal.aborted) throw noAnswer('ANSWER_LATE', error);
      if (isLost(error)) throw noAnswer('SERVER_UNREACHABLE', error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async function call<const R extends Callable>(route: R, options: RouteCall<R>): Promise<DataOf<R>> {
    const { params, query, body, timeoutMs = defaultTimeoutMs, signal } = options;
    const isPost = route.method === 'POST';
    const init = {
      method: route.method,
      headers: { ...headers, ...(isPost && { 'content-type': 'application/json' }), ...options.headers },
      body: isPost ? JSON.stringify(body ?? {}) : null,
    };
    return exchange(
      async either => {
        const response = await fetch(addressOf(callAddress(route.path, params, query)), { ...init, signal: either });
        const reply = await readReply(response);
        if (!response.ok || reply.code !== 200) throw refused(response, reply);
        return reply.data as DataOf<R>;
      },
      signal,
      timeoutMs,
    );
  }

  /**
   * fetch does not tell how much of a body has left: progress is told at the end of a whole file, and after each part of a large one.
   */
  const sendByFetch: SendBytes = (target, bytes, onSent, signal) => {
    // A blob's own type could override the signed content type.
    const body = bytes.slice(0, bytes.size, target.headers['content-type'] ?? target.headers['Content-Type'] ?? '');
    const init = { method: target.method, headers: target.headers, body };
    return exchange(
      async either => {
        const response = await fetch(addressOf(target.url), { ...init, signal: either });
        if (!response.ok) throw refused(response, await readReply(response));
        await response.body?.cancel();
        onSent(bytes.size);
      },
      signal,
      connectMs + Math.ceil(bytes.size / slowestBytesPerMs),
    );
  };

  return {
    call,
    open: (address, { headers: own, isSigned = false, signal }) =>
      exchange(
        async either => {
          const init = { headers: { ...(isSigned ? {} : headers), ...own }, signal: either };
          const response = await fetch(addressOf(address), init);
          if (!response.ok) throw refused(response, await readReply(response));
          return response;
        },
        signal,
        connectMs,
      ),
    send: send ?? sendByFetch,
  };
}
