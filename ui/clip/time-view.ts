// The visible part of a clip on a timeline: conversion of positions, zooming and panning. Works only in seconds and fractions.

export interface TimeView {
  readonly from: number;
  readonly to: number;
}

export interface TimelineZoom {
  readonly view: TimeView;
  readonly setView: (change: (view: TimeView) => TimeView) => void;
}

/** In seconds; undefined: the start or end of the clip. */
export interface ClipPart {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** Maximum zoom: half a second across, where a frame is as wide as a finger. */
const shortestSeconds = 0.5;

export const wholeTime = (seconds: number): TimeView => ({ from: 0, to: Math.max(seconds, 0.001) });

export const spanOf = ({ from, to }: TimeView): number => to - from;

/** A time's position in the view, 0 at the left edge and 1 at the right. */
export const shareOf = (view: TimeView, seconds: number): number => (seconds - view.from) / spanOf(view);

/** Returns the time at a fraction of the width. */
export const momentAt = (view: TimeView, share: number): number => view.from + share * spanOf(view);

function clamp(view: TimeView, seconds: number): TimeView {
  const span = Math.min(spanOf(view), spanOf(wholeTime(seconds)));
  const from = Math.min(Math.max(0, view.from), spanOf(wholeTime(seconds)) - span);
  return { from, to: from + span };
}

/** Zooms by `factor` and keeps the time `at` in place. */
export function zoomTime(view: TimeView, factor: number, at: number, seconds: number): TimeView {
  const whole = spanOf(wholeTime(seconds));
  const span = Math.min(whole, Math.max(Math.min(shortestSeconds, whole), spanOf(view) / factor));
  return clamp({ from: at - shareOf(view, at) * span, to: at + (1 - shareOf(view, at)) * span }, seconds);
}

/** Pans by `by` seconds. */
export const panTime = (view: TimeView, by: number, seconds: number): TimeView =>
  clamp({ from: view.from + by, to: view.to + by }, seconds);

/** Returns the view unchanged if it contains the time, otherwise one that starts slightly before it. */
export function followTime(view: TimeView, moment: number, seconds: number): TimeView {
  if (moment >= view.from && moment <= view.to) return view;
  return panTime(view, moment - view.from - spanOf(view) * 0.1, seconds);
}

export interface TimeRange {
  readonly id: string;
  readonly label: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** Assigns each range to the first row in which it overlaps no other. Sorted ranges need one comparison per row. */
export function layRows(ranges: readonly TimeRange[]): readonly (readonly TimeRange[])[] {
  const rows: { readonly ranges: TimeRange[]; end: number }[] = [];
  for (const range of ranges) {
    const covers = (other: TimeRange) => range.start < other.end && other.start < range.end;
    const free = rows.find(row => range.start >= row.end || !row.ranges.some(covers));
    if (free) {
      free.ranges.push(range);
      free.end = Math.max(free.end, range.end);
    } else rows.push({ ranges: [range], end: range.end });
  }
  return rows.map(row => row.ranges);
}

/** Merges the ranges of a row that are too narrow to distinguish. `minSeconds` is the shortest range that is drawn separately. */
export function joinNarrow(
  row: readonly TimeRange[],
  minSeconds: number,
): {
  readonly wide: readonly TimeRange[];
  readonly stretches: readonly { readonly start: number; readonly end: number }[];
} {
  const wide: TimeRange[] = [];
  const stretches: { start: number; end: number }[] = [];
  for (const range of row.toSorted((a, b) => a.start - b.start)) {
    const { start, end } = range;
    const last = stretches.at(-1);
    if (end - start >= minSeconds) wide.push(range);
    else if (last && start - last.end < minSeconds) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }
  return { wide, stretches };
}

/** Returns the nearest of `marks` within `reach` seconds, or the time itself. */
export function snapTime(moment: number, marks: readonly number[], reach: number): number {
  const near = marks.filter(mark => Math.abs(mark - moment) <= reach);
  return near.sort((a, b) => Math.abs(a - moment) - Math.abs(b - moment))[0] ?? moment;
}

/** Minimum length in seconds; a shorter part is hardly noticeable. */
export const shortestPart = 0.1;

const milliseconds = (moment: number) => Math.round(moment * 1000) / 1000;

/** Returns the part with a new start, kept before its end. */
export function withStart({ start: _, end }: ClipPart, moment: number, seconds: number): ClipPart {
  const start = milliseconds(Math.max(0, Math.min(moment, (end ?? seconds) - shortestPart)));
  return { start: start <= 0 ? undefined : start, end };
}

/** Returns the part with a new end, kept after its start. */
export function withEnd({ start }: ClipPart, moment: number, seconds: number): ClipPart {
  const end = milliseconds(Math.min(seconds, Math.max(moment, (start ?? 0) + shortestPart)));
  return { start, end: end >= seconds - 0.01 ? undefined : end };
}

/** Returns the range with new times, within the clip and no shorter than the minimum. */
export function withTimes(
  times: { start: number; end: number },
  patch: { start?: number; end?: number },
  seconds: number,
) {
  const { start, end } = { ...times, ...patch };
  return patch.end === undefined
    ? { start: milliseconds(Math.max(0, Math.min(start, end - shortestPart))), end }
    : { start, end: milliseconds(Math.min(seconds, Math.max(end, start + shortestPart))) };
}
