// The largest part of the page: the picture before and after, or how far its run is.

import { fill } from 'contract/words.ts';
import { FileImage, Link2, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Compare } from 'ui/compare.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { formatBytes, formatDimensions } from 'ui/measures.ts';
import type { FileFacts } from 'ui/tool-screen.ts';
import { type AnyOptions, factsOf, isBusy, isOutdated, optionsOf, type WorkItem } from '../items/item.ts';
import { type AnyScreen, changeOptions, reorderItems } from './actions.ts';
import { stateWords } from './progress-words.ts';
import { saveResult } from './result-actions.ts';
import { describeFiles, findBefore, viewItem } from './screen-view.ts';
import { useInstantPreview } from './use-instant-preview.ts';
import { workWords } from './words.ts';

interface StageProps {
  item: WorkItem;
  /** Alone, the frame takes the picture's shape; among others it keeps its own, so that the list below stays where it is. */
  items: readonly WorkItem[];
  /** Which of several result files is looked at. */
  fileIndex: number;
  shared: AnyOptions;
  screen: AnyScreen;
}

/** A tool's own stage or result where it has one, else the picture before and after. */
export function Stage(props: StageProps) {
  const { item, items, shared, screen } = props;
  const language = useLanguage();
  const t = useWords(workWords);
  const [reopened, setReopened] = useState<string | undefined>();
  const run = `${item.id}-${item.runNumber}`;
  const view = viewItem(item, shared);
  const facts = factsOf(item);
  const options = optionsOf(item, shared);
  const isEditing = screen.Stage && (!view.result || reopened === run);
  if (screen.Stage && isEditing) {
    const own = item.ownOptions ? item.id : undefined;
    return (
      <Frame name={facts.name} state="stage">
        <screen.Stage
          key={item.id}
          {...view}
          facts={facts}
          options={options}
          change={patch => changeOptions(item.tool, screen, patch, items.length > 1 ? own : undefined)}
          count={item.ownOptions ? 1 : items.length}
          isBusy={isBusy(item)}
          language={language}
          files={describeFiles(items)}
          reorder={ids => reorderItems(item.tool, ids)}
        />
      </Frame>
    );
  }
  const goOn = screen.Stage && (
    <Button
      size="sm"
      variant="secondary"
      className="absolute top-3 left-1/2 z-10 -translate-x-1/2 shadow-sm"
      icon={<Pencil className="size-4" />}
      onClick={() => setReopened(run)}
    >
      {t.editAgain}
    </Button>
  );
  if (screen.Result && view.result) {
    return (
      <Frame name={facts.name} state="result">
        <screen.Result
          key={run}
          result={view.result}
          fileIndex={props.fileIndex}
          before={view.address}
          facts={facts}
          options={options}
          language={language}
          download={fileIndex => saveResult(item, fileIndex)}
        />
        {goOn}
      </Frame>
    );
  }
  return (
    <div className="relative">
      <PictureStage {...props} />
      {goOn}
    </div>
  );
}

/** The same height whatever is in it, so that the page does not move between editing and result. */
function Frame({ name, state, children }: { name: string; state: string; children: ReactNode }) {
  return (
    <section
      aria-label={name}
      data-stage={state}
      className="card relative h-[clamp(20rem,56svh,30rem)] sm:h-[clamp(22rem,64svh,46rem)] w-full overflow-hidden rounded-[1.75rem]"
    >
      {children}
    </section>
  );
}

function PictureStage({ item, items, fileIndex, shared, screen }: StageProps) {
  const language = useLanguage();
  const t = useWords(workWords);
  const isAlone = items.length === 1;
  const result = item.run === 'done' ? (item.task?.result?.files[fileIndex] ?? item.task?.result?.files[0]) : undefined;
  const before = findBefore(item);
  // A result of earlier options is replaced by a preview of the current ones, where there is one.
  const wantsPreview = !isBusy(item) && (!result || isOutdated(item, shared));
  const instant = useInstantPreview(item, optionsOf(item, shared), screen, wantsPreview);
  const after = instant?.url ?? result?.previewUrl ?? undefined;
  const shown = after ?? before;
  const facts = factsOf(item);
  const { width = result?.width ?? 1200, height = result?.height ?? 900 } = facts;
  const link = item.inputs[0]?.link;

  return (
    <section
      aria-label={facts.name}
      className="card relative max-h-[clamp(18rem,58svh,44rem)] min-h-60 w-full overflow-hidden rounded-[1.75rem]"
      style={{ aspectRatio: isAlone && facts.width ? width / height : 4 / 3 }}
      data-stage={result && !instant ? 'result' : instant ? 'preview' : 'original'}
    >
      {shown ? (
        <Compare
          key={item.id}
          className="size-full"
          before={after ? before : null}
          after={shown}
          alt={facts.name}
          isOpaque={facts.hasAlpha === false}
          width={Math.max(width, result?.width ?? 0)}
          height={Math.max(height, result?.height ?? 0)}
          words={{
            before: t.before,
            after: instant ? t.preview : t.after,
            divider: t.divider,
            zoomIn: t.zoomIn,
            zoomOut: t.zoomOut,
            showWhole: t.showWhole,
            keys: t.compareKeys,
          }}
        />
      ) : (
        <Placard
          icon={link ? <Link2 /> : <FileImage />}
          name={facts.name}
          text={result ? t.resultNotShown : link ? t.linkNotShown : t.notShown}
        />
      )}
      {instant && (
        <p className="pointer-events-none absolute start-3 bottom-3 max-w-[calc(100%-11rem)] rounded-2xl bg-black/65 px-3 py-1.5 text-xs leading-snug text-white">
          {instant.bytes === undefined
            ? t.previewNoteNoSize
            : fill(t.previewNote, { size: formatBytes(instant.bytes) })}
        </p>
      )}
      {!instant && !isBusy(item) && shown && (
        <p className="pointer-events-none absolute start-3 bottom-3 max-w-[calc(100%-11rem)] rounded-2xl bg-black/65 px-3 py-1.5 text-xs leading-snug text-white tabular-nums">
          {(result ? stateWords(item, language) : describe(facts)).split(' · ').map((part, index, all) => (
            <span key={part} className="inline-block whitespace-pre">
              {index < all.length - 1 ? `${part} · ` : part}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

function describe(facts: FileFacts): string {
  const parts = [
    facts.type?.toUpperCase(),
    facts.width && facts.height ? formatDimensions(facts.width, facts.height) : undefined,
    facts.bytes === undefined ? undefined : formatBytes(facts.bytes),
  ];
  return parts.filter(Boolean).join(' · ') || facts.name;
}

function Placard({ icon, name, text }: { icon: ReactNode; name: string; text: string }) {
  return (
    <div className="grid h-full place-content-center justify-items-center gap-3 p-8 text-center">
      <span
        aria-hidden
        className="grid size-16 place-items-center rounded-3xl bg-accent-soft text-accent-ink [&>svg]:size-7"
      >
        {icon}
      </span>
      <p className="max-w-md truncate font-semibold">{name}</p>
      <p className="max-w-sm text-sm text-soft text-balance">{text}</p>
    </div>
  );
}
