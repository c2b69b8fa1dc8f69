// What the sandbox holds, looked at again every two seconds while somebody can see the page.
import { type Sandbox, sandbox } from 'contract/routes/sandbox.ts';
import { useCallback, useEffect, useState } from 'react';
import { CallError, call } from '../api.ts';

const lookAgainMs = 2000;

interface Look {
  /** The last that was seen; null until there was something. */
  found: Sandbox | null;
  problem: CallError | null;
}

export function useSandbox(): Look & { lookNow: () => void } {
  const [look, setLook] = useState<Look>({ found: null, problem: null });
  const load = useCallback(async (signal?: AbortSignal) => {
    try {
      const found = await call(sandbox, { handleErrors: true, ...(signal && { signal }) });
      setLook({ found, problem: null });
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof CallError)) throw error;
      setLook(({ found }) => ({ found, problem: error }));
    }
  }, []);

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
