// Writes progress at a bounded rate: one write at a time, the newest report wins, a new stage is written soon.
import type { Output } from 'contract/run.ts';
import type { Stage } from 'contract/stages.ts';

const pauseMs = 200;

type Segments = NonNullable<Output['segments']>;

export interface Reporter {
  report: (percent: number, stage: Stage) => void;
  /** Shown with the next report. */
  show: (segments: Segments) => void;
  /** Waits for the write in progress; later reports are dropped. */
  close: () => Promise<void>;
}

export function createReporter(
  write: (percent: number, stage: Stage, segments?: Segments) => Promise<unknown>,
): Reporter {
  let next: { percent: number; stage: Stage } | undefined;
  let segments: Segments | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const flush = () => {
    timer = undefined;
    const report = next;
    next = undefined;
    if (!report || isClosed) return;
    // A progress report that could not be written is dropped: the end of the task reports whether the database is gone.
    writing = write(report.percent, report.stage, segments).catch(() => undefined);
    segments = undefined;
    void writing.then(schedule);
  };
  const schedule = () => {
    if (next && !timer && !isClosed) timer = setTimeout(flush, pauseMs);
  };

  return {
    report(percent, stage) {
      next = { percent, stage };
      schedule();
    },
    show(found) {
      segments = found;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await writing;
    },
  };
}
