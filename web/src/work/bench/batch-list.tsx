// The tool's items in order, below the actions that apply to all of them.

import { type MediaName, media } from 'contract/media.ts';
import { fill } from 'contract/words.ts';
import { Ban, Download, Link2, Plus, RotateCcw, Trash2, X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Button } from 'ui/button.tsx';
import { FileRow } from 'ui/files/file-row.tsx';
import { usePickFiles } from 'ui/files/use-pick-files.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { formatBytes } from 'ui/measures.ts';
import { Spinner } from 'ui/spinner.tsx';
import type { AnyOptions, AnyScreen } from 'ui/tool-screen.ts';
import { useOnline } from 'ui/use-online.ts';
import { useSeconds } from 'ui/use-seconds.ts';
import { remediesOf } from '../../catalogue/remedies.ts';
import { workWords } from '../../words/work.ts';
import {
  factsOf,
  hasFailed,
  isBusy,
  isHopeless,
  isOutdated,
  isUpdating,
  optionsOf,
  phaseOf,
  stillOf,
  type WorkItem,
} from '../items/item.ts';
import { useThumbnails } from '../items/live.ts';
import { patchBench, useWork } from '../items/store.ts';
import { cancelItem } from '../transfer/orders.ts';
import { clearBench, leadingItems, refusalOf, removeItems, runOne } from './actions.ts';
import { isSavable, lightItems } from './changes.ts';
import { takeFiles } from './intake.ts';
import { hasGrown, overallPercent, stateWords } from './progress-words.ts';
import { ReplaceButton } from './remedy-buttons.tsx';
import { saveShown, shareShown } from './result-actions.ts';
import type { BenchView } from './use-bench.ts';

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

interface BatchRowProps {
  id: string;
  isSelected: boolean;
  shared: AnyOptions;
  screen: AnyScreen;
  /** All files are joined into one result, so a waiting file has no state of its own. */
  isJoined: boolean;
  accept: string;
}

/** Memoised: renders only when its own item changes, so that a batch of hundreds stays fast. */
const BatchRow = memo(function BatchRow({ id, isSelected, shared, screen, isJoined, accept }: BatchRowProps) {
  const language = useLanguage();
  const t = useWords(workWords);
  const item = useWork(work => work.items[id]);
  const inputId = item?.inputs[0]?.id;
  const thumbnail = useThumbnails(all => (inputId === undefined ? undefined : all[inputId]));
  const phase = item && phaseOf(item);
  const now = useSeconds(phase === 'running' || phase === 'uploading');
  const isOnline = useOnline();
  if (!item || !phase) return null;

  const isFresh = isUpdating(item);
  // An item that waits has its place in the queue instead of a bar.
  const isMoving = !isFresh && (phase === 'uploading' || phase === 'running' || phase === 'starting');
  const facts = factsOf(item);
  const name = facts.name || screen.optionsLabel(optionsOf(item, shared), language);
  const size = facts.bytes === undefined ? undefined : formatBytes(facts.bytes);
  const refusal = phase === 'ready' || phase === 'cancelled' ? refusalOf(item, shared, screen, language) : undefined;
  const details = [
    phase === 'done' || phase === 'failed' ? undefined : size,
    item.ownOptions && `${t.ownOptions} (${screen.optionsLabel(item.ownOptions, language)})`,
    isJoined && phase === 'ready'
      ? undefined
      : isFresh
        ? t.updating
        : isOutdated(item, shared)
          ? t.outdated
          : (refusal ?? stateWords(item, language, { now, isOnline })),
  ];
  return (
    <FileRow
      name={name}
      standIn={standInOf(facts.type)}
      // The result if there is one, otherwise the original.
      thumbnail={
        (item.run === 'done' && item.task?.result?.files[0] && stillOf(item.task.result.files[0])) ||
        (thumbnail ?? null)
      }
      details={
        <span data-phase={phase} className={hasGrown(item) ? 'text-warn' : undefined}>
          {details.filter(Boolean).join(' · ')}
        </span>
      }
      tone={
        phase === 'failed' || phase === 'lost' || refusal !== undefined
          ? 'bad'
          : phase === 'done' && !isOutdated(item, shared)
            ? 'good'
            : 'plain'
      }
      percent={isMoving ? overallPercent(item) : undefined}
      progressLabel={fill(t.progressOf, { name })}
      isSelected={isSelected}
      onSelect={() => patchBench(item.tool, { selectedId: id })}
      actions={<RowActions item={item} shared={shared} screen={screen} accept={accept} />}
    />
  );
});

function standInOf(type: MediaName | undefined): 'document' | 'sound' | 'video' {
  const kind = type && media[type].kind;
  return kind === 'sound' || kind === 'video' ? kind : 'document';
}

interface RowActionsProps {
  item: WorkItem;
  shared: AnyOptions;
  screen: AnyScreen;
  accept: string;
}

function RowActions({ item, shared, screen, accept }: RowActionsProps) {
  const t = useWords(workWords);
  const phase = phaseOf(item);
  const { name } = factsOf(item);
  const isOver = isHopeless(item, shared);
  const canSave = isSavable(item, shared, lightItems([item], shared, screen));
  const button = (label: string, icon: ReactNode, onClick: () => void, className?: string) => (
    <IconButton
      size="sm"
      label={`${label} · ${name}`}
      title={label}
      icon={icon}
      onClick={onClick}
      className={className}
    />
  );
  return (
    <>
      {canSave && button(t.download, <Download className="size-4.5" />, () => void saveShown([item], screen))}
      {canSave &&
        button(t.copyLink, <Link2 className="size-4.5" />, () => void shareShown(item, screen), 'max-sm:hidden')}
      {isOver && remediesOf(item).includes('file') && <ReplaceButton item={item} accept={accept} />}
      {((phase === 'failed' && !isOver) || phase === 'cancelled') &&
        button(t.retry, <RotateCcw className="size-4.5" />, () => runOne(item.id, screen))}
      {isBusy(item) && !isUpdating(item)
        ? button(t.cancel, <Ban className="size-4.5" />, () => cancelItem(item.id))
        : button(t.remove, <X className="size-4.5" />, () => removeItems(item.tool, [item.id]))}
    </>
  );
}
