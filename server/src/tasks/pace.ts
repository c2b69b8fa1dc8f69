// Estimates the duration of a task from measured runs: a line of milliseconds over the amount of work, fitted by least squares to decaying
// sums, one line per pace of a call (for a converter: one per output format).
import type { Querier } from '../adapters/postgres.ts';
import { findPace } from './pace-store.ts';

export interface PaceSums {
  readonly n: number;
  readonly x: number;
  readonly y: number;
  readonly xx: number;
  readonly xy: number;
}

/** Milliseconds for an amount of work, or null when nothing has been measured. Never below 0. */
export function estimateMs(sums: PaceSums | undefined, amount: number): number | null {
  if (!sums || sums.n <= 0) return null;
  const meanX = sums.x / sums.n;
  const meanY = sums.y / sums.n;
  const variance = sums.xx / sums.n - meanX * meanX;
  // Amounts that hardly differ do not determine the slope; time is then assumed proportional to the amount.
  const isSpread = variance > meanX * meanX * 1e-3;
  const slope = isSpread ? Math.max(0, (sums.xy / sums.n - meanX * meanY) / variance) : meanX > 0 ? meanY / meanX : 0;
  const base = Math.max(0, meanY - slope * meanX);
  return Math.max(0, base + slope * amount);
}

/** Finds the sums of a pace by its name. */
export type Paces = (pace: string) => Promise<PaceSums | undefined>;

/** Reads each pace once, for those who ask about thousands of runs at a time. */
export function readPacesOnce(db: Querier): Paces {
  const known = new Map<string, Promise<PaceSums | undefined>>();
  return pace => {
    const found = known.get(pace) ?? findPace(db, pace);
    known.set(pace, found);
    return found;
  };
}

/** Expected duration of a run of this amount, in milliseconds; null if nothing was measured or the amount is unknown. */
export async function expectMs(
  db: Querier,
  pace: string,
  amount: number | null,
  paces: Paces = name => findPace(db, name),
): Promise<number | null> {
  if (amount === null) return null;
  const ms = estimateMs(await paces(pace), amount);
  return ms === null ? null : Math.round(ms);
}

/** Progress below this fraction of the work is not extrapolated; the threshold is higher if no measured pace is known. */
const firstSteps = { alone: 0.1, besidePace: 0.02 };
/** An overdue task without progress is expected to take this fraction longer than it has taken so far. */
const lateShare = 0.25;

/**
 * Seconds left of a running task: the expected time, increasingly corrected by the observed progress. `elapsedMs` counts from the start of
 * the run; `progress`, in percent, starts at `startPercent`.
 */
export function estimateLeft(run: {
  elapsedMs: number;
  expectedMs: number | null;
  progress: number;
  startPercent: number;
}): number | null {
  const share = (run.progress - run.startPercent) / Math.max(1, 100 - run.startPercent);
  const believedFrom = run.expectedMs === null ? firstSteps.alone : firstSteps.besidePace;
  const byProgress = share > believedFrom ? (run.elapsedMs * (1 - share)) / share : null;
  const byPace = run.expectedMs === null ? null : Math.max(0, run.expectedMs - run.elapsedMs);
  const isLate = run.expectedMs !== null && run.elapsedMs > run.expectedMs;
  if (byProgress === null && (byPace === null || isLate)) return null;
  // A quick first step, such as opening the file, does not predict the next one: extrapolated, the remaining time would grow by many
  // seconds every second.
  const trust = byPace === null ? 1 : isLate ? Math.min(1, (2 * share) ** 2) : share;
  const otherwise = isLate ? run.elapsedMs * lateShare : (byPace ?? 0);
  const ms = byProgress === null ? otherwise : byProgress * trust + otherwise * (1 - trust);
  return Math.ceil(ms / 1000);
}
