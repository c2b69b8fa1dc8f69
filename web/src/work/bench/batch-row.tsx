// An item of the list: its picture, state and actions.
import { type MediaName, media } from 'contract/media.ts';
import { fill } from 'contract/words.ts';
import { Ban, Download, Link2, RotateCcw, X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { FileRow } from 'ui/files/file-row.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { formatBytes } from 'ui/measures.ts';
import { useThumbnails } from '../items/files.ts';
import {
  type AnyOptions,
  factsOf,
  isBusy,
  isHopeless,
  isOutdated,
  isUpdating,
  optionsOf,
  overallPercent,
  phaseOf,
  stillOf,
  type WorkItem,
} from '../items/item.ts';
import { remediesOf } from '../items/remedies.ts';
import { patchBench, useWork } from '../items/store.ts';
import { cancelItem } from '../transfer/orders.ts';
import { type AnyScreen, refusalOf, removeItems, runOne } from './actions.ts';
import { isSavable, lightItems } from './changes.ts';
import { hasGrown, stateWords } from './progress-words.ts';
import { ReplaceButton } from './remedy-buttons.tsx';
import { saveShown, shareShown } from './result-actions.ts';
import { useOnline } from './use-online.ts';
import { useSeconds } from './use-seconds.ts';
import { workWords } from './words.ts';

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
export const BatchRow = memo(function BatchRow({ id, isSelected, shared, screen, isJoined, accept }: BatchRowProps) {
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
