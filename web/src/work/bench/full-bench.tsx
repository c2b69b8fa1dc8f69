// The workspace of a tool: the picture, notes about it, the list of items, and the options. A tool that needs no file starts here.

import type { CatalogueTool } from 'contract/tool.ts';
import { fill } from 'contract/words.ts';
import { CloudUpload, Image, Pencil, RefreshCw } from 'lucide-react';
import { use, useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useFileDrop } from 'ui/files/use-file-drop.ts';
import { usePickFiles } from 'ui/files/use-pick-files.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import type { AnyOptions, AnyScreen } from 'ui/tool-screen.ts';
import { settings } from '../../settings.ts';
import { workWords } from '../../words/work.ts';
import { isBusy, isOutdated, isRunnable, isUpdating, optionsOf, uploadOf, type WorkItem } from '../items/item.ts';
import { ActionBar } from './action-bar.tsx';
import { leadingItems, runOne } from './actions.ts';
import { BatchList } from './batch-list.tsx';
import { shownResult, useLightRuns } from './changes.ts';
import { onLoadFailed } from './fresh-links.ts';
import { HandOn } from './hand-on.tsx';
import { useTakeOver } from './hand-original.ts';
import { takeFiles } from './intake.ts';
import { OptionsCard } from './options-card.tsx';
import { BoughtResults, Outcome } from './outcome.tsx';
import { endWords } from './progress-words.ts';
import { Refusals } from './refusals.tsx';
import { ResultFiles } from './result-files.tsx';
import { Stage } from './stage.tsx';
import { type BenchView, useBench } from './use-bench.ts';

interface FullBenchProps {
  tool: CatalogueTool;
  loadScreen: () => Promise<AnyScreen>;
  accept: string;
}

export function FullBench({ tool, loadScreen, accept }: FullBenchProps) {
  const t = useWords(workWords);
  const screen = use(loadScreen());
  const view = useBench(tool.name, screen);
  useFirstRuns(view, screen);
  useTakeOver(tool.name, view, screen);
  const [looked, setLooked] = useState<{ id: string; index: number } | undefined>();
  const { isOver } = useFileDrop(null, files => takeFiles(files, tool.name));
  const { bench, items, shared } = view;
  // If all files become one result, it belongs to the first item, whichever is selected.
  const [leader, ...others] = leadingItems(items, shared, screen);
  const selected = others.length === 0 ? leader : view.selected;
  const isWorking = selected !== undefined && isBusy(selected);
  const isLight = isWorking && isUpdating(selected);
  const stageRef = useStageInSight(isWorking, { isLight, isSticky: screen.isTunedByEye ?? false });
  const fileIndex = selected && looked?.id === selected.id ? looked.index : 0;
  const shown = selected && shownResult(selected, shared, screen);
  const run = selected && `${selected.id}-${selected.runNumber}`;
  // The run after which the user has changed between the stage and the result.
  const [turned, setTurned] = useState<string | undefined>();
  const stays = selected !== undefined && screen.staysOnStage?.(optionsOf(selected, shared)) === true;
  const isReopened = run !== undefined && stays !== (turned === run);
  // An automatic run would replace the stage that the user has just opened.
  useLightRuns(view, screen, isReopened);
  const file = shown?.result.files[fileIndex];
  const isFinished = shown !== undefined && !isReopened;
  const canReopen = screen.Stage !== undefined && shown !== undefined;
  return (
    // On a phone, the options are above the list, which may have hundreds of rows.
    <div
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22.5rem] 2xl:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr] lg:gap-x-6"
      onErrorCapture={onLoadFailed}
    >
      {/* On a phone, each part is a row of the outer grid, so that the picture can stay visible above all of them. */}
      <div className="min-w-0 grid-cols-[minmax(0,1fr)] gap-4 max-lg:contents lg:grid">
        <SpokenEnd view={view} screen={screen} />
        <Refusals tool={tool.name} refusals={bench.refusals} />
        <LostFiles tool={tool.name} count={items.filter(item => uploadOf(item) === 'lost').length} accept={accept} />
        <div
          ref={stageRef}
          data-kept-in-sight={(screen.isTunedByEye && !isFinished) || undefined}
          className="relative min-w-0 scroll-mt-18"
        >
          {selected && (
            <Stage
              item={selected}
              items={items}
              fileIndex={fileIndex}
              shared={shared}
              screen={screen}
              shown={shown}
              isReopened={isReopened}
            />
          )}
          {isOver && (
            <div className="absolute inset-0 z-10 grid place-content-center justify-items-center gap-3 rounded-[1.75rem] border-2 border-dashed border-accent bg-accent-soft/95 text-accent-ink">
              <CloudUpload className="size-10" strokeWidth={1.75} />
              <p className="text-lg font-bold">{t.dropNow}</p>
            </div>
          )}
        </div>
        {selected && (
          <>
            {/* The buttons keep their place while a changed result is drawn, so that nothing below them moves. */}
            {(canReopen || file) && (
              <div className="flex flex-wrap gap-2">
                {canReopen && (
                  <Button
                    size="sm"
                    variant="secondary"
                    disabled={isWorking}
                    icon={isReopened ? <Image className="size-4" /> : <Pencil className="size-4" />}
                    onClick={() => setTurned(turned === run ? undefined : run)}
                  >
                    {isReopened ? t.backToResult : t.editAgain}
                  </Button>
                )}
                {file && (
                  <HandOn
                    item={selected}
                    screen={screen}
                    fileIndex={fileIndex}
                    contentType={file.contentType}
                    isDisabled={isWorking || isOutdated(selected, shared)}
                  />
                )}
              </div>
            )}
            <ResultFiles
              item={selected}
              result={shown?.result}
              screen={screen}
              shown={fileIndex}
              onShow={index => setLooked({ id: selected.id, index })}
            />
            <Outcome
              item={selected}
              count={items.length}
              shared={shared}
              screen={screen}
              accept={accept}
              shown={shown}
            />
            {settings.membership && <BoughtResults item={selected} items={items} />}
          </>
        )}
      </div>
      <div className="min-w-0 lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <OptionsCard tool={tool.name} screen={screen} view={view}>
          <ActionBar tool={tool.name} screen={screen} view={view} accept={accept} />
        </OptionsCard>
      </div>
      {items.length > 0 && <BatchList tool={tool.name} screen={screen} view={view} accept={accept} />}
    </div>
  );
}

