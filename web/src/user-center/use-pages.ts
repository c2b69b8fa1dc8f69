// One page of a list of the account, with the total number of entries.
import { useEffect, useState } from 'react';
import { useLanguage } from 'ui/language.tsx';
import { useAnswerTo } from '../use-answer-to.ts';

export const pageSize = 10;

interface Found<T> {
  readonly list: readonly T[];
  readonly total: number;
}

export interface Pages<T> {
  readonly found: Found<T> | undefined;
  /** What was found last, for this page or another. */
  readonly last: Found<T> | undefined;
  readonly hasFailed: boolean;
  readonly page: number;
  readonly turnTo: (page: number) => void;
  readonly again: () => void;
}

export function usePages<T>(load: (page: number, signal: AbortSignal) => Promise<Found<T>>): Pages<T> {
  const [page, setPage] = useState(1);
  const [last, setLast] = useState<Found<T>>();
  // Names depend on the language of the page.
  const { answer, failure, again } = useAnswerTo(`${page} ${useLanguage()}`, signal => load(page, signal));

  useEffect(() => {
    if (!answer) return;
    setLast(answer);
    // The last entry of the last page was removed.
    if (answer.list.length === 0 && page > 1) setPage(Math.max(1, Math.ceil(answer.total / pageSize)));
  }, [answer, page]);

  return { found: answer, last, hasFailed: failure !== undefined, page, turnTo: setPage, again };
}
