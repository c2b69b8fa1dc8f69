// The price of a call that no work item stands for, on a server with membership: AI drawing and the image editor run tools by themselves.
import { useEffect, useState } from 'react';
import { CallError } from '../../api.ts';
import { useSession } from '../../session.ts';
import { settings } from '../../settings.ts';
import { askPrice } from '../transfer/calls.ts';

type Price = Awaited<ReturnType<typeof askPrice>>;

/** Asks again when the body, the person or `runs` changes: a run uses up a free try, and one that failed gives it back. */
export function useCallPrice(path: string, body: Readonly<Record<string, unknown>>, runs = ''): Price | undefined {
  const user = useSession(state => state.user);
  const [price, setPrice] = useState<Price>();
  const asked = JSON.stringify(body);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one owns changes what is asked.
  useEffect(() => {
    if (!settings.membership) return;
    const stop = new AbortController();
    askPrice(path, JSON.parse(asked), stop.signal).then(setPrice, error => {
      // Without an answer nothing is said; the run itself says why it is refused.
      if (!stop.signal.aborted && !(error instanceof CallError)) throw error;
    });
    return () => stop.abort();
  }, [path, asked, user, runs]);
  return price;
}
