// The progress of a run with its remaining time, and the button that stops it. Finished results can be downloaded meanwhile.

import { fill } from 'contract/words.ts';
import { useSyncExternalStore } from 'react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { ProgressBar } from 'ui/progress.tsx';
import { useOnline } from 'ui/use-online.ts';
import { useSeconds } from 'ui/use-seconds.ts';
import { lastWaiting } from '../../client.ts';
import { etaWords } from '../../tasks/eta-words.ts';
import { workWords } from '../../words/work.ts';
import type { WorkItem } from '../items/item.ts';
import { cancelAll } from './actions.ts';
import { stateWords } from './progress-words.ts';
import type { Sum } from './sum-up.ts';

interface RunningBarProps {
  tool: string;
  leading: readonly WorkItem[];
  savable: readonly WorkItem[];
  sum: Sum;
  onSave: () => void;
}

export function RunningBar({ tool, leading, savable, sum, onSave }: RunningBarProps) {
  const language = useLanguage();
  const t = useWords(workWords);
  const now = useSeconds(true);
  const isOnline = useOnline();
  const waitingWords = useWaitingWords();
  const eta = sum.secondsLeft(now);
  const [first] = sum.busy;
  const progress =
    leading.length > 1 || !first
      ? fill(t.workingMany, { done: sum.settled, count: sum.started })
      : stateWords(first, language, { now, isOnline });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm font-medium tabular-nums">
        <span>{progress}</span>
        <span className="text-soft">
          {isOnline
            ? (waitingWords ?? (leading.length > 1 && eta !== undefined && etaWords(eta, sum.percent, language)))
            : t.offline}
        </span>
      </div>
      <ProgressBar percent={sum.percent} label={progress} />
      {isOnline && sum.busy.some(item => item.isHeldBack) && (
        <p role="status" className="text-sm text-balance text-soft">
          {t.heldBack}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {savable.length > 0 && leading.length > 1 && (
          <Button className="flex-1 px-3!" variant="secondary" onClick={onSave}>
            {fill(t.downloadDone, { count: savable.length })}
          </Button>
        )}
        <Button className="flex-1 px-3!" variant="secondary" onClick={() => cancelAll(tool)}>
          {leading.length > 1 ? t.cancelAll : t.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Returns the sentence to show while calls wait to be repeated, because the server is busy or does not respond. */
function useWaitingWords(): string | undefined {
  const t = useWords(workWords);
  const failure = useSyncExternalStore(lastWaiting.watch, lastWaiting.get);
  if (!failure) return undefined;
  return failure.status === 429 || failure.status === 503 ? t.busyServer : t.silentServer;
}
