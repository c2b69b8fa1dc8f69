// A response that a page shows, tied to the question it belongs to, with its failure and a way to ask again.
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { CallError } from './api.ts';

interface Told<T> {
  readonly question: string;
  readonly answer?: T;
  readonly failure?: CallError;
}

/**
 * `ask` is called for each new question, and by `again`. An answer or a failure is returned only for the current question. An answer stays while the
 * same question is asked again, also if that fails; `failure` then has the reason.
 */
export function useAsked<T>(question: string, ask: (signal: AbortSignal) => Promise<T>) {
  const [told, setTold] = useState<Told<T>>();
  const [tries, setTries] = useState(0);
  const askNow = useEffectEvent(ask);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` changes with each retry.
  useEffect(() => {
    const stop = new AbortController();
    askNow(stop.signal).then(
      answer => {
        if (!stop.signal.aborted) setTold({ question, answer });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setTold(before => ({ ...(before?.question === question && before), question, failure: error }));
      },
    );
    return () => stop.abort();
  }, [question, tries]);

  const again = useCallback(() => {
    setTold(before => (before?.answer === undefined ? undefined : before));
    setTries(count => count + 1);
  }, []);
  const current = told?.question === question ? told : undefined;
  return { answer: current?.answer, failure: current?.failure, again };
}
