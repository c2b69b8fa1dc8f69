// Paid results that later runs have replaced: each stays downloadable.
import { CircleCheck, Download } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import type { WorkItem } from '../items/item.ts';
import { passOver } from '../transfer/problems.ts';
import { downloadBought } from './downloads.ts';
import { workWords } from './words.ts';

interface BoughtResultsProps {
  readonly item: WorkItem;
  readonly items: readonly WorkItem[];
}

/** Returns whether the result on the screen is a paid one whose files were written again. */
const isRewritten = ({ task }: WorkItem) => task?.status === 'done' && task.charge.kind === 'none';

export function BoughtResults({ item, items }: BoughtResultsProps) {
  const t = useWords(workWords);
  const own = (item.bought ?? []).filter(one => !one.isJoined);
  const joined = items.flatMap(({ bought }) => bought ?? []).filter(one => one.isJoined);
  const shown = [...joined, ...own];
  if (shown.length === 0 || isRewritten(item)) return null;
  return (
    <Callout
      tone="good"
      icon={<CircleCheck />}
      title={t.boughtTitle}
      actions={shown.map(one => (
        <Button
          key={one.taskId}
          size="sm"
          variant="secondary"
          icon={<Download className="size-4" />}
          className="max-w-full"
          // The call helper has already shown a failed call.
          onClick={() => void downloadBought(one).catch(passOver)}
        >
          <span className="truncate">{one.name}</span>
        </Button>
      ))}
    />
  );
}
