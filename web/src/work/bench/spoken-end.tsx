// Announces the end of a run to screen readers, because a run that starts by itself does not move the focus.
import { useLanguage } from 'ui/language.tsx';
import { type AnyScreen, leadingItems } from './actions.ts';
import { endWords } from './progress-words.ts';
import type { BenchView } from './use-bench.ts';

export function SpokenEnd({ view: { items, shared }, screen }: { view: BenchView; screen: AnyScreen }) {
  const language = useLanguage();
  return (
    <p role="status" className="sr-only">
      {endWords(leadingItems(items, shared, screen), language)}
    </p>
  );
}
