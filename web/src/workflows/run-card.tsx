// The run of a workflow: its price before the start, its progress, and what can be done with its results.

import { fill } from 'contract/words.ts';
import { Download, Play, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { ProgressBar } from 'ui/progress.tsx';
import { PriceNote } from '../pay/run-price.tsx';
import { passOver } from '../tasks/problems.ts';
import { type Flow, leadingFacts, phaseOf, useFlow } from './flow.ts';
import { loadScreen } from './load-screen.ts';
import { cancelRun, downloadAll, retryRun, startOver, startRun } from './run.ts';
import { useQuote } from './use-quote.ts';
import { flowWords } from './words.ts';

export function RunCard() {
  const flow = useFlow();
  const phase = phaseOf(flow);
  const words = useWords(flowWords);
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      {flow.problem !== undefined && <Callout tone="bad" title={flow.problem} />}
      {phase === 'editing' || phase === 'starting' ? <Start flow={flow} /> : <Progress flow={flow} />}
      {phase === 'ended' && (
        <Button variant="quiet" icon={<RotateCcw className="size-4.5" />} onClick={startOver}>
          {words.newFiles}
        </Button>
      )}
    </div>
  );
}

/** What must be done before a run, by the screens of the steps; undefined: nothing. */
function useBlocker({ steps, files }: Flow): string | undefined {
  const words = useWords(flowWords);
  const language = useLanguage();
  const [blocker, setBlocker] = useState<string>();
  const facts = leadingFacts({ files });
  useEffect(() => {
    let isCurrent = true;
    const reasons = steps.map(async ({ tool, options }, place) => {
      const reason = (await loadScreen(tool)).blocker?.(options, facts, language);
      return reason === undefined ? undefined : fill(words.blocked, { step: place + 1, reason });
    });
    void Promise.all(reasons).then(found => {
      if (isCurrent) setBlocker(found.find(reason => reason !== undefined));
    });
    return () => {
      isCurrent = false;
    };
  }, [steps, facts, language, words]);
  return blocker;
}

function Start({ flow }: { flow: Flow }) {
  const words = useWords(flowWords);
  const quote = useQuote();
  const blocker = useBlocker(flow);
  const { steps, files, isStarting } = flow;
  const count = files.filter(file => file.problem === undefined).length;
  const isUploading = files.some(file => file.path === undefined && file.problem === undefined);
  const wanting =
    steps.length === 0
      ? words.needSteps
      : count === 0
        ? words.needFiles
        : (blocker ?? (isUploading ? words.waitUpload : undefined));
  const sentences = { priceUse: words.priceAll, priceCoins: words.priceAllCoins };
  const isRefused = quote !== undefined && !quote.allowed;
  return (
    <>
      {steps.length > 0 && count === 0 && (!quote || quote.allowed) && quote?.charge.kind !== 'none' && (
        <p className="text-center text-sm text-soft">{words.priceOne}</p>
      )}
      {quote && blocker === undefined && (isRefused || (count > 0 && !isUploading)) && (
        <PriceNote price={quote} words={sentences} />
      )}
      {wanting !== undefined && <p className="text-center text-sm text-soft">{wanting}</p>}
      <Button
        isWide
        size="lg"
        icon={<Play className="size-5" />}
        isBusy={isStarting}
        disabled={wanting !== undefined || isRefused}
        onClick={() => void startRun()}
      >
        {count > 0 ? fill(words.start, { count }) : words.startNone}
      </Button>
    </>
  );
}

function Progress({ flow }: { flow: Flow }) {
  const words = useWords(flowWords);
  const [isBusy, setIsBusy] = useState(false);
  const tasks = flow.files.flatMap(file => file.task ?? []);
  const isOpen = phaseOf(flow) === 'running';
  const done = tasks.filter(task => task.status === 'done');
  const failed = tasks.filter(task => task.status === 'failed' && task.charge.state !== 'settled');
  const isLocked = done.some(task => task.result?.files.some(file => file.locked));
  const percent =
    tasks.reduce((sum, task) => sum + (['queued', 'running'].includes(task.status) ? task.progress : 100), 0) /
    Math.max(1, flow.files.length);
  const act = (work: () => Promise<void>) => () => {
    setIsBusy(true);
    void work()
      .catch(passOver)
      .finally(() => setIsBusy(false));
  };
  return (
    <>
      <div className="grid gap-2">
        <p role="status" className="text-sm tabular-nums">
          {fill(words.running, { done: done.length, count: flow.files.length })}
        </p>
        <ProgressBar percent={percent} label={fill(words.running, { done: done.length, count: flow.files.length })} />
      </div>
      {isLocked && !isOpen && <p className="text-center text-sm text-soft">{words.unlock}</p>}
      {failed.length > 0 && failed.some(task => task.charge.kind !== 'none') && (
        <p className="text-center text-sm text-soft">{words.partPaid}</p>
      )}
      {done.length > 0 && (
        <Button isWide isBusy={isBusy} icon={<Download className="size-5" />} onClick={act(downloadAll)}>
          {fill(words.downloadAll, { count: done.length })}
        </Button>
      )}
      {!isOpen && failed.length > 0 && (
        <Button variant="secondary" isBusy={isBusy} onClick={act(retryRun)}>
          {fill(words.retryFailed, { count: failed.length })}
        </Button>
      )}
      {isOpen && (
        <Button variant="secondary" isBusy={isBusy} onClick={act(cancelRun)}>
          {words.cancelAll}
        </Button>
      )}
    </>
  );
}
