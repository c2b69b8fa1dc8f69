// A response that a page shows, tied to the question it belongs to, with its failure and a way to ask again.

import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { CallError } from './failures/call-error.ts';

interface Outcome<T> {
  readonly question: string;
  readonly answer?: T;
  readonly failure?: CallError;
}

/**
 * `ask` is called for each new question, and by `again`. An answer or a failure is returned only for the current question. An answer stays while the
 * same question is asked again, also if that fails; `failure` then has the reason.
 */
export function useAnswerTo<T>(question: string, ask: (signal: AbortSignal) => Promise<T>) {
  const [outcome, setOutcome] = useState<Outcome<T>>();
  const [tries, setTries] = useState(0);
  const askNow = useEffectEvent(ask);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` changes with each retry.
  useEffect(() => {
    const stop = new AbortController();
    askNow(stop.signal).then(
      answer => {
        if (!stop.signal.aborted) setOutcome({ question, answer });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setOutcome(before => ({ ...(before?.question === question && before), question, failure: error }));
      },
    );
    return () => stop.abort();
  }, [question, tries]);

  const again = useCallback(() => {
    setOutcome(before => (before?.answer === undefined ? undefined : before));
    setTries(count => count + 1);
  }, []);
  const current = outcome?.question === question ? outcome : undefined;
  return { answer: current?.answer, failure: current?.failure, again };
}
