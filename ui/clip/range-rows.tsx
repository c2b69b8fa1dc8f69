// Bars for named ranges of a clip below its track: dragged whole, sized at the ends of the chosen one.
import { fill } from 'contract/words.ts';
import type { KeyboardEvent } from 'react';
import { joinClasses } from '../classes.ts';
import { formatTime } from '../measures.ts';
import { secondsOfKey, type TimeAxis, TimeThumb, useTimeDrag } from './time-thumb.tsx';
import { layRows, shareOf, shortestPart, spanOf, type TimeRange, withTimes } from './time-view.ts';
import type { clipWords } from './words.ts';

interface RangeRowsProps {
  axis: TimeAxis;
  seconds: number;
  ranges: readonly TimeRange[];
  /** Absent: they are only shown. */
  onChange: ((id: string, times: { start: number; end: number }) => void) | undefined;
  selected: string | undefined;
  onSelect: (id: string) => void;
  words: (typeof clipWords)['en'];
}

/** Above this number, only visible rows are drawn. */
const mostDrawn = 80;

const milliseconds = (moment: number) => Math.round(moment * 1000) / 1000;

export function RangeRows(props: RangeRowsProps) {
  const { ranges, axis, words } = props;
  const { from, to } = axis.view;
  const isSeen = ({ start, end }: TimeRange) => end >= from && start <= to;
  const rows = layRows(ranges).map(row => (ranges.length > mostDrawn ? row.filter(isSeen) : row));
  return (
    <ul
      aria-label={words.ranges}
      className="-mx-5 -my-1.5 grid max-h-24 gap-1 overflow-x-hidden overflow-y-auto px-5 py-1.5"
    >
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
        <li key={index} className="relative h-7">
          {row.map(range => (
            <RangeBar key={range.id} range={range} {...props} />
          ))}
        </li>
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
        style={{ left: `${shareOf(axis.view, start) * 100}%`, width: `${((end - start) / spanOf(axis.view)) * 100}%` }}
      >
        {/* In sight for as long as a part of its bar is. */}
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
