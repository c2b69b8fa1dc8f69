// The page's client: the page's own calls, which know the login and announce its end, uploads that tell each byte, and the failures that it waits out.
import { type Failure, type Patience, usualPatience } from '@pixwright/client/attempt.ts';
import { makeClient } from '@pixwright/client/make-client.ts';
import { readRetryAfter } from '@pixwright/client/route-call.ts';
import type { Transport } from '@pixwright/client/transport.ts';
import { call, requestHeaders } from './api.ts';
import { SendError, sendBytes } from './send-bytes.ts';

const transport: Transport = {
  // The errors of a task are shown where it is shown, so no toast appears.
  call: (route, options) => call(route, { ...options, handleErrors: true }),
  open: async (address, { headers, isSigned, signal }) => {
    const init = { headers: { ...(isSigned ? {} : requestHeaders()), ...headers }, signal, cache: 'no-store' } as const;
    const response = await fetch(address, init).catch(cause => {
      throw cause instanceof TypeError ? new SendError(0, null) : cause;
    });
    if (response.ok) return response;
    throw new SendError(response.status, readRetryAfter(response.headers.get('retry-after'), Date.now()));
  },
  send: sendBytes,
};

const waiting = new Map<symbol, Failure>();
const watchers = new Set<() => void>();

/** The failure after which the latest of all attempts waits to repeat, for the page to show. */
export const lastWaiting = {
  get: (): Failure | undefined => [...waiting.values()].at(-1),
  watch: (watcher: () => void) => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  },
};

/** Shows what it waits for. A longer network failure ends a transfer; the user can continue it with one press. */
export const patience: Patience = {
  ...usualPatience,
  onWait: (attempt, failure) => {
    if (failure) waiting.set(attempt, failure);
    else waiting.delete(attempt);
    for (const watcher of watchers) watcher();
  },
};

export const client = makeClient({ transport, patience });
