// The stage of video watermarks: the clip with its mark, which can be dragged, and its subtitles, as the server will draw them.
import { moveMark } from 'contract/mark/motion.ts';
import { type Placed, placeMark, type Size, shorterEdge } from 'contract/mark/place.ts';
import { wishesOf } from 'contract/mark/wishes.ts';
import { type Cue, cuesAt, keepWithin } from 'contract/subtitles/cues.ts';
import { plainText } from 'contract/subtitles/markup.ts';
import { fill } from 'contract/words.ts';
import { Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ClipStage } from 'ui/clip/clip-stage.tsx';
import { type Playback, useMoment, usePlayback } from 'ui/clip/playback.ts';
import { IconButton } from 'ui/icon-button.tsx';
import { MarkCanvas } from 'ui/mark-canvas/mark-canvas.tsx';
import { markCanvasWords } from 'ui/mark-canvas/words.ts';
import { type DraftMark, placeDraft } from 'ui/mark-options/draft-mark.ts';
import { useHistory } from 'ui/mark-options/use-history.ts';
import { type FoundSource, useSources } from 'ui/mark-options/use-sources.tsx';
import { formatTime } from 'ui/measures.ts';
import type { StageProps } from 'ui/tool-screen.ts';
import type { VideoDraft } from './draft.ts';
import { changeCue } from './edit-cues.ts';
import { openCue, sharePlayback, useOpenCue } from './playhead.tsx';
import { ShownCues, useMissingSigns } from './shown-cues.tsx';
import { words } from './words.ts';

const noCues: readonly Cue[] = [];

function lookOf(mark: DraftMark, frame: Size) {
  const { outlineColor, shadow, shadowColor, shadowBlur, shadowDistance, opacity, tile, tileGap, color } = mark;
  const outlineWidth = mark.markType === 'text' ? mark.outlineWidth : 0;
  return {
    color: color === 'auto' ? '#ffffff' : color,
    finish: { outlineWidth, outlineColor, shadow, shadowColor, shadowBlur, shadowDistance },
    opacity,
    gap: tile ? tileGap * shorterEdge(frame) : undefined,
  };
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-3 top-3 mx-auto w-fit max-w-[calc(100%-1.5rem)] rounded-2xl bg-black/70 px-3.5 py-1.5 text-center text-xs leading-snug text-white"
    >
      {children}
    </p>
  );
}

interface MarkLayerProps extends Pick<StageProps<VideoDraft>, 'change' | 'isBusy' | 'language' | 'facts'> {
  draft: VideoDraft;
  /** The frame with even sides, like the result. */
  frame: Size;
  found: FoundSource | undefined;
  playback: Playback;
  history: { readonly undo: () => void; readonly redo: () => void };
}

/** The mark at its current position. */
function MarkLayer({ draft, change, isBusy, language, facts, frame, found, playback, history }: MarkLayerProps) {
  const t = words[language];
  const { seconds: now, isPlaying } = useMoment(playback);
  const { mark, start = 0, end = Number.POSITIVE_INFINITY, motion, motionPeriod, tab } = draft;
  const { source, problem, missing = [] } = found ?? {};
  const rest = source && placeMark(frame, source.shape, wishesOf(mark));
  const shown =
    rest && moveMark(frame, rest, { motion: mark.tile ? 'none' : motion, period: motionPeriod }, now - start);
  // Keeps the object identity while the mark does not move, so that it is not redrawn.
  const last = useRef<Placed | undefined>(undefined);
  if (JSON.stringify(last.current) !== JSON.stringify(shown)) last.current = shown;
  const isInTime = now >= start && now < end;

  function place(next: Placed) {
    if (!source || !rest || !shown) return;
    // A moving mark is dragged from its current position.
    const centre = {
      x: rest.centre.x + next.centre.x - shown.centre.x,
      y: rest.centre.y + next.centre.y - shown.centre.y,
    };
    change({ mark: { ...mark, ...placeDraft(mark, frame, source.shape, rest, { ...next, centre }) } });
  }

  const isEdited = tab === 'mark';
  const lack = mark.markType === 'text' ? t.typeFirst : t.pickFirst;
  const hidden = fill(t.notNow, { start: formatTime(start), end: formatTime(Math.min(end, facts.seconds ?? end)) });
  const note =
    problem ??
    (missing.length > 0 ? fill(t.signsMissing, { signs: missing.join(' ') }) : undefined) ??
    (source ? undefined : lack) ??
    (isInTime || isPlaying ? undefined : hidden);
  return (
    <>
      <MarkCanvas
        isOverlay
        address={undefined}
        name={facts.name}
        picture={frame}
        source={isInTime ? source : undefined}
        placed={isInTime ? last.current : undefined}
        look={lookOf(mark, frame)}
        margin={mark.margin}
        others={[]}
        onChoose={() => undefined}
        isLocked={isBusy || isPlaying || !isEdited}
        isOpaque
        onPlace={place}
        onUndo={history.undo}
        onRedo={history.redo}
      />
      {isEdited && note && <Note>{note}</Note>}
    </>
  );
}

