// Notes on the selected item below its picture: its failure, warnings about its result with suggestions, and earlier results that are paid.

import { isWarning, type WarningCode } from 'contract/warnings.ts';
import { fill } from 'contract/words.ts';
import { CircleAlert, CircleCheck, Download, TriangleAlert } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { formatBytes, percentChange } from 'ui/measures.ts';
import { Callout } from 'ui/panels/callout.tsx';
import type { AnyOptions, AnyScreen } from 'ui/tool-screen.ts';
import { isRefusedForMoney, remediesOf } from '../../catalogue/remedies.ts';
import { offerPayment } from '../../shopping.ts';
import { passOver } from '../../tasks/problems.ts';
import { saveResult } from '../../tasks/results.ts';
import { workWords } from '../../words/work.ts';
import { factsOf, isOutdated, isUpdating, optionsOf, phaseOf, type WorkItem } from '../items/item.ts';
import { changeOptions, runOne } from './actions.ts';
import type { ShownResult } from './changes.ts';
import { hasGrown, problemWords, resultBytes } from './progress-words.ts';
import { RemedyButtons } from './remedy-buttons.tsx';
import { WarningNote } from './warning-note.tsx';

interface OutcomeProps {
  item: WorkItem;
  count: number;
  shared: AnyOptions;
  screen: AnyScreen;
  accept: string;
  /** The result being shown. */
  shown: ShownResult | undefined;
}

/** It has a note with the sizes, also for tools that do not warn of it. */
const bigger = 'bigger-than-input' satisfies WarningCode;

export function Outcome({ item, count, shared, screen, accept, shown }: OutcomeProps) {
  const language = useLanguage();
  const t = useWords(workWords);
  const phase = phaseOf(item);
  if (phase === 'failed') {
    // The price line above the run button already says so, with the price.
    if (isRefusedForMoney(item) && remediesOf(item).includes('retry')) return null;
    return (
      <Callout
        tone="bad"
        icon={<CircleAlert />}
        title={problemWords(item, language)}
        actions={
          <>
            {isRefusedForMoney(item) && (
              <Button size="sm" onClick={() => offerPayment({ coins: null, reason: problemWords(item, language) })}>
                {t.becomeMember}
              </Button>
            )}
            <RemedyButtons item={item} shared={shared} screen={screen} accept={accept} />
          </>
        }
      />
    );
  }
  // Warnings apply only to the options that the result was made with.
  const isCurrent = shown !== undefined && (isUpdating(item) || !isOutdated(item, shared));
  const told = isCurrent ? (shown.result.meta?.warnings ?? []) : [];
  const warnings = told.filter(isWarning).filter(code => code !== bigger);
  const bytes = resultBytes(item);
  const options = optionsOf(item, shared);

  function tryOut(patch: AnyOptions) {
    changeOptions(item.tool, screen, patch, count > 1 ? item.id : undefined);
    runOne(item.id, screen);
  }

  function offer(warning: WarningCode) {
    const advices = screen.advise?.(warning, options, factsOf(item), language) ?? [];
    if (advices.length === 0) return undefined;
    return advices.map(advice => (
      <Button key={advice.label} size="sm" variant="secondary" onClick={() => tryOut(advice.patch)}>
        {advice.label}
      </Button>
    ));
  }

  return (
    <>
      {isCurrent && bytes?.before !== undefined && hasGrown(item) && (
        <Callout
          tone="warn"
          icon={<TriangleAlert />}
          title={fill(t.biggerTitle, { percent: percentChange(bytes.before, bytes.after) })}
          actions={offer(bigger)}
        >
          {fill(t.biggerText, { before: formatBytes(bytes.before), after: formatBytes(bytes.after) })}
        </Callout>
      )}
      {warnings.map(code => (
        <WarningNote
          key={code}
          code={code}
          own={screen.ownWarnings?.({ language, options, facts: factsOf(item), meta: shown?.result.meta })}
          meta={shown?.result.meta}
          language={language}
          actions={offer(code)}
        />
      ))}
    </>
  );
}

interface BoughtResultsProps {
  readonly item: WorkItem;
  readonly items: readonly WorkItem[];
}

/** Returns whether the result on the screen is a paid one whose files were written again: such a run is free, and not because it had no effect. */
const isRewritten = ({ task }: WorkItem) =>
  task?.status === 'done' && task.charge.kind === 'none' && !task.result?.meta?.warnings?.includes('nothing-charged');

/** Paid results that later runs have replaced: each stays downloadable. */
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
          onClick={() => void saveResult(one.taskId, one.fileCount).catch(passOver)}
        >
          <span className="truncate">{one.name}</span>
        </Button>
      ))}
    />
  );
}
