// The page navigation of a list; hidden if there is only one page.
import { fill } from 'contract/words.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { moneyWords } from './money-words.ts';
import { pageSize } from './use-pages.ts';

interface PagerProps {
  readonly page: number;
  readonly total: number;
  readonly onTurn: (page: number) => void;
}

export function Pager({ page, total, onTurn }: PagerProps) {
  const words = useWords(moneyWords);
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  return (
    <nav aria-label={words.pages} className="flex items-center justify-between gap-3">
      <Button size="sm" variant="secondary" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        <ChevronLeft aria-hidden className="size-4" />
        {words.previous}
      </Button>
      <span aria-live="polite" className="text-sm text-soft tabular-nums">
        {fill(words.pageOf, { page, pages })}
      </span>
      <Button size="sm" variant="secondary" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        {words.next}
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
}