type CueLayerProps = Pick<MarkLayerProps, 'draft' | 'frame' | 'playback' | 'language'> &
  Pick<StageProps<VideoDraft>, 'ask'>;

function CueLayer({ draft, frame, playback, language, ask }: CueLayerProps) {
  const { seconds } = useMoment(playback);
  const missing = useMissingSigns(draft.cues, draft.style.fontWeight, ask);
  return (
    <>
      <ShownCues cues={draft.cues} style={draft.style} frame={frame} seconds={seconds} ask={ask} />
      {draft.tab === 'subtitles' && missing.length > 0 && (
        <Note>{fill(words[language].signsMissing, { signs: missing.join(' ') })}</Note>
      )}
    </>
  );
}

/** When cues arrive from a file or another tool, seeks to the first one, because none is visible at the start. */
function useFirstCue(cues: readonly Cue[], playback: Playback, isLong: boolean) {
  const had = useRef(0);
  useEffect(() => {
    const isNew = had.current === 0 && cues.length > 0;
    // Seeking is not possible until the duration is known.
    if (!isLong) return;
    had.current = cues.length;
    const [first] = cues;
    if (isNew && first && playback.moment().seconds === 0 && cuesAt(cues, 0).length === 0)
      playback.seek(first.start + 0.01);
  }, [cues, playback, isLong]);
}

export function Stage({ options: draft, change, isBusy, ask, ...props }: StageProps<VideoDraft>) {
  const { facts, language } = props;
  const t = words[language];
  const playback = usePlayback();
  useEffect(() => sharePlayback(playback), [playback]);
  const openId = useOpenCue();
  const [found] = useSources([draft.mark], ask);
  const { tab, ...drawn } = draft;
  const history = useHistory<Omit<VideoDraft, 'tab'>>(drawn, change, isBusy);
  const { start = 0, end = facts.seconds ?? 0, cues } = draft;
  useFirstCue(tab === 'subtitles' ? cues : noCues, playback, facts.seconds !== undefined);
  const ranges =
    tab === 'mark'
      ? found?.source && end > start
        ? [{ id: 'mark', label: t.tabMark, start, end }]
        : []
      : keepWithin(cues, facts.seconds ?? Number.POSITIVE_INFINITY).map(cue => ({
          id: cue.id,
          label: plainText(cue.text || cue.second || t.emptyLine).replaceAll('\n', ' '),
          start: cue.start,
          end: cue.end,
        }));
  function retime(id: string, times: { start: number; end: number }, seconds: number) {
    if (id !== 'mark') return change({ cues: changeCue(cues, id, times) });
    // A range over the whole clip is stored as undefined, so that it fits the next clip too.
    const last = seconds - 0.05;
    change({ start: times.start <= 0 ? undefined : times.start, end: times.end >= last ? undefined : times.end });
  }
  return (
    <div className="absolute inset-0" data-exact={found?.isExact ?? false}>
      <ClipStage
        {...props}
        playback={playback}
        isLocked={isBusy}
        ranges={ranges}
        onRangeChange={retime}
        selectedRange={tab === 'subtitles' ? openId : undefined}
        onRangeSelect={id => tab === 'subtitles' && openCue(id)}
        extra={
          <>
            <IconButton
              size="sm"
              label={markCanvasWords[language].undo}
              icon={<Undo2 className="size-5" />}
              disabled={!history.canUndo || isBusy}
              onClick={history.undo}
            />
            <IconButton
              className="max-sm:hidden"
              size="sm"
              label={markCanvasWords[language].redo}
              icon={<Redo2 className="size-5" />}
              disabled={!history.canRedo || isBusy}
              onClick={history.redo}
            />
          </>
        }
      >
        {({ width, height }) => {
          // Results have even sides.
          const frame = { width: width - (width % 2), height: height - (height % 2) };
          return (
            <>
              {draft.mode === 'burn' && <CueLayer {...{ draft, frame, playback, language, ask }} />}
              {(found?.source || tab === 'mark') && (
                <MarkLayer {...{ draft, change, isBusy, language, facts, frame, found, playback, history }} />
              )}
            </>
          );
        }}
      </ClipStage>
    </div>
  );
}
