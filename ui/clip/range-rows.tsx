// Bars for named ranges of a clip below its track. A bar is dragged as a whole; the selected one can be resized at its ends.
import { fill } from 'contract/words.ts';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { joinClasses } from '../classes.ts';
import { formatTime } from '../measures.ts';
import { atPointer, secondsOfKey, type TimeAxis, TimeThumb, useTimeDrag } from './time-thumb.tsx';
import { joinNarrow, layRows, shortestPart, spanOf, type TimeRange, type TimeView, withTimes } from './time-view.ts';
import type { clipWords } from './words.ts';

interface RangeRowsProps {
  axis: TimeAxis;
  seconds: number;
  ranges: readonly TimeRange[];
  /** Absent: the ranges are read-only. */
  onChange: ((id: string, times: { start: number; end: number }) => void) | undefined;
  selected: string | undefined;
  onSelect: (id: string) => void;
  words: (typeof clipWords)['en'];
}

/** Above this number, only visible bars are drawn, and bars too narrow to distinguish are merged. */
const maxDrawn = 80;
/** Fraction of the view's width. */
const minShare = 0.006;

const milliseconds = (moment: number) => Math.round(moment * 1000) / 1000;

function placeOn({ from, to }: TimeView, start: number, end: number) {
  return { left: `${(100 * (start - from)) / (to - from)}%`, width: `${(100 * (end - start)) / (to - from)}%` };
}

function Row(props: RangeRowsProps & { row: readonly TimeRange[] }) {
  const { row, axis, selected, onSelect } = props;
  const { view } = axis;
  const seen = row.length > maxDrawn ? row.filter(({ start, end }) => end >= view.from && start <= view.to) : row;
  const isCrowded = seen.length > maxDrawn;
  const { wide, stretches } = isCrowded ? joinNarrow(seen, minShare * spanOf(view)) : { wide: seen, stretches: [] };
  const chosen = isCrowded ? seen.find(({ id }) => id === selected) : undefined;
  const selectAt = (clientX: number) => {
    const moment = atPointer(axis, clientX);
    const away = ({ start, end }: TimeRange) => Math.max(start - moment, moment - end);
    onSelect(seen.reduce((best, range) => (away(range) < away(best) ? range : best)).id);
  };
  return (
    <li className="relative h-7">
      {stretches.map(({ start, end }) => (
        // Hidden from screen readers: the list beside the clip contains each range.
        <button
          key={start}
          type="button"
          tabIndex={-1}
          aria-hidden
          onClick={event => selectAt(event.clientX)}
          className="absolute inset-y-0 rounded-md border border-line-strong bg-sunken"
          style={placeOn(view, start, end)}
        />
      ))}
      {(chosen && !wide.includes(chosen) ? [...wide, chosen] : wide).map(range => (
        <RangeBar key={range.id} range={range} {...props} />
      ))}
    </li>
  );
}

/** Scrolls the row of the selected bar into view; `scrollIntoView` would also scroll the page. */
function useSelectedInSight(selected: string | undefined): RefObject<HTMLUListElement | null> {
  const ref = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bar is found by its state.
  useEffect(() => {
    const rows = ref.current;
    const row = rows?.querySelector('[aria-pressed=true]')?.closest('li');
    if (!rows || !row) return;
    const [outer, inner] = [rows.getBoundingClientRect(), row.getBoundingClientRect()];
    if (inner.top < outer.top) rows.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) rows.scrollTop += inner.bottom - outer.bottom;
  }, [selected]);
  return ref;
}

export function RangeRows(props: RangeRowsProps) {
  const ref = useSelectedInSight(props.selected);
  return (
    <ul
      ref={ref}
      aria-label={props.words.ranges}
      className="-mx-5 -my-1.5 grid max-h-24 gap-1 overflow-x-hidden overflow-y-auto px-5 py-1.5"
    >
      {layRows(props.ranges).map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position.
        <Row key={index} row={row} {...props} />
      ))}
    </ul>
  );
}

function RangeBar({
  range,
  axis,
  seconds,
  ranges,
  onChange,
  selected,
  onSelect,
  words,
}: RangeRowsProps & { range: TimeRange }) {
  const { id, label, start, end } = range;
  const isSelected = selected === id || ranges.length === 1;
  const canChange = onChange !== undefined && !axis.isLocked;
  const place = (from: number) => {
    const begin = Math.min(Math.max(0, from), seconds - (end - start));
    onChange?.(id, { start: milliseconds(begin), end: milliseconds(begin + end - start) });
  };
  const drag = useTimeDrag({ ...axis, isLocked: !canChange }, start, place);
  const times = { label, start: formatTime(start, 2), end: formatTime(end, 2) };
  const hiddenShare = Math.min(1, Math.max(0, (axis.view.from - start) / (end - start)));
  const edge = joinClasses('inset-y-0 z-10 w-6', !canChange && 'hidden');
  const grip = 'absolute inset-y-1 w-1.5 rounded-full bg-accent-strong';
  return (
    <>
      <button
        type="button"
        aria-pressed={isSelected}
        aria-label={fill(words.rangeAt, times)}
        title={label}
        onClick={() => onSelect(id)}
        onKeyDown={(event: KeyboardEvent) => {
          const by = canChange ? secondsOfKey(event, axis.frameSeconds) : undefined;
          if (by === undefined) return;
          event.preventDefault();
          place(start + by);
        }}
        {...drag}
        onPointerDown={event => {
          onSelect(id);
          drag.onPointerDown(event);
        }}
        className={joinClasses(
          'absolute inset-y-0 touch-none overflow-hidden rounded-md border px-2 text-start text-xs font-semibold text-nowrap',
          isSelected ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line-strong bg-sunken text-ink',
          canChange && 'cursor-grab active:cursor-grabbing',
        )}
        style={placeOn(axis.view, start, end)}
      >
        {/* Stays visible as long as any part of its bar is. */}
        <span style={{ marginInlineStart: `${hiddenShare * 100}%` }}>{label}</span>
      </button>
      {isSelected && canChange && (
        <>
          <TimeThumb
            axis={axis}
            label={fill(words.rangeStart, times)}
            value={start}
            min={0}
            max={end - shortestPart}
            onMove={at => onChange?.(id, withTimes(range, { start: at }, seconds))}
            className={`${edge} -translate-x-4/5`}
          >
            <span aria-hidden className={`${grip} end-0`} />
          </TimeThumb>
          <TimeThumb
            axis={axis}
            label={fill(words.rangeEnd, times)}
            value={end}
            min={start + shortestPart}
            max={seconds}
            onMove={at => onChange?.(id, withTimes(range, { end: at }, seconds))}
            className={`${edge} -translate-x-1/5`}
          >
            <span aria-hidden className={`${grip} start-0`} />
          </TimeThumb>
        </>
      )}
    </>
  );
}
