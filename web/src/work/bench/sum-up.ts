// Summarises all files of a tool in a few numbers.
import {
  type AnyOptions,
  hasFailed,
  isBusy,
  isRunnable,
  isSlow,
  overallPercent,
  type WorkItem,
} from '../items/item.ts';

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
  /** Seconds until the last one ends, if the server has estimated it. */
  readonly secondsLeft: (nowMs: number) => number | undefined;
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
      const etas = busy.flatMap(item => (item.endsAt === undefined ? [] : (item.endsAt - nowMs) / 1000));
      // An item that has not started may take longer than all known ones.
      const isKnown = etas.length > 0 && busy.every(item => item.run === 'working' && !isSlow(item, nowMs));
      return isKnown ? Math.max(0, ...etas) : undefined;
    },
  };
}
