// Summarises all files of a tool in a few numbers.

import { type BatchRun, forecastBatch, weighSizes } from 'contract/batch-forecast.ts';
import type { AnyOptions } from 'ui/tool-screen.ts';
import { factsOf, hasFailed, isBusy, isRunnable, isSlow, type WorkItem } from '../items/item.ts';
import { overallPercent } from './progress-words.ts';

export interface Sum {
  readonly busy: readonly WorkItem[];
  readonly done: readonly WorkItem[];
  readonly failed: readonly WorkItem[];
  readonly runnable: readonly WorkItem[];
  /** The number of items asked to run, and how many of them have ended. */
  readonly started: number;
  readonly settled: number;
  /** 0..100 over all items asked to run. */
  readonly percent: number;
  /** Seconds until the last one ends: from those of the batch that have ended, or before that as the server estimated. */
  readonly secondsLeft: (nowMs: number) => number | undefined;
}

type Facts = ReturnType<typeof factsOf>;

/** What the work on a file depends on: seconds of a clip, pixels, bytes. */
const sizes: readonly ((facts: Facts) => number | undefined)[] = [
  ({ seconds }) => seconds,
  ({ width, height }) => width && height && width * height,
  ({ bytes }) => bytes,
];

/** Returns how much work each item is in comparison, by a measure that all of them have. */
function weigh(items: readonly WorkItem[]): readonly number[] {
  const sizeOf = sizes.find(size => items.every(item => size(factsOf(item)) !== undefined));
  return weighSizes(items.map(item => sizeOf?.(factsOf(item))));
}

/** Returns the items of a run as the forecast sees them. A failed one says nothing about the others. */
function asRuns(started: readonly WorkItem[], nowMs: number): BatchRun[] {
  const counted = started.filter(item => isBusy(item) || (item.run === 'done' && item.postedAt && item.tookMs));
  const weights = weigh(counted);
  return counted.map((item, at) => {
    const { postedAt: sentAt = nowMs, tookMs = 0, beganAt } = item;
    const weight = weights[at]!;
    if (isBusy(item)) return { sentAt, beganAt: item.run === 'working' ? beganAt : undefined, weight };
    // A quick one may never have been seen to run.
    return { sentAt, beganAt: beganAt ?? sentAt, endedAt: sentAt + tookMs, weight };
  });
}

export function sumUp(items: readonly WorkItem[], shared: AnyOptions): Sum {
  const busy = items.filter(isBusy);
  const started = items.filter(item => item.run !== 'idle');
  const settled = started.filter(item => !isBusy(item));
  const percents = started.map(item => (isBusy(item) ? overallPercent(item) : 100));
  return {
    busy,
    done: items.filter(item => item.run === 'done'),
    failed: items.filter(hasFailed),
    runnable: items.filter(item => isRunnable(item, shared)),
    started: started.length,
    settled: settled.length,
    percent: percents.reduce((sum, percent) => sum + percent, 0) / Math.max(1, percents.length),
    secondsLeft(nowMs) {
      // When the operator lets them go on is unknown.
      if (busy.some(item => item.task?.isPaused)) return undefined;
      const measured = forecastBatch(asRuns(started, nowMs), nowMs);
      if (measured !== undefined) return measured;
      const etas = busy.flatMap(item => (item.endsAt === undefined ? [] : (item.endsAt - nowMs) / 1000));
      // An item that has not started may take longer than all known ones.
      const isKnown = etas.length > 0 && busy.every(item => item.run === 'working' && !isSlow(item, nowMs));
      // What was estimated is over, and they are not.
      const isOverdue = busy.length > 1 && Math.max(...etas) <= 0;
      return isKnown && !isOverdue ? Math.max(0, ...etas) : undefined;
    },
  };
}
