// A draggable position on a timeline, with a hidden native slider for keyboards and screen readers.
import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from 'react';
import { joinClasses } from '../classes.ts';
import { formatTime } from '../measures.ts';
import { momentAt, shareOf, snapTime, spanOf, type TimeView } from './time-view.ts';

/** Properties shared by everything on one timeline. */
export interface TimeAxis {
  readonly view: TimeView;
  /** The element that spans the width of the view. */
  readonly trackRef: RefObject<HTMLElement | null>;
  readonly frameSeconds: number;
  /** Times that a drag snaps to. */
  readonly marks: readonly number[];
  readonly isLocked: boolean;
}

/** In screen pixels. */
const snapReach = 7;
const keySeconds = { arrow: 0.1, page: 1 };

export const atPointer = ({ view, trackRef }: Pick<TimeAxis, 'view' | 'trackRef'>, clientX: number): number => {
  const box = trackRef.current?.getBoundingClientRect();
  return box && box.width > 0 ? momentAt(view, (clientX - box.left) / box.width) : view.from;
};

const secondsPerPixel = ({ view, trackRef }: TimeAxis): number => spanOf(view) / (trackRef.current?.clientWidth || 1);

/** Handlers for dragging: the position keeps its distance from the pointer, and `onDrag` receives the requested time. */
export function useTimeDrag(axis: TimeAxis, value: number, onDrag: (moment: number) => void, isSnapped = true) {
  const offset = useRef<number | undefined>(undefined);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (axis.isLocked || event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      offset.current = value - atPointer(axis, event.clientX);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (offset.current === undefined) return;
      event.stopPropagation();
      const wanted = atPointer(axis, event.clientX) + offset.current;
      const marks = isSnapped ? axis.marks.filter(mark => mark !== value) : [];
      onDrag(snapTime(wanted, marks, snapReach * secondsPerPixel(axis)));
    },
    onPointerUp: () => {
      offset.current = undefined;
    },
    onPointerCancel: () => {
      offset.current = undefined;
    },
  };
}

/** Returns the seconds that a key moves a position by, or undefined for other keys. */
export function secondsOfKey(event: KeyboardEvent, frameSeconds: number, arrow = keySeconds.arrow): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -arrow,
    ArrowDown: -arrow,
    ArrowRight: arrow,
    ArrowUp: arrow,
    PageDown: -keySeconds.page,
    PageUp: keySeconds.page,
    ',': -frameSeconds,
    '.': frameSeconds,
  };
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const step = steps[event.key];
  return step === undefined ? undefined : step * (event.shiftKey && event.key.startsWith('Arrow') ? 10 : 1);
}

interface TimeThumbProps {
  axis: TimeAxis;
  label: string;
  value: number;
  min: number;
  max: number;
  onMove: (moment: number) => void;
  /** Seconds per press of an arrow key. */
  arrowSeconds?: number;
  /** Appearance only; the position is set by `value`. */
  className: string;
  children?: ReactNode;
}

export function TimeThumb(props: TimeThumbProps) {
  const { axis, label, value, min, max, onMove, arrowSeconds, className, children } = props;
  const drag = useTimeDrag(axis, value, onMove);
  function press(event: KeyboardEvent) {
    const by = secondsOfKey(event, axis.frameSeconds, arrowSeconds);
    const target = event.key === 'Home' ? min : event.key === 'End' ? max : by === undefined ? undefined : value + by;
    if (target === undefined || axis.isLocked) return;
    event.preventDefault();
    onMove(Math.min(max, Math.max(min, target)));
  }
  return (
    <div
      className={joinClasses(
        'absolute touch-none has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent-ink',
        axis.isLocked ? 'pointer-events-none opacity-60' : 'cursor-ew-resize',
        className,
      )}
      style={{ left: `${shareOf(axis.view, value) * 100}%` }}
      {...drag}
    >
      {children}
      <input
        type="range"
        aria-label={label}
        aria-valuetext={formatTime(value, 2)}
        min={min}
        max={max}
        step="any"
        value={value}
        disabled={axis.isLocked}
        onChange={event => onMove(Number(event.target.value))}
        onKeyDown={press}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
    </div>
  );
}