/** Above this number of files, the user may want to choose options before they run. */
const maxStarted = 5;

/**
 * Starts the first run of new files automatically if the tool requests it and nothing is sold here: where a run costs something or uses up a try, its
 * price is shown first, and the person starts it.
 */
function useFirstRuns({ items, shared }: BenchView, screen: AnyScreen) {
  const isWanted = screen.startsAtOnce && !settings.membership && items.length <= maxStarted;
  const due = isWanted ? items.filter(item => isNew(item, shared)) : [];
  const key = due.map(item => item.id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the items.
  useEffect(() => {
    for (const { id } of due) runOne(id, screen);
  }, [key]);
}

const isNew = (item: WorkItem, shared: AnyOptions) =>
  item.runNumber === 0 && isRunnable(item, shared) && uploadOf(item) !== 'lost' && uploadOf(item) !== 'failed';

/** The least part of the stage, or of the window where that is smaller, that counts as in sight. */
const minInSight = 0.25;

function isInSight(stage: HTMLElement): boolean {
  const { top, bottom, height } = stage.getBoundingClientRect();
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return seen >= minInSight * Math.min(height, innerHeight);
}

/**
 * On a phone the options lie below the picture, so a run that starts there scrolls the picture into view. A light run follows each choice: it leaves
 * the page where it is as long as a part of the picture shows. So does a picture that stays in sight, and the end of its run, when it may be far above.
 */
function useStageInSight(isBusy: boolean, { isLight, isSticky }: { isLight: boolean; isSticky: boolean }) {
  const stageRef = useRef<HTMLDivElement>(null);
  const wasBusy = useRef(isBusy);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run is light from its start on.
  useEffect(() => {
    const stage = stageRef.current;
    const isEnd = !isBusy && wasBusy.current && isSticky;
    wasBusy.current = isBusy;
    if (!stage || !(isBusy || isEnd) || !matchMedia('(max-width: 1023px)').matches) return;
    if ((isLight || isEnd || isSticky) && isInSight(stage)) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    stage.scrollIntoView({ block: 'start', behavior });
  }, [isBusy, isSticky]);
  return stageRef;
}

function LostFiles({ tool, count, accept }: { tool: string; count: number; accept: string }) {
  const t = useWords(workWords);
  const { input, pick } = usePickFiles(files => takeFiles(files, tool), accept);
  if (count === 0) return null;
  return (
    <Callout
      tone="warn"
      icon={<RefreshCw />}
      title={fill(t.lostTitle, { count })}
      actions={
        <Button size="sm" variant="secondary" onClick={pick}>
          {t.lostPick}
        </Button>
      }
    >
      {t.lostText}
      {input}
    </Callout>
  );
}

/** Announces the end of a run to screen readers, because a run that starts by itself does not move the focus. */
function SpokenEnd({ view: { items, shared }, screen }: { view: BenchView; screen: AnyScreen }) {
  const language = useLanguage();
  return (
    <p role="status" className="sr-only">
      {endWords(leadingItems(items, shared, screen), language)}
    </p>
  );
}
