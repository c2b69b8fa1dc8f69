// One request for each key that is wanted: a change of the keys starts the new ones and aborts those no longer wanted, but no other.

import { useEffect, useMemo } from 'react';

type Send = (key: string, signal: AbortSignal) => Promise<void>;

interface KeptRequests {
  /** Starts the requests of these keys that are not in progress, and aborts all others. */
  readonly want: (keys: readonly string[]) => void;
}

/** `send` never rejects once its signal is aborted. */
export function keepRequests(send: Send): KeptRequests {
  const open = new Map<string, AbortController>();
  const start = async (key: string) => {
    const stop = new AbortController();
    open.set(key, stop);
    await send(key, stop.signal);
    if (open.get(key) === stop) open.delete(key);
  };
  return {
    want(keys) {
      for (const [key, stop] of open) {
        if (keys.includes(key)) continue;
        open.delete(key);
        stop.abort();
      }
      for (const key of keys) if (!open.has(key)) void start(key);
    },
  };
}

/**
 * Requests the keys, which contain no line breaks, once they have not changed for `restMs`. A change of `send` aborts the requests in progress, so
 * callers memoize it.
 */
export function useRequests(keys: readonly string[], restMs: number, send: Send): void {
  const requests = useMemo(() => keepRequests(send), [send]);
  const wanted = keys.join('\n');
  useEffect(() => {
    const timer = setTimeout(() => requests.want(wanted === '' ? [] : wanted.split('\n')), restMs);
    return () => clearTimeout(timer);
  }, [wanted, requests, restMs]);
  useEffect(() => () => requests.want([]), [requests]);
}
