// The deadline of a run. It counts only time in which the run made no progress, and only the part of that time in which it had the processor it
// wanted, so that a busy or suspended machine is no fault of the run. What merely seems to move ends as well: its whole time and the
// processor time it used are bounded (docs/decisions/deadlines.md).
import { availableParallelism } from 'node:os';
import type { CpuShare } from './cpu-time.ts';

/** All of a run may take this many times its deadline. */
const maxDeadlines = 4;
/** A rise of the progress by fewer percent is no step: a file that yields endless tiny ones would never end. */
const minStep = 0.1;
const usualTickMs = 1000;
/** A look that comes later than this comes from a server that was suspended itself, which tells nothing about the run. */
const latestTicks = 3;

interface DeadlineOptions {
  /** How long a run may take without a step of progress, on a machine of its own. */
  readonly deadlineMs: number;
  /** What the run did since the last call. Absent: it runs elsewhere, and all time counts. */
  readonly readCpu?: (() => CpuShare) | undefined;
  readonly onOver: () => void;
}

export interface Deadline {
  /** Hears the run's own reports, not what is extrapolated between them. */
  readonly hear: (percent: number) => void;
  readonly end: () => void;
}

/** Time that counts, and processor time. */
interface Spent {
  readonly ms: number;
  readonly cpuMs: number;
}

export function startDeadline({ deadlineMs, readCpu, onOver }: DeadlineOptions): Deadline {
  const tickMs = Math.min(usualTickMs, Math.max(10, deadlineMs / 4));
  const cores = availableParallelism();
  let lookedAt = performance.now();
  let spent: Spent = { ms: 0, cpuMs: 0 };
  let spentAtStep = spent;
  let highest = 0;
  const isBeyond = ({ ms, cpuMs }: Spent, times: number) =>
    ms > times * deadlineMs || cpuMs > times * deadlineMs * cores;
  const look = () => {
    const now = performance.now();
    const passedMs = Math.min(now - lookedAt, latestTicks * tickMs);
    lookedAt = now;
    const { usedMs, share } = readCpu?.() ?? { usedMs: 0, share: 1 };
    spent = { ms: spent.ms + passedMs * share, cpuMs: spent.cpuMs + usedMs };
    const sinceStep = { ms: spent.ms - spentAtStep.ms, cpuMs: spent.cpuMs - spentAtStep.cpuMs };
    if (!isBeyond(sinceStep, 1) && !isBeyond(spent, maxDeadlines)) return;
    clearInterval(timer);
    onOver();
  };
  const timer = setInterval(look, tickMs);
  return {
    hear(percent) {
      const reached = Math.min(100, percent);
      if (!(reached >= highest + minStep)) return;
      highest = reached;
      spentAtStep = spent;
    },
    end: () => clearInterval(timer),
  };
}
