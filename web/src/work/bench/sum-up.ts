// All files of a tool in a few numbers.
import { type AnyOptions, hasFailed, isBusy, isRunnable, overallPercent, type WorkItem } from '../items/item.ts';

export interface Sum {
  readonly busy: readonly WorkItem[];
  readonly done: readonly WorkItem[];
  readonly failed: readonly WorkItem[];
  readonly runnable: readonly WorkItem[];
  /** How many have been asked to run, and how many of these have ended. */
  readonly started: number;
  readonly settled: number;
  /** 0..100 over all that were asked to run. */
  readonly percent: number;
  /** Until the last one ends, as far as the server has said. */
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
      // One that has not even begun may take longer than all that are known.
      const isKnown = etas.length > 0 && busy.every(item => item.run === 'working');
      return isKnown ? Math.max(0, ...etas) : undefined;
    },
  };
}
