// The largest part of the page: the picture before and after, or the progress of its run.

import { fill, type Language } from 'contract/words.ts';
import { FileImage, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from 'ui/classes.ts';
import { nameFormat } from 'ui/format-name.ts';
import { useLanguage, useWords } from 'ui/language.tsx';
import { formatBytes, formatDimensions } from 'ui/measures.ts';
import { Compare } from 'ui/picture/compare.tsx';
import type { AnyOptions, AnyScreen, FileFacts, TaskResult } from 'ui/tool-screen.ts';
import { workWords } from '../../words/work.ts';
import { factsOf, isBusy, isOutdated, isUpdating, optionsOf, stillOf, type WorkItem } from '../items/item.ts';
import { changeOptions, reorderItems, runOne } from './actions.ts';
import type { ShownResult } from './changes.ts';
import { useClipViews } from './clip-views.ts';
import { useHandOriginal } from './hand-original.ts';
import { stateWords } from './progress-words.ts';
import { saveShown } from './result-actions.ts';
import { describeFiles, findBefore, viewItem } from './screen-view.ts';
import { useInstantPreview } from './use-instant-preview.ts';

interface StageProps {
  item: WorkItem;
  /** A single item's frame has the picture's shape; with several items the shape is fixed, so that the list below does not move. */
  items: readonly WorkItem[];
  /** The index of the file shown, if the result has several. */
  fileIndex: number;
  shared: AnyOptions;
  screen: AnyScreen;
  /** The result being shown. */
  shown: ShownResult | undefined;
  /** The user is editing a finished picture on its stage. */
  isReopened: boolean;
}

/** The result of the last run, whatever the options are now. */
const lastOf = ({ run, task, ranOptions }: WorkItem) =>
  run === 'done' && task?.result && ranOptions ? { result: task.result, made: ranOptions } : undefined;

/** A tool's own stage or result if it has one, otherwise the picture before and after. */
export function Stage(props: StageProps) {
  const { item, items, shared, screen, shown, isReopened } = props;
  const language = useLanguage();
  const run = `${item.id}-${item.runNumber}`;
  const view = viewItem(item, shared);
  const clip = useClipViews(item);
  const findHandOn = useHandOriginal(item);
  const facts = factsOf(item);
  const options = optionsOf(item, shared);
  if (screen.Stage && (!shown || isReopened)) {
    const own = item.ownOptions ? item.id : undefined;
    return (
      <Frame name={facts.name} state="stage" height={heightOf(screen)}>
        <screen.Stage
          key={item.id}
          {...view}
          facts={facts}
          clip={clip}
          options={options}
          change={patch => changeOptions(item.tool, screen, patch, items.length > 1 ? own : undefined)}
          count={item.ownOptions ? 1 : items.length}
          isBusy={isBusy(item)}
          last={lastOf(item)}
          run={() => runOne(item.id, screen)}
          partial={isBusy(item) ? item.task?.partial : undefined}
          language={language}
          files={describeFiles(items)}
          reorder={ids => reorderItems(item.tool, ids)}
        />
      </Frame>
    );
  }
  if (screen.Result && shown) {
    return (
      <Frame name={facts.name} state="result" height={screen.hasTallStage ? 'tall' : 'usual'}>
        <screen.Result
          // A light run produces the same picture that the screen has already drawn, so its frame and zoom are kept.
          key={screen.isLightChange ? item.id : run}
          result={shown.result}
          file={view.file}
          clip={clip}
          fileIndex={props.fileIndex}
          before={view.address}
          facts={facts}
          options={screen.isLightChange ? options : shown.made}
          made={shown.made}
          note={noteOn(props, language)}
          language={language}
          change={patch => changeOptions(item.tool, screen, patch, items.length > 1 ? item.id : undefined)}
          download={fileIndex => void saveShown([item], screen, fileIndex)}
          findHandOn={findHandOn}
        />
      </Frame>
    );
  }
  return <PictureStage {...props} />;
}

/** Heights on a phone; a low stage leaves space for the options below. A tall one shows a picture large enough to paint on also in a short window. */
const heights = {
  low: 'h-(--low-stage) lg:h-[clamp(22rem,64svh,64rem)]',
  usual: 'h-[clamp(20rem,56svh,30rem)] sm:h-[clamp(22rem,64svh,64rem)]',
  tall: 'h-[clamp(32rem,70svh,38rem)] sm:h-[clamp(22rem,64svh,64rem)]',
};

const heightOf = ({ isTunedByEye, hasTallStage }: AnyScreen): keyof typeof heights =>
  isTunedByEye ? 'low' : hasTallStage ? 'tall' : 'usual';

interface FrameProps {
  name: string;
  state: string;
  height: keyof typeof heights;
  children: ReactNode;
}

/** Constant height, so that the page does not shift between editing and result. */
function Frame({ name, state, height, children }: FrameProps) {
  return (
    <section
      aria-label={name}
      data-stage={state}
      className={joinClasses('card relative w-full overflow-hidden rounded-[1.75rem]', heights[height])}
    >
      {children}
    </section>
  );
}

function PictureStage(props: StageProps) {
  const { item, items, fileIndex, shared, screen, shown } = props;
  const language = useLanguage();
  const t = useWords(workWords);
  const result = shown && (shown.result.files[fileIndex] ?? shown.result.files[0]);
  const before = findBefore(item);
  const isOld = isOutdated(item, shared);
  // A result of earlier options is replaced by a preview of the current ones, if available.
  const instant = useInstantPreview(
    item,
    optionsOf(item, shared),
    screen,
    isUpdating(item) || (!isBusy(item) && (!result || isOld)),
  );
  const after = instant?.url ?? (result && stillOf(result)) ?? undefined;
  const facts = factsOf(item);
  const { width = result?.width ?? 1200, height = result?.height ?? 900 } = facts;
  const link = item.inputs[0]?.link;
  // A single item's frame has the picture's shape; with several items the shape is fixed, so that the list below does not move.
  const aspectRatio = items.length === 1 && facts.width ? width / height : 4 / 3;
  const picture = after ?? before;
  const note = instant
    ? instant.bytes === undefined
      ? t.previewNoteNoSize
      : fill(t.previewNote, { size: formatBytes(instant.bytes) })
    : isOld && !isUpdating(item)
      ? t.outdated
      : result
        ? noteTextOn(props, result, language)
        : describe(facts);

  return (
    <section
      aria-label={facts.name}
      className="card relative w-full overflow-hidden rounded-[1.75rem]"
      data-stage={result && !instant ? 'result' : instant ? 'preview' : 'original'}
    >
      {picture ? (
        <Compare
          key={item.id}
          before={after ? before : null}
          after={picture}
          alt={facts.name}
          isPreview={instant !== undefined}
          isOpaque={facts.hasAlpha === false || (!instant && result?.contentType === 'image/jpeg')}
          width={Math.max(width, result?.width ?? 0)}
          height={Math.max(height, result?.height ?? 0)}
          aspectRatio={aspectRatio}
          note={note && <Parts text={note} />}
        />
      ) : (
        <div className="h-[clamp(18rem,50svh,40rem)]">
          <Placard
            icon={link ? <Link2 /> : <FileImage />}
            name={facts.name}
            text={result ? t.resultNotShown : link ? t.linkNotShown : t.notShown}
          />
        </div>
      )}
    </section>
  );
}

/** The note below the result in a tool's own view. */
function noteOn(props: StageProps, language: Language): ReactNode {
  const { shown, fileIndex } = props;
  const result = shown?.result.files[fileIndex] ?? shown?.result.files[0];
  return result ? <Parts text={noteTextOn(props, result, language)} /> : null;
}

/** During a run the note stays, because what is below it would move. */
function noteTextOn({ item, shared }: StageProps, result: TaskResult['files'][number], language: Language): string {
  const { name, width, height, size: bytes, locked } = result;
  if (isBusy(item)) return locked ? lockedNote(result, workWords[language]) : describe({ name, width, height, bytes });
  return isOutdated(item, shared) ? workWords[language].outdated : resultNote(item, result, language);
}

const resultNote = (item: WorkItem, result: TaskResult['files'][number], language: Language): string =>
  result.locked ? lockedNote(result, workWords[language]) : stateWords(item, language);

/** The preview is smaller than a large result: without its size, an enlargement would look like the opposite. */
const lockedNote = (
  { width, height }: TaskResult['files'][number],
  t: Record<'lockedNote' | 'lockedNoteSize', string>,
): string => (width && height ? fill(t.lockedNoteSize, { size: formatDimensions(width, height) }) : t.lockedNote);

/** Facts separated by dots, each kept on one line. */
function Parts({ text }: { text: string }) {
  const parts = text.split(' · ');
  return (
    <p className="tabular-nums">
      {parts.map((part, index) => (
        <span key={part} className={parts.length > 1 ? 'inline-block whitespace-pre' : undefined}>
          {index < parts.length - 1 ? `${part} · ` : part}
        </span>
      ))}
    </p>
  );
}

function describe(facts: FileFacts): string {
  const parts = [
    facts.type && nameFormat(facts.type),
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
