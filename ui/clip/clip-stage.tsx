// The stage for a clip or sound: the frame, a tool's overlays, the buttons, and the timeline. Fills its parent.
//
// A tool's Stage (StageProps of ui/tool-screen.ts) uses it like this:
//
//   function Stage({ options, change, isBusy, ...props }: StageProps<Settings>) {
//     const playback = usePlayback(); // ui/clip/playback.ts
//     return (
//       <ClipStage
//         {...props} // file, address, facts, clip, language
//         playback={playback}
//         isLocked={isBusy}
//         ranges={options.marks.map(({ id, name, start, end }) => ({ id, label: name, start, end }))}
//         onRangeChange={(id, { start, end }, seconds) => change(…)}
//         selectedRange={chosen} onRangeSelect={choose}
//       >
//         {frame => (
//           // Covers the frame exactly, playing or paused. `frame.width` × `frame.height` is the clip's size in pixels after rotation, and
//           // `frame.scale` is the number of CSS pixels per clip pixel. With this viewBox, all coordinates are in clip pixels:
//           <svg viewBox={`0 0 ${frame.width} ${frame.height}`} className="absolute inset-0 size-full">…</svg>
//         )}
//       </ClipStage>
//     );
//   }
//
// - `playback` has `.seek(seconds)`, `.play()`, `.pause()`, `.toggle()`, `.step(frames)`, `.playPart({start, end})` and `.frameSpan()`.
//   `useMoment(playback)` is `{seconds, isPlaying}` and re-renders its component at each frame, so call it in the smallest component possible,
//   e.g. one that hides a mark outside its time. `await playback.grabFrame()` is the current frame as an ImageBitmap.
// - `part` and `onPartChange` are the in and out points (keys I and O); without them, I and O set the ends of the selected range.
// - A range may end at infinity, which means the end of the clip: a tool knows the duration later than the player does.
// - Overlapping ranges are shown in separate rows. The ends of the selected range can be dragged, or moved by keys like sliders. Without
//   `onRangeChange` the ranges are read-only.
// - A click on the frame plays, or is passed to the children if there are any. Keys: Space or K plays, J and L skip five seconds, comma and period
//   step single frames, + and - zoom. A child that handles one of these keys calls `preventDefault`.
// - Until the server has analysed the upload, `facts.streams` is absent and the frame rate is assumed to be 25 per second. If the browser cannot
//   play the clip, a still is shown while a preview is made; the children cover the still as well.

import { maxClipSeconds } from 'contract/clip/formats.ts';
import { media } from 'contract/media.ts';
import { fill } from 'contract/words.ts';
import { type ReactNode, useEffect, useState } from 'react';
import type { ClipViews, FileFacts, StageProps } from '../tool-screen.ts';
import { ClipControls, PartRow } from './clip-controls.tsx';
import { ClipFrame, type ShownFrame } from './clip-frame.tsx';
import type { Playback } from './playback.ts';
import { type ClipPart, type TimeRange, withEnd, withStart, withTimes } from './time-view.ts';
import { Timeline, type TimelineProps, useTimelineZoom } from './timeline.tsx';
import { useClipKeys } from './use-clip-keys.ts';
import { useClipSource } from './use-clip-source.ts';
import { clipWords } from './words.ts';

interface ClipStageProps extends Pick<StageProps<unknown>, 'file' | 'address' | 'facts' | 'clip' | 'language'> {
  playback: Playback;
  isLocked?: boolean;
  /** Omits the timeline on phones, where there is no space for it. */
  isBrief?: boolean;
  part?: ClipPart | undefined;
  onPartChange?: (part: ClipPart) => void;
  ranges?: readonly TimeRange[];
  /** Also called with the clip's duration, which the player may know before `facts` does. */
  onRangeChange?: (id: string, times: { start: number; end: number }, seconds: number) => void;
  selectedRange?: string | undefined;
  onRangeSelect?: (id: string) => void;
  /** Additional buttons next to the play button. */
  extra?: ReactNode;
  children?: (frame: ShownFrame) => ReactNode;
  /** Absolutely positioned over the frame and its surroundings, such as a painter that shows its own picture of the frame. */
  cover?: ReactNode;
}

/** Returns a note if something other than the clip itself is shown. */
function noteOf(
  isSound: boolean,
  { streams, isUnreadable }: FileFacts,
  { isOwn, isProxyPlayed }: ReturnType<typeof useClipSource>,
  clip: ClipViews | undefined,
  t: (typeof clipWords)['en'],
) {
  if (isUnreadable) return t.unreadable;
  if (isOwn) return undefined;
  if (!isSound && streams && !streams.some(({ kind }) => kind === 'video')) return t.soundAlone;
  const { proxy } = clip ?? {};
  if (isProxyPlayed)
    return proxy?.state === 'ready' && !proxy.isWhole
      ? fill(t.proxyOfPart, { minutes: maxClipSeconds / 60 })
      : t.proxyShown;
  if (proxy?.state === 'making')
    return fill(isSound ? t.proxyMakingSound : t.proxyMaking, { percent: Math.round(proxy.percent) });
  return isSound ? t.notPlayedSound : t.notPlayed;
}

