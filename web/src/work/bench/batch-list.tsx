// The tool's items in order, below the actions that apply to all of them.
import { fill } from 'contract/words.ts';
import { Plus, Trash2 } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { usePickFiles } from 'ui/files/use-pick-files.tsx';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { hasFailed } from '../items/item.ts';
import { type AnyScreen, clearBench, leadingItems } from './actions.ts';
import { BatchRow } from './batch-row.tsx';
import { takeFiles } from './intake.ts';
import type { BenchView } from './use-bench.ts';
import { workWords } from './words.ts';

interface BatchListProps {
  tool: string;
  screen: AnyScreen;
  view: BenchView;
  accept: string;
}

export function BatchList({ tool, screen, view, accept }: BatchListProps) {
  const t = useWords(workWords);
  const { bench, items, selected, shared } = view;
  const { input, pick } = usePickFiles(files => takeFiles(files, tool), accept);
  const failed = items.filter(hasFailed).length;
  const isJoined = items.length > 1 && leadingItems(items, shared, screen).length === 1;
  const done = items.filter(item => item.run === 'done').length;
  const summary = [
    fill(t.filesCount, { count: items.length }),
    items.length > 1 && !isJoined && done > 0 && fill(t.doneCount, { done, count: items.length }),
    failed > 0 && fill(t.failedCount, { count: failed }),
  ];
  return (
    <section aria-label={t.files} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-medium text-soft tabular-nums">
          {items.length > 1 ? summary.filter(Boolean).join(' · ') : t.files}
        </h2>
        <div className="flex gap-1">
          {input}
          {accept && (
            <Button size="sm" variant="quiet" icon={<Plus className="size-4" />} onClick={pick}>
              {t.addMore}
            </Button>
          )}
          {items.length > 1 && (
            <Button size="sm" variant="quiet" icon={<Trash2 className="size-4" />} onClick={() => clearBench(tool)}>
              {t.clear}
            </Button>
          )}
        </div>
      </div>
      <ul className="grid gap-2">
        {items.map(item => (
          <li key={item.id}>
            <BatchRow
              id={item.id}
              isSelected={items.length > 1 && item.id === selected?.id}
              shared={shared}
              screen={screen}
              isJoined={isJoined}
              accept={accept}
            />
          </li>
        ))}
      </ul>
      {bench.checkingCount > 0 && (
        <p role="status" className="flex items-center gap-2 px-2 text-sm text-soft">
          <Spinner className="size-4" /> {t.checking}
        </p>
      )}
    </section>
  );
}
