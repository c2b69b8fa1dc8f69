// One request for each key that is wanted: a change of the keys starts the new ones and aborts those no longer wanted, but no other.

interface KeptRequests {
  /** Starts the requests of these keys that are not in progress, and aborts all others. */
  readonly want: (keys: readonly string[]) => void;
}

/** `send` never rejects once its signal is aborted. */
export function keepRequests(send: (key: string, signal: AbortSignal) => Promise<void>): KeptRequests {
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
