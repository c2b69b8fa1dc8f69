// The timeline of a clip: film strip and waveform with zoom, the playhead, the selected part, and bars for named ranges.
import { planFilm } from 'contract/clip/views.ts';
import { media } from 'contract/media.ts';
import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatTime } from '../measures.ts';
import type { ClipViews, FileFacts } from '../tool-screen.ts';
import { drawTrack, type Film } from './draw-track.ts';
import { type Playback, useMoment } from './playback.ts';
import { RangeRows } from './range-rows.tsx';
import { atPointer, type TimeAxis, TimeThumb } from './time-thumb.tsx';
import {
  type ClipPart,
  followTime,
  shareOf,
  spanOf,
  type TimelineZoom,
  type TimeRange,
  type TimeView,
  wholeTime,
  zoomTime,
} from './time-view.ts';
import { useTrackGestures } from './use-track-gestures.ts';
import type { clipWords } from './words.ts';

export interface TimelineProps {
  playback: Playback;
  facts: FileFacts;
  clip: ClipViews | undefined;
  seconds: number;
  framesPerSecond: number;
  /** Absent: no part can be selected. */
  part: ClipPart | undefined;
  onStart: (moment: number) => void;
  onEnd: (moment: number) => void;
  ranges: readonly TimeRange[];
  onRangeChange: ((id: string, times: { start: number; end: number }) => void) | undefined;
  selectedRange: string | undefined;
  onRangeSelect: (id: string) => void;
  isLocked: boolean;
  words: (typeof clipWords)['en'];
  /** Also changed from outside. */
  zoom: TimelineZoom;
}

/** The zoom state of one clip; initially the whole clip is visible. */
export function useTimelineZoom(seconds: number): TimelineZoom & { zoomBy: (factor: number, at: number) => void } {
  const [held, hold] = useState({ seconds, view: wholeTime(seconds) });
  const view = held.seconds === seconds ? held.view : wholeTime(seconds);
  const setView = (change: (view: TimeView) => TimeView) =>
    hold(old => ({ seconds, view: change(old.seconds === seconds ? old.view : wholeTime(seconds)) }));
  return { view, setView, zoomBy: (factor, at) => setView(old => zoomTime(old, factor, at, seconds)) };
}

const filmHeight = 46;
const waveHeight = 26;
const tallWaveHeight = 56;

/**
 * The height is known before the film strip and the waveform are, because whatever is above the timeline would move when they arrive, such as a frame
 * that is being painted. The film strip of a silent clip takes the space of the waveform.
 */
function trackHeights({ type, streams }: FileFacts): { film: number; wave: number } {
  const mayHave = (wanted: 'video' | 'sound') => streams?.some(({ kind }) => kind === wanted) ?? true;
  const isSound = type !== undefined && media[type].kind === 'sound';
  if (isSound || !mayHave('video')) return { film: 0, wave: tallWaveHeight };
  return mayHave('sound') ? { film: filmHeight, wave: waveHeight } : { film: filmHeight + waveHeight, wave: 0 };
}

/** Loads the film strip. */
function useFilm(address: string | undefined, facts: FileFacts): Film | undefined {
  const [picture, setPicture] = useState<ImageBitmap | undefined>();
  useEffect(() => {
    if (!address) return;
    let isGone = false;
    const image = new Image();
    image.src = address;
    image
      .decode()
      .then(() => createImageBitmap(image))
      .then(bitmap => !isGone && setPicture(bitmap))
      // The timeline also works without a film strip.
      .catch(() => undefined);
    return () => {
      isGone = true;
      setPicture(undefined);
    };
  }, [address]);
  const plan = planFilm(facts);
  return picture && plan && { picture, plan };
}

function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

interface TrackPictureProps extends Pick<TimelineProps, 'facts' | 'clip' | 'seconds'> {
  view: TimeView;
  width: number;
  heights: { film: number; wave: number };
}

