// Run, stop, download: always in sight, at the foot of the options or of the phone's screen.
import { fill } from 'contract/words.ts';
import { Download, Link2, RotateCcw, Sparkles } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { ProgressBar } from 'ui/progress.tsx';
import { isHopeless } from '../items/item.ts';
import { findTool, runsWithoutFiles } from '../items/tool-inputs.ts';
import { type AnyScreen, cancelAll, leadingItems, runAll } from './actions.ts';
import { etaWords, stateWords } from './progress-words.ts';
import { RemedyButtons } from './remedy-buttons.tsx';
import { saveAll, shareResult } from './result-actions.ts';
import { sumUp } from './sum-up.ts';
import type { BenchView } from './use-bench.ts';
import { useOnline } from './use-online.ts';
import { useSeconds } from './use-seconds.ts';
import { workWords } from './words.ts';

interface ActionBarProps {
  tool: string;
  screen: AnyScreen;
  view: BenchView;
  accept: string;
}

export function ActionBar({ tool, screen, view: { items, shared }, accept }: ActionBarProps) {
  const language = useLanguage();
  const t = useWords(workWords);
  const leading = leadingItems(items, shared, screen);
  const sum = sumUp(leading, shared);
  const now = useSeconds(sum.busy.length > 0);
  const isOnline = useOnline();
  const [only] = sum.done;

  if (sum.busy.length > 0) {
    const eta = sum.secondsLeft(now);
    const [first] = sum.busy;
    const progress =
      leading.length > 1 || !first
        ? fill(t.workingMany, { done: sum.settled, count: sum.started })
        : stateWords(first, language, now);
    return (
      <div className="grid gap-3">
        <div className="flex items-center justify-between gap-3 text-sm font-medium tabular-nums">
          <span>{progress}</span>
          <span className="text-soft">
            {isOnline ? leading.length > 1 && eta !== undefined && etaWords(eta, language) : t.offline}
          </span>
        </div>
        <ProgressBar percent={sum.percent} label={progress} />
        <div className="flex flex-wrap gap-2">
          {sum.done.length > 0 && leading.length > 1 && (
            <Button className="flex-1 px-3" variant="secondary" onClick={() => saveAll(sum.done)}>
              {fill(t.downloadDone, { count: sum.done.length })}
            </Button>
          )}
          <Button className="flex-1 px-3" variant="secondary" onClick={() => cancelAll(tool)}>
            {leading.length > 1 ? t.cancelAll : t.cancel}
          </Button>
        </div>
      </div>
    );
  }

  const [hopeless] = leading.filter(item => isHopeless(item, shared));
  if (leading.length === 1 && hopeless) {
    return <RemedyButtons item={hopeless} shared={shared} screen={screen} accept={accept} isLead />;
  }

  // An item that failed once will mostly fail again, so the results lead and the retry stands second.
  const toRetry = sum.failed.filter(item => sum.runnable.includes(item)).length;
  const isRetry = toRetry > 0 && toRetry === sum.runnable.length && only !== undefined;
  const canRun = sum.runnable.length > 0 || runsWithoutFiles(findTool(tool));
  const leads = only !== undefined && (!canRun || isRetry);
  const run = (
    <Button
      isWide
      size={leads ? 'md' : 'lg'}
      variant={leads ? 'secondary' : 'primary'}
      disabled={!canRun}
      icon={isRetry ? <RotateCcw className="size-5" /> : <Sparkles className="size-5" />}
      onClick={() => runAll(tool, screen)}
    >
      {isRetry
        ? fill(t.retryFailed, { count: toRetry })
        : screen.runLabel(shared, leading === items ? Math.max(1, sum.runnable.length) : items.length, language)}
    </Button>
  );
  const download = only && (
    <div className="flex gap-2">
      <Button
        size={leads ? 'lg' : 'md'}
        variant={leads ? 'primary' : 'secondary'}
        className="min-w-0 flex-1"
        icon={<Download className="size-5" />}
        onClick={() => saveAll(sum.done)}
      >
        {sum.done.length > 1 ? fill(t.downloadAll, { count: sum.done.length }) : t.downloadOne}
      </Button>
      {sum.done.length === 1 && !canRun && (
        <Button
          size="lg"
          variant="secondary"
          className="px-4"
          aria-label={t.copyLink}
          title={t.copyLink}
          icon={<Link2 className="size-5" />}
          onClick={() => shareResult(only)}
        />
      )}
    </div>
  );
  return (
    <div className="grid gap-2">
      {leads && download}
      {(canRun || !only) && run}
      {!leads && download}
    </div>
  );
}