/** Requests the film strip and the waveform once the tracks are known, and the preview once the browser has rejected the clip. */
function useViews({ streams }: FileFacts, clip: ClipViews | undefined, isOwn: boolean): void {
  const has = (kind: 'video' | 'sound') => streams?.some(stream => stream.kind === kind) ?? false;
  const [hasPicture, hasSound] = [has('video'), has('sound')];
  const isProxyWanted = !isOwn && (hasPicture || hasSound);
  const want = clip?.want;
  useEffect(() => {
    if (hasPicture) want?.('film');
    if (hasSound) want?.('peaks');
    if (isProxyWanted) want?.('proxy');
  }, [want, hasPicture, hasSound, isProxyWanted]);
}

const noRanges: readonly TimeRange[] = [];
const usualFrameRate = 25;

const endWithin = (ranges: readonly TimeRange[], seconds: number): readonly TimeRange[] =>
  ranges.some(({ end }) => end > seconds)
    ? ranges.map(range => ({ ...range, end: Math.min(range.end, seconds) }))
    : ranges;

export function ClipStage(props: ClipStageProps) {
  const { file, address, facts, clip, language, playback, part, onPartChange, children } = props;
  const { isLocked = false, isBrief = false } = props;
  const t = clipWords[language];
  const [found, setFound] = useState<{ seconds: number; width: number; height: number } | undefined>();
  const [chosen, choose] = useState<string | undefined>();
  const isSound = facts.type !== undefined && media[facts.type].kind === 'sound';
  const source = useClipSource(file, clip);
  useViews(facts, clip, source.isOwn);
  const seconds = facts.seconds ?? found?.seconds ?? 0;
  const video = facts.streams?.find(({ kind }) => kind === 'video');
  const framesPerSecond = video?.framesPerSecond || usualFrameRate;
  useEffect(() => playback.describe({ seconds, framesPerSecond }), [playback, seconds, framesPerSecond]);
  const zoom = useTimelineZoom(seconds);
  const zoomBy = (factor: number) => zoom.zoomBy(factor, playback.moment().seconds);

  const { onRangeChange: hearChange } = props;
  const onRangeChange: TimelineProps['onRangeChange'] = hearChange && ((id, times) => hearChange(id, times, seconds));
  const ranges = endWithin(props.ranges ?? noRanges, seconds);
  const selectedRange = props.selectedRange ?? chosen;
  const current = ranges.find(({ id }) => id === selectedRange) ?? (ranges.length === 1 ? ranges[0] : undefined);
  /** Shows the frame at an end that is being dragged. */
  const show = (moment: number) => playback.seek(moment + 0.25 / framesPerSecond);
  function setStart(moment: number, isShown = true) {
    if (isLocked) return;
    if (part && onPartChange) {
      const next = withStart(part, moment, seconds);
      onPartChange(next);
      if (isShown) show(next.start ?? 0);
    } else if (current && onRangeChange) onRangeChange(current.id, withTimes(current, { start: moment }, seconds));
  }
  function setEnd(moment: number, isShown = true) {
    if (isLocked) return;
    if (part && onPartChange) {
      const next = withEnd(part, moment, seconds);
      onPartChange(next);
      if (isShown) show((next.end ?? seconds) - 1 / framesPerSecond);
    } else if (current && onRangeChange) onRangeChange(current.id, withTimes(current, { end: moment }, seconds));
  }
  const acts = {
    startHere: () => setStart(playback.frameSpan().start, false),
    endHere: () => setEnd(playback.frameSpan().end, false),
    zoomBy,
  };
  const stageRef = useClipKeys(playback, acts);
  const size =
    facts.width && facts.height ? { width: facts.width, height: facts.height } : found?.width ? found : undefined;
  const note = noteOf(isSound, facts, source, clip, t);
  return (
    <div ref={stageRef} className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]">
      <div className="relative min-h-0">
        <ClipFrame
          playback={playback}
          address={source.address}
          still={address}
          label={facts.name}
          isSound={isSound}
          size={size}
          onLength={setFound}
          onRefused={source.refuse}
        >
          {children}
        </ClipFrame>
        {props.cover}
      </div>
      <div className="grid min-w-0 gap-0.5 border-t border-line bg-paper py-1">
        {note && (
          <p className="px-4 pt-0.5 text-[0.8125rem] text-soft" aria-live="polite" data-note>
            {note}
          </p>
        )}
        {seconds > 0 && (
          <>
            <ClipControls
              playback={playback}
              seconds={seconds}
              canPlay={source.address !== undefined}
              hasPicture={!isSound}
              hasSound={facts.streams?.some(({ kind }) => kind === 'sound') ?? true}
              onZoom={zoomBy}
              words={t}
              extra={props.extra}
            />
            <div className={isBrief ? 'max-lg:hidden' : 'contents'}>
              <Timeline
                {...{ playback, facts, clip, seconds, framesPerSecond, ranges, zoom, isLocked, onRangeChange }}
                part={part}
                onStart={setStart}
                onEnd={setEnd}
                selectedRange={selectedRange}
                onRangeSelect={id => {
                  choose(id);
                  props.onRangeSelect?.(id);
                }}
                words={t}
              />
            </div>
            {part && (
              <PartRow
                part={part}
                seconds={seconds}
                isLocked={isLocked}
                onStart={acts.startHere}
                onEnd={acts.endHere}
                onWhole={() => onPartChange?.({ start: undefined, end: undefined })}
                words={t}
              />
            )}
          </>
        )}
      </div>
    </div>
  );
}