function TrackPicture({ facts, clip, seconds, view, width, heights }: TrackPictureProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const film = useFilm(heights.film > 0 ? clip?.film : undefined, facts);
  const peaks = clip?.peaks;
  useEffect(() => {
    const track = { view, seconds, film, peaks, width, filmHeight: heights.film, waveHeight: heights.wave };
    if (ref.current && width > 0) drawTrack(ref.current, track);
  });
  const drawn = [film && 'film', peaks && 'waveform'].filter(Boolean).join(' ');
  return (
    <canvas
      ref={ref}
      aria-hidden
      data-drawn={drawn}
      className="pointer-events-none absolute inset-0 size-full rounded-lg"
    />
  );
}

const niceSteps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600];
const tickPixels = 76;
/** A label that would be cut off at the edge is omitted. */
const labelPixels = 34;

function Ruler({ view, width }: { view: TimeView; width: number }) {
  const max = Math.max(1, width / tickPixels);
  const step = niceSteps.find(seconds => spanOf(view) / seconds <= max) ?? 7200;
  const first = Math.ceil(view.from / step);
  const count = Math.max(0, Math.floor(view.to / step) - first + 1);
  const ticks = Array.from({ length: count }, (_, index) => (first + index) * step).filter(
    tick => shareOf(view, tick) * width < width - labelPixels,
  );
  return (
    <div aria-hidden className="pointer-events-none relative h-4.5 text-[0.6875rem] text-soft tabular-nums select-none">
      {ticks.map(tick => (
        <span
          key={tick}
          // The padding keeps the text clear of the playhead's knob on the same tick.
          className="absolute top-0 border-s border-line-strong ps-2.5 leading-4"
          style={{ left: `${shareOf(view, tick) * 100}%` }}
        >
          {formatTime(tick, step < 1 ? 1 : 0)}
        </span>
      ))}
    </div>
  );
}

interface PlayheadProps extends Pick<TimelineProps, 'playback' | 'seconds' | 'words'> {
  axis: TimeAxis;
  /** Height of film strip and waveform in pixels. */
  height: number;
}

/** Only the knob can be dragged, because the line may cover a handle of the part. */
function Playhead({ axis, playback, seconds, height, words }: PlayheadProps) {
  const moment = useMoment(playback);
  return (
    <TimeThumb
      axis={{ ...axis, isLocked: false }}
      label={words.playhead}
      value={Math.min(moment.seconds, seconds)}
      min={0}
      max={seconds}
      arrowSeconds={axis.frameSeconds}
      onMove={playback.seek}
      className="top-0 z-20 h-4.5 w-6 -translate-x-1/2"
    >
      <span
        aria-hidden
        className="pointer-events-none absolute top-full left-1/2 w-0.5 -translate-x-1/2 bg-ink shadow-[0_0_0_1px_#fff8]"
        style={{ height }}
      />
      <span
        aria-hidden
        className="absolute bottom-0 left-1/2 size-3.5 -translate-x-1/2 rounded-full bg-ink ring-2 ring-paper"
      />
    </TimeThumb>
  );
}

const handle = 'top-4.5 bottom-0 z-10 w-3.5 bg-accent before:absolute before:inset-y-0 before:-inset-x-1.5';
const notch = (
  <span aria-hidden className="absolute inset-y-3 left-1/2 w-0.5 -translate-x-1/2 rounded-full bg-white/90" />
);

