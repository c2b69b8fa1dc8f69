// A paged list of the account: the entries always belong to the page number below them, and a page that did not load says so.
import type { ReactNode } from 'react';
import { Pager } from './pager.tsx';
import type { Pages } from './use-pages.ts';
import { Waiting } from './waiting.tsx';

interface PagedProps<T> {
  readonly pages: Pages<T>;
  /** Shown if there is no entry on any page. */
  readonly none: ReactNode;
  readonly children: (list: readonly T[]) => ReactNode;
}

export function Paged<T>({ pages, none, children }: PagedProps<T>) {
  const { found, last, hasFailed, page, turnTo, again } = pages;
  // While another page loads, the entries of the last one are hidden but keep their height, so that nothing jumps.
  const shown = found ?? (hasFailed ? undefined : last);
  return (
    <>
      {hasFailed && <Waiting hasFailed onAgain={again} />}
      <div className="relative">
        {shown && (
          <div className={found ? undefined : 'invisible'}>{shown.total === 0 ? none : children(shown.list)}</div>
        )}
        {!found && !hasFailed && (
          <div className={shown && 'absolute inset-x-0 top-0'}>
            <Waiting hasFailed={false} onAgain={again} />
          </div>
        )}
      </div>
      <Pager page={page} total={(found ?? last)?.total ?? 0} onTurn={turnTo} />
    </>
  );
}
