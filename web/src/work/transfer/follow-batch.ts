// Follows the tasks of a batch: one stream of events, resumed where it broke, and asking in turns when streams do not get through.
import type { Task } from 'contract/task.ts';
import { retryDelayMs } from './retry.ts';

export interface StreamEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string | undefined;
}

/** The outside world of a follower; failures carry a `status` as in retry.ts. */
export interface FollowCalls {
  /** Yields events until the stream ends; throws when it cannot be opened or breaks. */
  openStream(lastEventId: string | undefined, signal: AbortSignal): AsyncIterable<StreamEvent>;
  pollTasks(signal: AbortSignal): Promise<readonly Task[]>;
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

export interface FollowJob {
  readonly signal: AbortSignal;
  readonly onTask: (task: Task) => void;
  /** Whether a task of this batch has not ended as far as we know. */
  readonly isWanted: () => boolean;
}

const taskEvents = new Set(['progress', 'done', 'failed', 'cancelled']);
/** After so many streams in a row that brought nothing, ask instead; a proxy may hold streams back for ever. */
const barrenStreamsTolerated = 3;
const pollsBetweenStreams = 10;
const pollMs = 2000;

/** Resolves when no task is wanted any more; rejects with the signal's reason, or when the batch is unknown (404). */
export async function followBatch(job: FollowJob, calls: FollowCalls): Promise<void> {
  let lastEventId: string | undefined;
  let barren = 0;
  while (job.isWanted()) {
    job.signal.throwIfAborted();
    let hasNews = false;
    let isOver = false;
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
    }
    if (!job.isWanted()) return;
    barren = hasNews ? 0 : barren + 1;
    // The server says all is over and we do not know it yet: an event passed by, or a task was posted since. Asking settles it.
    if (isOver) await pollFor(1, job, calls);
    if (!job.isWanted()) return;
    if (barren >= barrenStreamsTolerated) {
      await pollFor(pollsBetweenStreams, job, calls);
      // What the polls told is newer than anything the last stream could resume from.
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

/** Not ours, or gone: no later attempt will tell more. Anything without a status is a fault and must surface. */
function isFinal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('status' in error)) return !(error instanceof TypeError);
  return error.status === 404 || error.status === 403;
}