function PartHandles({
  axis,
  part,
  seconds,
  onStart,
  onEnd,
  words,
}: Pick<TimelineProps, 'seconds' | 'onStart' | 'onEnd' | 'words'> & { axis: TimeAxis; part: ClipPart }) {
  const { start = 0, end = seconds } = part;
  const share = (moment: number) => `${Math.min(1, Math.max(0, shareOf(axis.view, moment))) * 100}%`;
  const veil = 'pointer-events-none absolute top-4.5 bottom-0 bg-paper/75';
  return (
    <>
      <div aria-hidden className={veil} style={{ left: 0, width: share(start) }} />
      <div aria-hidden className={veil} style={{ left: share(end), right: 0 }} />
      <div
        aria-hidden
        className="pointer-events-none absolute top-4.5 bottom-0 border-y-2 border-accent"
        style={{ left: share(start), width: `calc(${share(end)} - ${share(start)})` } as CSSProperties}
      />
      <TimeThumb
        axis={axis}
        label={words.trimStart}
        value={start}
        min={0}
        max={seconds}
        onMove={onStart}
        className={`${handle} -translate-x-full rounded-s-md`}
      >
        {notch}
      </TimeThumb>
      <TimeThumb
        axis={axis}
        label={words.trimEnd}
        value={end}
        min={0}
        max={seconds}
        onMove={onEnd}
        className={`${handle} rounded-e-md`}
      >
        {notch}
      </TimeThumb>
    </>
  );
}

/** Keeps the playhead visible while the clip plays. */
function useFollowing(playback: Playback, { setView }: TimelineZoom, seconds: number): void {
  const follow = useEffectEvent(() => {
    const moment = playback.moment();
    if (moment.isPlaying) setView(view => followTime(view, moment.seconds, seconds));
  });
  useEffect(() => playback.subscribe(() => follow()), [playback]);
}

export function Timeline(props: TimelineProps) {
  const { playback, facts, clip, seconds, framesPerSecond, part, ranges, isLocked, words, zoom } = props;
  const { view } = zoom;
  const trackRef = useRef<HTMLDivElement>(null);
  const width = useWidth(trackRef);
  useFollowing(playback, zoom, seconds);
  const marks = [
    ...(part ? [part.start ?? 0, part.end ?? seconds] : []),
    ...ranges.flatMap(({ start, end }) => [start, end]),
  ];
  const axis: TimeAxis = {
    view,
    trackRef,
    frameSeconds: 1 / framesPerSecond,
    marks: [...marks, playback.moment().seconds],
    isLocked,
  };
  const scrub = (clientX: number) => {
    playback.pause();
    playback.seek(atPointer(axis, clientX));
  };
  const gestures = useTrackGestures(trackRef, { zoom, seconds, scrub });
  const heights = trackHeights(facts);
  const isZoomed = spanOf(view) < spanOf(wholeTime(seconds)) - 0.001;
  return (
    <section aria-label={words.timeline} className="grid min-w-0 gap-1.5 overflow-hidden px-5 pb-1.5">
      <div ref={trackRef} className="relative touch-pan-y" {...gestures}>
        <Ruler view={view} width={width} />
        <div className="relative rounded-lg bg-sunken" style={{ height: heights.film + heights.wave }}>
          <TrackPicture {...{ facts, clip, seconds, view, width, heights }} />
        </div>
        {part && (
          <PartHandles
            axis={axis}
            part={part}
            seconds={seconds}
            onStart={props.onStart}
            onEnd={props.onEnd}
            words={words}
          />
        )}
        <Playhead
          axis={axis}
          playback={playback}
          seconds={seconds}
          height={heights.film + heights.wave}
          words={words}
        />
      </div>
      {ranges.length > 0 && (
        <RangeRows
          axis={axis}
          seconds={seconds}
          ranges={ranges}
          onChange={props.onRangeChange}
          selected={props.selectedRange}
          onSelect={props.onRangeSelect}
          words={words}
        />
      )}
      {isZoomed && (
        <input
          type="range"
          aria-label={words.visiblePart}
          aria-valuetext={`${formatTime(view.from)} – ${formatTime(view.to)}`}
          min={0}
          max={seconds - spanOf(view)}
          step="any"
          value={view.from}
          onChange={event => {
            const from = Number(event.target.value);
            zoom.setView(old => ({ from, to: from + spanOf(old) }));
          }}
          className="h-6 w-full accent-accent"
        />
      )}
    </section>
  );
}
