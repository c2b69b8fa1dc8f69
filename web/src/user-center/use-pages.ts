// One page of a list of the account, with the total number of entries.
import { useEffect, useState } from 'react';
import { useLanguage } from 'ui/language.tsx';
import { CallError } from '../api.ts';

export const pageSize = 10;

interface Found<T> {
  readonly list: readonly T[];
  readonly total: number;
}

/** `load` must be the same function at every render. */
export function usePages<T>(load: (page: number, signal: AbortSignal) => Promise<Found<T>>) {
  const [page, setPage] = useState(1);
  const [found, setFound] = useState<Found<T>>();
  const [hasFailed, setHasFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const language = useLanguage();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` changes with each retry, and names depend on the language of the page.
  useEffect(() => {
    const stop = new AbortController();
    setHasFailed(false);
    load(page, stop.signal).then(
      answer => {
        setFound(answer);
        // The last entry of the last page was removed.
        if (answer.list.length === 0 && page > 1) setPage(Math.max(1, Math.ceil(answer.total / pageSize)));
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setHasFailed(true);
      },
    );
    return () => stop.abort();
  }, [load, page, tries, language]);

  return { found, hasFailed, page, turnTo: setPage, again: () => setTries(count => count + 1) };
}
