// The only way to call the server: headers, timeout, and error handling.
import {
  type Callable,
  callAddress,
  type DataOf,
  defaultTimeoutMs,
  type RouteCall,
  readRetryAfter,
} from '@pixwright/client/route-call.ts';
import { CallError } from './failures/call-error.ts';
import { isFailure, type ReplyBody, withReference } from './failures/error-rules.ts';
import { reactToFailure } from './failures/react-to-failure.ts';
import { currentLanguage } from './language-store.ts';
import { useSession } from './session.ts';
import { clientUid, readStored } from './storage.ts';
import { errorWords } from './words/errors.ts';

interface CallOptions<R> extends RouteCall<R> {
  /** The caller shows errors itself: no toast and no dialog. The end of the login is still announced. */
  readonly handleErrors?: boolean;
}

/** The headers of every request, also used by streams that cannot go through `call`. */
export function requestHeaders(): Record<string, string> {
  const { token } = useSession.getState();
  const logidUrl = readStored('logidUrl');
  const agentCode = /(?:^|;\s*)agentCode=([\w-]+)/.exec(document.cookie)?.[1];
  return {
    ...(token ? { token } : {}),
    clientUid: clientUid(),
    ...(logidUrl ? { logidUrl } : {}),
    platformSource: agentCode ? `PC-${agentCode}` : 'web-pc',
    lang: currentLanguage(),
  };
}

/**
 * Calls a route of the contract and returns its `data`. Throws a `CallError` if the server reports an error, times out or is unreachable, after
 * showing it to the user (unless `handleErrors`); throws the signal's reason if aborted.
 */
export async function call<const R extends Callable>(route: R, options: CallOptions<R> = {}): Promise<DataOf<R>> {
  const { params, query, body, timeoutMs = defaultTimeoutMs, handleErrors = false, signal } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let reply: ReplyBody & { data?: unknown; details?: unknown };
  try {
    response = await fetch(callAddress(route.path, params, query), {
      method: route.method,
      headers: {
        ...requestHeaders(),
        ...(route.method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...options.headers,
      },
      body: route.method === 'POST' ? JSON.stringify(body ?? {}) : null,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    reply = withReference(await readReply(response), currentLanguage());
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const error = noReplyError(timeout.aborted, cause);
    if (!handleErrors) reactToFailure(error, { msg: error.msg });
    throw error;
  }
  if (!isFailure(response.status, reply)) return reply.data as DataOf<R>;

  const error = new CallError({
    status: response.status,
    code: Number(reply.code ?? response.status),
    error: typeof reply.error === 'string' ? reply.error : 'UNKNOWN',
    msg: String(reply.msg ?? reply.message ?? errorWords[currentLanguage()].nothing),
    details: reply.details ?? null,
    retryAfterSeconds: readRetryAfter(response.headers.get('retry-after'), Date.now()),
  });
  reactToFailure(error, reply, handleErrors);
  throw error;
}

/** Reads the body as JSON; a proxy's HTML page counts as an empty body and is judged by its status. */
async function readReply(response: Response): Promise<ReplyBody> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('json')) {
    // A success that is not JSON did not come from our server.
    return response.ok ? { code: 500 } : {};
  }
  return JSON.parse(text) as ReplyBody;
}

function noReplyError(isTimeout: boolean, cause: unknown): CallError {
  const words = errorWords[currentLanguage()];
  return new CallError(
    {
      status: 0,
      code: 0,
      error: isTimeout ? 'TIMEOUT' : 'OFFLINE',
      msg: isTimeout ? words.timeout : words.offline,
      details: null,
      retryAfterSeconds: null,
    },
    { cause },
  );
}
