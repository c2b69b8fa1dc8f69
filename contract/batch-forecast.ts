// Forecasts how long a batch still takes from what the batch itself has measured. It includes whatever slows the machine down now: other senders'
// tasks, busy processors, how many files are worked on at once.

/** One file of a batch. Times are Unix time in ms. */
export interface BatchRun {
  readonly sentAt: number;
  /** Absent: it waits. */
  readonly beganAt?: number | undefined;
  /** Absent: it has not ended. */
  readonly endedAt?: number | undefined;
  /** The amount of work, in any unit that all runs of the batch share. */
  readonly weight: number;
}

/**
 * How much work each file of a batch is in comparison: half the same for all, half by its size. Sizes are in any unit that all share; where one is
 * unknown, all count the same.
 */
export function weighSizes(sizes: readonly (number | null | undefined)[]): number[] {
  const known = sizes.filter(size => typeof size === 'number');
  const mean = known.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
  const isKnown = known.length === sizes.length && mean > 0;
  return sizes.map(size => (isKnown ? 0.5 + (0.5 * (size ?? mean)) / mean : 1));
}

/** So many files must have ended; a single one may have waited for a network to be loaded. */
const minEnded = 2;
/** The pace is that of the last files: the machine may have become busy since. */
const maxMeasured = 8;
/** Files that ended longer before the others were sent belong to an earlier run. */
const pauseMs = 5000;

/** A file that takes longer than expected takes at least this share of the expected time from any moment on. */
const lateShare = 0.1;

type Ended = BatchRun & { readonly beganAt: number; readonly endedAt: number };
type Begun = BatchRun & { readonly beganAt: number };

const hasEnded = (run: BatchRun): run is Ended => run.endedAt !== undefined && run.beganAt !== undefined;
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** The files that ended without a pause up to now, last one first. */
function findCurrent(runs: readonly BatchRun[]): readonly Ended[] {
  const ended = runs.filter(hasEnded).sort((a, b) => b.endedAt - a.endedAt);
  let sentAt = Math.min(...runs.filter(run => run.endedAt === undefined).map(run => run.sentAt));
  const current: Ended[] = [];
  for (const run of ended) {
    if (run.endedAt < sentAt - pauseMs) break;
    sentAt = Math.min(sentAt, run.sentAt);
    current.push(run);
  }
  return current;
}

/** How many of these ran at the same time at most, and the part of that time in which they did. */
function measureTurns(begun: readonly Begun[], now: number): { width: number; busyShare: number } {
  const endOf = ({ endedAt = now }: Begun) => endedAt;
  const counts = begun.map(run => begun.filter(one => one.beganAt <= run.beganAt && endOf(one) > run.beganAt).length);
  const width = Math.max(1, ...counts);
  const spanMs = now - Math.min(...begun.map(run => run.beganAt));
  const busyMs = sum(begun.map(run => endOf(run) - run.beganAt));
  return { width, busyShare: spanMs > 0 ? Math.min(1, Math.max(0.05, busyMs / (width * spanMs))) : 1 };
}

/**
 * Seconds until the last file ends; undefined before two files have ended. Files that wait are expected to run like the last ones: as many at once,
 * each as long for its weight, with the same waits between them.
 */
export function forecastBatch(runs: readonly BatchRun[], now: number): number | undefined {
  const measured = findCurrent(runs).slice(0, maxMeasured);
  const open = runs.filter(run => run.endedAt === undefined);
  const weight = sum(measured.map(run => run.weight));
  if (open.length === 0 || measured.length < minEnded || weight <= 0) return undefined;
  const msPerWeight = sum(measured.map(run => run.endedAt - run.beganAt)) / weight;
  const working = open.filter((run): run is Begun => run.beganAt !== undefined);
  const { width, busyShare } = measureTurns([...measured, ...working], now);
  const ends = working.map(run => {
    const expectedMs = run.weight * msPerWeight;
    return Math.max(expectedMs - (now - run.beganAt), expectedMs * lateShare);
  });
  while (ends.length < width) ends.push(0);
  for (const run of open.filter(one => one.beganAt === undefined)) {
    const next = ends.indexOf(Math.min(...ends));
    ends[next]! += (run.weight * msPerWeight) / busyShare;
  }
  return Math.max(...ends) / 1000;
}
