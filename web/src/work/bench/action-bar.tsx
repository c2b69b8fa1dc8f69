// Run and download: always visible, below the options or at the bottom of a phone's screen. During a run, its progress instead.

import { fill } from 'contract/words.ts';
import { ArrowRight, Check, Download, FolderDown, Link2, RotateCcw, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import type { AnyScreen } from 'ui/tool-screen.ts';
import { findTool, runsWithoutFiles } from '../../catalogue/tool-inputs.ts';
import { unlockLabel, unlockNote } from '../../pay/unlock.ts';
import { useFreshBalance } from '../../pay/use-fresh-balance.ts';
import { useSession } from '../../session.ts';
import { settings } from '../../settings.ts';
import { workWords } from '../../words/work.ts';
import { isHopeless, isOutdated, isUpdating, optionsOf, type WorkItem } from '../items/item.ts';
import { changeOptions, hindranceOf, leadingItems, refusalOf, runAll, runOne } from './actions.ts';
import { discardChanges, isSavable, lightItems } from './changes.ts';
import { canSaveToFolder, unlockPrice } from './downloads.ts';
import { PriceLine } from './price-line.tsx';
import { RemedyButtons } from './remedy-buttons.tsx';
import { saveDone, saveLabel, saveShown, saveShownToFolder, shareShown } from './result-actions.ts';
import { RunningBar } from './running-bar.tsx';
import { sumUp } from './sum-up.ts';
import type { BenchView } from './use-bench.ts';

interface ActionBarProps {
  tool: string;
  screen: AnyScreen;
  view: BenchView;
  accept: string;
}

interface Work {
  isBusy: boolean;
  start: () => void;
}

interface DownloadButtonsProps {
  savable: readonly WorkItem[];
  screen: AnyScreen;
  /** Names the price of results that are not paid yet. */
  label: string | undefined;
  /** Whether downloading is the next step, rather than a run. */
  isLead: boolean;
  /** Whether a link to the result can be copied. */
  isShared: boolean;
  saving: Work;
  filing: Work;
}

function DownloadButtons({ savable, screen, label, isLead, isShared, saving, filing }: DownloadButtonsProps) {
  const t = useWords(workWords);
  const [only] = savable;
  const isSeveral = savable.length > 1 || (only?.task?.result?.files.length ?? 0) > 1;
  return (
    <div className="flex gap-2">
      <Button
        size={isLead ? 'lg' : 'md'}
        variant={isLead ? 'primary' : 'secondary'}
        className="min-w-0 flex-1 px-3!"
        icon={<Download className="size-5" />}
        isBusy={saving.isBusy}
        onClick={saving.start}
      >
        {label ?? saveLabel(savable, t)}
      </Button>
      {isSeveral && canSaveToFolder() && (
        <Button
          size={isLead ? 'lg' : 'md'}
          variant="secondary"
          className="shrink-0 px-4!"
          aria-label={t.saveToFolder}
          title={t.saveToFolder}
          icon={<FolderDown className="size-5" />}
          isBusy={filing.isBusy}
          onClick={filing.start}
        />
      )}
      {isShared && only && (
        <Button
          size="lg"
          variant="secondary"
          className="shrink-0 px-4!"
          aria-label={t.copyLink}
          title={t.copyLink}
          icon={<Link2 className="size-5" />}
          onClick={() => void shareShown(only, screen)}
        />
      )}
    </div>
  );
}

/** The price of a sample by itself, which most people do not want to buy. */
const sampleWords = (t: (typeof workWords)['en']) => ({
  lockedUses: t.sampleUses,
  lockedCoins: t.sampleCoins,
  lockedMissing: t.sampleMissing,
});

export function ActionBar({ tool, screen, view: { items, shared }, accept }: ActionBarProps) {
  const language = useLanguage();
  const t = useWords(workWords);
  const leading = leadingItems(items, shared, screen);
  const sum = sumUp(leading, shared);
  const light = lightItems(leading, shared, screen);
  const savable = leading.filter(item => isSavable(item, shared, light));
  const isRunning = !sum.busy.every(isUpdating);
  const [isWanted, setIsWanted] = useState(false);
  const [isFiling, setIsFiling] = useState(false);
  const [only] = savable;
  const user = useSession(state => state.user);
  useFreshBalance(leading.map(({ task }) => task?.charge));
  const unlocking = settings.membership ? unlockPrice(savable, user) : undefined;

  if (isRunning) {
    const saveThem = () => void saveDone(savable);
    return <RunningBar tool={tool} leading={leading} savable={savable} sum={sum} onSave={saveThem} />;
  }

  const [hopeless] = leading.filter(item => isHopeless(item, shared));
  if (leading.length === 1 && hopeless) {
    return <RemedyButtons item={hopeless} shared={shared} screen={screen} accept={accept} isLead />;
  }

  // An item that failed once will probably fail again, so results come first and the retry second.
  const runnable = sum.runnable.filter(item => !light.includes(item));
  const isFree = (item: WorkItem) => hindranceOf(item, shared, screen, language) === undefined;
  const isRefused = (item: WorkItem) => refusalOf(item, shared, screen, language) !== undefined;
  // Does not count files that a run would skip.
  const count = runnable.filter(isFree).length || runnable.length;
  const toRetry = sum.failed.filter(item => runnable.includes(item)).length;
  const isRetry = toRetry > 0 && toRetry === runnable.length && only !== undefined;
  const changed = runnable.filter(item => isOutdated(item, shared));
  const isChanged = changed.length > 0 && changed.length === runnable.length;
  // Why it cannot run is said at each file.
  const isRefusedAll = runnable.length > 0 && runnable.every(isRefused);
  const canRun = runnable.length > 0 || runsWithoutFiles(findTool(tool));
  const goOn = savable.length === 1 && !canRun ? only && screen.goOn?.(optionsOf(only, shared), language) : undefined;
  const leads = only !== undefined && !goOn && (!canRun || isRetry);
  const apply = changed.length > 1 ? fill(t.applyMany, { count: changed.length }) : t.apply;
  const run = (
    <Button
      isWide
      size={leads ? 'md' : 'lg'}
      variant={leads ? 'secondary' : 'primary'}
      disabled={!canRun || isRefusedAll}
      icon={
        isRetry ? (
          <RotateCcw className="size-5" />
        ) : isChanged ? (
          <Check className="size-5" />
        ) : (
          <Sparkles className="size-5" />
        )
      }
      onClick={() => runAll(tool, screen)}
    >
      {isRetry
        ? fill(t.retryFailed, { count: toRetry })
        : isChanged
          ? apply
          : screen.runLabel(shared, leading === items ? Math.max(1, count) : items.length, language)}
    </Button>
  );

  async function save() {
    setIsWanted(true);
    await saveShown(savable, screen);
    setIsWanted(false);
  }

  async function saveAllToFolder() {
    setIsFiling(true);
    await saveShownToFolder(savable, screen);
    setIsFiling(false);
  }

  // The zip of a batch would contain results of the previous options.
  const download = only && changed.length === 0 && (
    <DownloadButtons
      savable={savable}
      screen={screen}
      label={unlocking && unlockLabel(unlocking, language)}
      isLead={leads}
      isShared={savable.length === 1 && !canRun}
      saving={{ isBusy: isWanted, start: () => void save() }}
      filing={{ isBusy: isFiling, start: () => void saveAllToFolder() }}
    />
  );
  return (
    <div className="grid gap-2">
      {goOn && only && (
        <Button
          isWide
          size="lg"
          icon={<ArrowRight className="size-5" />}
          onClick={() => {
            changeOptions(tool, screen, goOn.patch, items.length > 1 ? only.id : undefined);
            runOne(only.id, screen);
          }}
        >
          {goOn.label}
        </Button>
      )}
      {download && unlocking && (
        <p className="text-center text-sm text-balance text-soft">{unlockNote(unlocking, goOn ? sampleWords(t) : t)}</p>
      )}
      {leads && download}
      {settings.membership && canRun && <PriceLine item={runnable[0]} shared={shared} screen={screen} />}
      {(canRun || !only) && run}
      {isChanged && (
        <Button isWide variant="quiet" onClick={() => discardChanges(tool, leading, shared, screen)}>
          {t.discard}
        </Button>
      )}
      {!leads && download}
    </div>
  );
}
