// The price of a call without a work item, on a server with membership: AI drawing and the image editor run tools outside the workflow.
import { useEffect, useState } from 'react';
import { CallError } from '../../api.ts';
import { useSession } from '../../session.ts';
import { settings } from '../../settings.ts';
import { askPrice } from '../transfer/calls.ts';

type Price = Awaited<ReturnType<typeof askPrice>>;

/** Requests the price again when the body, the user or `runs` changes: a run uses up a free try, and a failed one returns it. */
export function useCallPrice(path: string, body: Readonly<Record<string, unknown>>, runs = ''): Price | undefined {
  const user = useSession(state => state.user);
  const [price, setPrice] = useState<Price>();
  const asked = JSON.stringify(body);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the user's balance affects the price.
  useEffect(() => {
    if (!settings.membership) return;
    const stop = new AbortController();
    askPrice(path, JSON.parse(asked), stop.signal).then(setPrice, error => {
      if (stop.signal.aborted) return;
      // Without a response no price is shown; the run itself reports why it is refused.
      if (!(error instanceof CallError)) throw error;
      setPrice(undefined);
    });
    return () => stop.abort();
  }, [path, asked, user, runs]);
  return price;
}
