// Announces the end of a run to screen readers, because a run that starts by itself does not move the focus.
import { fill } from 'contract/words.ts';
import { useWords } from 'ui/language.tsx';
import { type AnyScreen, leadingItems } from './actions.ts';
import { sumUp } from './sum-up.ts';
import type { BenchView } from './use-bench.ts';
import { workWords } from './words.ts';

export function SpokenEnd({ view: { items, shared }, screen }: { view: BenchView; screen: AnyScreen }) {
  const t = useWords(workWords);
  const leading = leadingItems(items, shared, screen);
  const { busy, done } = sumUp(leading, shared);
  const isOver = busy.length === 0 && done.length > 0;
  return (
    <p role="status" className="sr-only">
      {isOver && (leading.length > 1 ? fill(t.doneCount, { done: done.length, count: leading.length }) : t.done)}
    </p>
  );
}
