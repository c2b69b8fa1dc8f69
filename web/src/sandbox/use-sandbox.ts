// The contents of the sandbox, polled every two seconds while the page is visible.

import { type Sandbox, sandbox } from 'contract/routes/sandbox.ts';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { readStored } from '../storage.ts';

const lookAgainMs = 2000;

/** The key from the link printed at startup, for servers that other computers can reach. */
export function sandboxHeaders(): Record<string, string> {
  const key = readStored('sandboxKey');
  return key ? { sandboxKey: key } : {};
}

interface Look {
  /** The last response; null until the first. */
  found: Sandbox | null;
  problem: CallError | null;
}

/** `scene` identifies the QR code that a phone opened. */
export function useSandbox(scene?: string): Look & { lookNow: () => void } {
  const [look, setLook] = useState<Look>({ found: null, problem: null });
  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const found = await call(sandbox, {
          query: { scene },
          headers: sandboxHeaders(),
          handleErrors: true,
          ...(signal && { signal }),
        });
        setLook({ found, problem: null });
      } catch (error) {
        if (signal?.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setLook(({ found }) => ({ found, problem: error }));
      }
    },
    [scene],
  );

  useEffect(() => {
    const stop = new AbortController();
    const lookIfSeen = () => {
      if (!document.hidden) void load(stop.signal);
    };
    lookIfSeen();
    const timer = setInterval(lookIfSeen, lookAgainMs);
    document.addEventListener('visibilitychange', lookIfSeen, { signal: stop.signal });
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [load]);

  return { ...look, lookNow: () => void load() };
}
