// Follows tasks: an event stream, resumed where it broke, and polling while streams fail.
import type { Task } from 'contract/task.ts';
import { type Failure, failureOf, isWorthRetrying, type Patience, retryDelayMs } from './attempt.ts';
import type { StreamEvent } from './read-events.ts';

/** What is followed on the server: one task, or all of a batch. Errors have a `status`, as in attempt.ts. */
export interface Source {
  /** Yields events until the stream ends; throws if it cannot be opened or breaks. Absent: the tasks are polled. */
  readonly openStream?: (lastEventId: string | undefined, signal: AbortSignal) => AsyncIterable<StreamEvent>;
  readonly pollTasks: (signal: AbortSignal) => Promise<readonly Task[]>;
  readonly pollMs: number;
}

export interface FollowJob {
  readonly signal: AbortSignal;
  readonly onTask: (task: Task) => void;
  /** Returns whether there is a task that is not known to have ended. */
  readonly isWanted: () => boolean;
  /** Reads a stream on after the last wanted task, because others are likely to follow soon. */
  readonly lingers?: boolean;
}

const taskEvents = new Set(['progress', 'done', 'failed', 'cancelled']);
/** After this many consecutive streams without an event it polls instead, because a proxy may buffer streams. */
const barrenStreamsTolerated = 3;
const pollsBetweenStreams = 10;

export const isEnded = ({ status }: Pick<Task, 'status'>): boolean => status !== 'queued' && status !== 'running';

/**
 * Resolves when no task is wanted any more. Rejects with the signal's reason, if the tasks are gone or belong to someone else, or if the server was
 * away for longer than `patience` allows.
 */
export async function followTasks(job: FollowJob, source: Source, patience: Patience): Promise<void> {
  const following = new Following(job, source, patience);
  if (source.openStream) await following.byStreams(source.openStream);
  else while (job.isWanted()) await following.poll(1);
}

/** What one stream brought. */
interface Read {
  readonly hasNews: boolean;
  /** The server said that all tasks have ended. */
  readonly isOver: boolean;
  readonly refusal: Failure | undefined;
}

class Following {
  readonly #job: FollowJob;
  readonly #source: Source;
  readonly #patience: Patience;
  #lastEventId: string | undefined;
  #failingSince: number | undefined;

  constructor(job: FollowJob, source: Source, patience: Patience) {
    this.#job = job;
    this.#source = source;
    this.#patience = patience;
  }

  async byStreams(openStream: NonNullable<Source['openStream']>): Promise<void> {
    let barren = 0;
    while (this.#job.isWanted()) {
      this.#job.signal.throwIfAborted();
      const { hasNews, isOver, refusal } = await this.#read(openStream);
      if (!this.#job.isWanted()) return;
      // Too many streams are open: poll until the server accepts one again.
      if (refusal?.status === 429 || refusal?.status === 503) {
        await this.poll(Math.max(1, Math.ceil(((refusal.retryAfterSeconds ?? 0) * 1000) / this.#source.pollMs)));
        continue;
      }
      barren = hasNews ? 0 : barren + 1;
      // All tasks have ended, but one is not known to: its event was missed, or it was posted since. Or the login has ended. One poll resolves this.
      if (isOver || refusal?.status === 401) await this.poll(1);
      if (!this.#job.isWanted()) return;
      if (barren >= barrenStreamsTolerated) {
        await this.poll(pollsBetweenStreams);
        // The polls returned newer data than anything the last stream could resume from.
        this.#lastEventId = undefined;
      } else await this.#pauseBefore(barren + 1);
    }
  }

  async #read(openStream: NonNullable<Source['openStream']>): Promise<Read> {
    let hasNews = false;
    let isOver = false;
    try {
      for await (const event of openStream(this.#lastEventId, this.#job.signal)) {
        this.#failingSince = undefined;
        this.#lastEventId = event.id ?? this.#lastEventId;
        if (taskEvents.has(event.name)) {
          hasNews = true;
          this.#job.onTask(JSON.parse(event.data) as Task);
        }
        isOver = event.name === 'end';
        if (isOver || !(this.#job.lingers || this.#job.isWanted())) break;
      }
      return { hasNews, isOver, refusal: undefined };
    } catch (error) {
      this.#job.signal.throwIfAborted();
      const refusal = failureOf(error);
      // Gone, or of another owner. An error without a status is a bug and must surface, unless the network threw it.
      if (refusal ? [403, 404].includes(refusal.status) : !(error instanceof TypeError)) throw error;
      this.#endure(error);
      return { hasNews, isOver, refusal };
    }
  }

  /** Polls so many times, or until no task is wanted any more. */
  async poll(times: number): Promise<void> {
    const { signal, onTask, isWanted } = this.#job;
    for (let turn = 0; turn < times && isWanted(); turn++) {
      signal.throwIfAborted();
      let retryAfterSeconds: number | null | undefined;
      try {
        for (const task of await this.#source.pollTasks(signal)) onTask(task);
        this.#failingSince = undefined;
      } catch (error) {
        signal.throwIfAborted();
        const failure = failureOf(error);
        if (failure ? !isWorthRetrying(failure) : !(error instanceof TypeError)) throw error;
        this.#endure(error);
        retryAfterSeconds = failure?.retryAfterSeconds;
      }
      if (isWanted())
        await this.#patience.pause(Math.max(this.#source.pollMs, (retryAfterSeconds ?? 0) * 1000), signal);
    }
  }

  /** Throws the error once nothing has arrived for too long. */
  #endure(error: unknown): void {
    const now = this.#patience.now();
    this.#failingSince ??= now;
    if (now - this.#failingSince > this.#patience.giveUpAfterMs) throw error;
  }

  async #pauseBefore(streams: number): Promise<void> {
    const state = { failures: streams, failingForMs: 0 };
    const unhurried = { random: () => 0, giveUpAfterMs: Number.POSITIVE_INFINITY };
    await this.#patience.pause(retryDelayMs({ status: 0 }, state, unhurried) ?? 0, this.#job.signal);
  }
}
