// The result: the clip beside its text, on phones above it. A click on a line plays it, and every line can be edited.
import { media } from 'contract/media.ts';
import type { SpeechSegment } from 'contract/speech.ts';
import { plainText } from 'contract/subtitles/markup.ts';
import { warningWords } from 'contract/warnings.ts';
import { fill, type Language } from 'contract/words.ts';
import { Captions, Clock, SearchX } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { ClipStage } from 'ui/clip/clip-stage.tsx';
import { usePlayback } from 'ui/clip/playback.ts';
import { CopyButton } from 'ui/copy-button.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { formatTime } from 'ui/measures.ts';
import { type ClipViews, type FileFacts, isLocked, type ResultProps } from 'ui/tool-screen.ts';
import type { TextMeta } from './contract.ts';
import { LinesPane } from './lines-pane.tsx';
import { joinParagraphs } from './paragraphs.ts';
import { rememberResult, type ScreenOptions, shownLines, withText } from './texts.ts';
import { words } from './words.ts';

type Lines = readonly SpeechSegment[];

interface Edits {
  readonly lines: Lines;
  readonly put: (lines: Lines) => void;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
}

/** Returns the current text with undo and redo. */
function useEdits({ result, facts, options, change }: ResultProps<ScreenOptions>): Edits {
  const lines = shownLines(options, facts, result);
  const [past, setPast] = useState<readonly Lines[]>([]);
  const [future, setFuture] = useState<readonly Lines[]>([]);
  useEffect(() => rememberResult(options, facts, result), [options, facts, result]);
  const show = (next: Lines) => change({ texts: withText(options, facts, next) });
  const [last, next] = [past.at(-1), future[0]];
  return {
    lines,
    put(changed) {
      setPast([...past, lines]);
      setFuture([]);
      show(changed);
    },
    undo:
      last &&
      (() => {
        setPast(past.slice(0, -1));
        setFuture([lines, ...future]);
        show(last);
      }),
    redo:
      next &&
      (() => {
        setPast([...past, lines]);
        setFuture(future.slice(1));
        show(next);
      }),
  };
}

/** Returns the address of the sound if there is no clip to play. It is kept when an edit makes a result without it. */
function useSound({ result, clip }: ResultProps<ScreenOptions>): string | undefined {
  const address = clip ? undefined : (result.meta as TextMeta).layerUrl;
  const [kept, setKept] = useState<string | undefined>();
  useEffect(() => {
    if (!address) return;
    const stop = new AbortController();
    // The server deletes it together with the result that an edit replaces.
    fetch(address, { signal: stop.signal })
      .then(answer => (answer.ok ? answer.blob() : undefined))
      .then(blob => {
        if (blob && !stop.signal.aborted) setKept(URL.createObjectURL(blob));
      })
      .catch(() => undefined); // On failure only the clip itself can be played, if at all.
    return () => stop.abort();
  }, [address]);
  useEffect(() => {
    if (kept) return () => URL.revokeObjectURL(kept);
    return undefined;
  }, [kept]);
  return kept ?? address;
}

const isSound = ({ type }: FileFacts) => type !== undefined && media[type].kind === 'sound';

/** Makes ClipStage play the sound if there is no clip. */
const soundAlone = (address: string): ClipViews => ({
  proxy: { state: 'ready', address, isWhole: true },
  want: () => undefined,
});

/** Returns paragraphs, or with times each line after its start time. */
const plainTextOf = (lines: Lines, hasTimes: boolean): string =>
  hasTimes
    ? lines.map(({ start, text }) => `[${formatTime(start, 0)}] ${plainText(text).replaceAll('\n', ' ')}`).join('\n')
    : joinParagraphs(lines)
        .map(({ text }) => plainText(text))
        .join('\n\n');

function Nothing({ language }: { language: Language }) {
  const { sentence, remedy } = warningWords('no-speech', language);
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-2 p-6 text-center">
      <SearchX aria-hidden className="size-8 text-soft" />
      <p className="font-semibold">{sentence}</p>
      <p className="max-w-xs text-sm text-soft text-balance">{remedy}</p>
    </div>
  );
}

export function Result(props: ResultProps<ScreenOptions>) {
  const { result, file, clip, facts, before, language, download } = props;
  const t = words[language];
  const playback = usePlayback();
  // Only the start of the text is known: it can be viewed, but not edited or passed on.
  const isPart = isLocked(result);
  const handOn = isPart || isSound(facts) ? undefined : props.findHandOn('mark-video');
  const { lines, put, undo, redo } = useEdits(props);
  const sound = useSound(props);
  const [chosen, choose] = useState(-1);
  const [hasTimes, setHasTimes] = useState(false);
  const line = lines[chosen];
  // For a link the page has only the sound that came with the result.
  const views = clip ?? (sound === undefined ? undefined : soundAlone(sound));
  const kinds = useMemo(
    () => result.files.map(({ name }) => name.slice(name.lastIndexOf('.') + 1).toUpperCase()),
    [result],
  );
  return (
    <div className="grid size-full max-lg:grid-rows-[minmax(0,1fr)_minmax(0,2fr)] lg:grid-cols-[minmax(0,1fr)_minmax(18rem,50%)]">
      <ClipStage
        file={file}
        address={before}
        facts={clip ? facts : { ...facts, type: 'm4a' }}
        clip={views}
        language={language}
        playback={playback}
        isBrief
        ranges={line ? [{ id: String(chosen), label: line.text, start: line.start, end: line.end }] : []}
        selectedRange={String(chosen)}
        onRangeChange={(_, times) => line && !isPart && put(lines.with(chosen, { ...line, ...times }))}
      />
      <div className="flex min-h-0 min-w-0 flex-col border-line max-lg:border-t lg:border-s">
        {lines.length === 0 ? (
          <Nothing language={language} />
        ) : (
          <>
            <div className="flex items-center gap-1 border-b border-line p-2.5 max-lg:overflow-x-auto lg:flex-wrap max-lg:[&>*]:shrink-0">
              {!isPart && (
                <>
                  <CopyButton readText={() => plainTextOf(lines, hasTimes)} words={t} />
                  <IconButton
                    size="sm"
                    label={t.copyTimes}
                    aria-pressed={hasTimes}
                    className="me-1 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
                    icon={<Clock className="size-4" />}
                    onClick={() => setHasTimes(!hasTimes)}
                  />
                </>
              )}
              {kinds.map((kind, index) => (
                <Button
                  key={kind}
                  size="sm"
                  variant="secondary"
                  aria-label={fill(t.download, { kind })}
                  title={fill(t.download, { kind })}
                  className="px-2.5!"
                  onClick={() => download(index)}
                >
                  {kind}
                </Button>
              ))}
              {handOn && (
                <Button
                  size="sm"
                  variant="quiet"
                  className="px-2.5!"
                  icon={<Captions className="size-4" />}
                  onClick={() => handOn({ cues: lines })}
                >
                  {t.asSubtitles}
                </Button>
              )}
            </div>
            <LinesPane
              {...{ lines, playback, chosen, undo, redo }}
              t={isPart ? { ...t, paneKeys: t.paneKeysPart } : t}
              onChoose={choose}
              onEdit={isPart ? undefined : put}
            />
            <p className={joinClasses('border-t border-line px-4 py-2 text-xs text-soft', !isPart && 'max-lg:hidden')}>
              {isPart ? t.partHint : t.hint}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
