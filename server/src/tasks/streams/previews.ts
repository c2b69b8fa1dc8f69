// The unfinished pictures of running tasks, as their workers announce them. Only the memory of the servers that answer requests holds them, the last one
// of each run: they are in no row, no file and no backup, and go with the run.
import type { Notices } from '../../adapters/notices.ts';
import type { TaskRow } from '../store.ts';

/** A worker that died announces no end. A drawing server may take this long for the next picture. */
const maxAgeMs = 60_000;
/** With 8 KB each. More drawings than that do not run at once. */
const maxKept = 1000;

interface Kept {
  readonly attempt: number;
  readonly picture: string;
  readonly timer: NodeJS.Timeout;
}

export interface Previews {
  /** A data URL of a JPEG; undefined if this run has shown nothing lately, or is over. */
  readonly find: (row: Pick<TaskRow, 'id' | 'attempt' | 'status'>) => string | undefined;
  readonly count: () => number;
  readonly close: () => void;
}

export function openPreviews(notices: Notices): Previews {
  const kept = new Map<string, Kept>();
  const forget = (taskId: string) => {
    clearTimeout(kept.get(taskId)?.timer);
    kept.delete(taskId);
  };
  const stops = [
    notices.on('task-preview', ({ taskId, attempt, picture }) => {
      forget(taskId);
      const [oldest] = kept.keys();
      if (kept.size >= maxKept) forget(oldest!);
      kept.set(taskId, { attempt, picture, timer: setTimeout(forget, maxAgeMs, taskId).unref() });
    }),
    notices.on('task-changed', ({ taskId, ended }) => {
      if (ended) forget(taskId);
    }),
  ];
  return {
    find({ id, attempt, status }) {
      const found = kept.get(id);
      return status === 'running' && found?.attempt === attempt ? `data:image/jpeg;base64,${found.picture}` : undefined;
    },
    count: () => kept.size,
    close() {
      for (const stop of stops) stop();
      for (const taskId of [...kept.keys()]) forget(taskId);
    },
  };
}
