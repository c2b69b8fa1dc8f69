// Follows the tasks of a batch: an event stream, resumed where it broke, and polling while streams fail.
import type { Task } from 'contract/task.ts';
import { type Failure, failureOf, retryDelayMs } from './attempt.ts';

export interface StreamEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string | undefined;
}

/** The server and the clock as used by a follower; errors have a `status` as in attempt.ts. */
export interface FollowCalls {
  /** Yields events until the stream ends; throws if it cannot be opened or breaks. */
  openStream(lastEventId: string | undefined, signal: AbortSignal): AsyncIterable<StreamEvent>;
  pollTasks(signal: AbortSignal): Promise<readonly Task[]>;
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

export interface FollowJob {
  readonly signal: AbortSignal;
  readonly onTask: (task: Task) => void;
  /** Returns whether the batch has a task that is not known to have ended. */
  readonly isWanted: () => boolean;
}

const taskEvents = new Set(['progress', 'done', 'failed', 'cancelled']);
/** After this many consecutive streams without an event it polls instead, because a proxy may buffer streams. */
const barrenStreamsTolerated = 3;
const pollsBetweenStreams = 10;
const pollMs = 2000;

/** Resolves when no task is wanted any more; rejects with the signal's reason, or if the batch is unknown (404). */
export async function followBatch(job: FollowJob, calls: FollowCalls): Promise<void> {
  let lastEventId: string | undefined;
  let barren = 0;
  while (job.isWanted()) {
    job.signal.throwIfAborted();
    let hasNews = false;
    let isOver = false;
    let refusal: Failure | undefined;
    try {
      for await (const event of calls.openStream(lastEventId, job.signal)) {
        lastEventId = event.id ?? lastEventId;
        if (taskEvents.has(event.name)) {
          hasNews = true;
          job.onTask(JSON.parse(event.data) as Task);
        }
        isOver = event.name === 'end';
        if (isOver) break;
      }
    } catch (error) {
      job.signal.throwIfAborted();
      if (isFinal(error)) throw error;
      refusal = failureOf(error);
    }
    if (!job.isWanted()) return;
    // Too many streams are open: poll until the server accepts one again.
    if (refusal?.status === 429 || refusal?.status === 503) {
      await pollFor(Math.max(1, Math.ceil(((refusal.retryAfterSeconds ?? 0) * 1000) / pollMs)), job, calls);
      continue;
    }
    barren = hasNews ? 0 : barren + 1;
    // The server reports that all tasks have ended, but one is not known to: its event was missed, or it was posted since. One poll resolves this.
    if (isOver) await pollFor(1, job, calls);
    if (!job.isWanted()) return;
    if (barren >= barrenStreamsTolerated) {
      await pollFor(pollsBetweenStreams, job, calls);
      // The polls returned newer data than anything the last stream could resume from.
      lastEventId = undefined;
    } else {
      await calls.pause(
        retryDelayMs({ status: 0 }, { failures: barren + 1, failingForMs: 0 }, 0) ?? pollMs,
        job.signal,
      );
    }
  }
}

async function pollFor(times: number, job: FollowJob, calls: FollowCalls): Promise<void> {
  for (let turn = 0; turn < times && job.isWanted(); turn++) {
    try {
      for (const task of await calls.pollTasks(job.signal)) job.onTask(task);
    } catch (error) {
      job.signal.throwIfAborted();
      if (isFinal(error)) throw error;
    }
    if (job.isWanted()) await calls.pause(pollMs, job.signal);
  }
}

/** The batch is gone or belongs to another owner: no later attempt will succeed. An error without a status is a bug and must surface. */
function isFinal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('status' in error)) return !(error instanceof TypeError);
  return error.status === 404 || error.status === 403;
}
