// Notes on the selected item below its picture: its failure, warnings about its result, and suggestions.
import { isWarning, type WarningCode } from 'contract/warnings.ts';
import { fill } from 'contract/words.ts';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { formatBytes, percentChange } from 'ui/measures.ts';
import { Callout } from 'ui/panels/callout.tsx';
import { offerPayment } from '../../pay/shopping.ts';
import { type AnyOptions, factsOf, isOutdated, isUpdating, optionsOf, phaseOf, type WorkItem } from '../items/item.ts';
import { isRefusedForMoney, remediesOf } from '../items/remedies.ts';
import { type AnyScreen, changeOptions, runOne } from './actions.ts';
import type { ShownResult } from './changes.ts';
import { hasGrown, problemWords, resultBytes } from './progress-words.ts';
import { RemedyButtons } from './remedy-buttons.tsx';
import { WarningNote } from './warning-note.tsx';
import { workWords } from './words.ts';

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
