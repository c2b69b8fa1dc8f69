// Follows all tasks of a run by one stream: each caller waits for the end of its own task.

import { isEnded } from '@pixwright/client/follow.ts';
import type { Client } from '@pixwright/client/make-client.ts';
import type { Task } from 'contract/task.ts';

interface Waiting {
  readonly hear: (task: Task) => void;
  readonly fail: (error: unknown) => void;
}

export class BatchFollower {
  readonly #client: Client;
  readonly #batchId: string;
  readonly #giveUpAfterMs: number;
  readonly #waiting = new Map<string, Waiting>();
  readonly #stop = new AbortController();
  #following: Promise<void> | undefined;

  /** A server that is away for longer than `giveUpAfterMs` has failed. */
  constructor(client: Client, batchId: string, giveUpAfterMs: number) {
    this.#client = client;
    this.#batchId = batchId;
    this.#giveUpAfterMs = giveUpAfterMs;
  }

  /** The task when it has ended. Rejects with the signal's reason. */
  wait(task: Task, onChange: (task: Task) => void, signal: AbortSignal): Promise<Task> {
    onChange(task);
    if (isEnded(task)) return Promise.resolve(task);
    return new Promise((resolve, reject) => {
      const abort = () => end(() => reject(signal.reason));
      const end = (settle: () => void) => {
        signal.removeEventListener('abort', abort);
        this.#waiting.delete(task.taskId);
        settle();
      };
      this.#waiting.set(task.taskId, {
        hear: news => {
          onChange(news);
          if (isEnded(news)) end(() => resolve(news));
        },
        fail: error => end(() => reject(error)),
      });
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
      else this.#follow();
    });
  }

  #follow(): void {
    this.#following ??= this.#client
      .watchBatch(this.#batchId, {
        signal: this.#stop.signal,
        giveUpAfterMs: this.#giveUpAfterMs,
        isWanted: () => this.#waiting.size > 0,
        onTask: task => this.#waiting.get(task.taskId)?.hear(task),
      })
      .catch(error => {
        for (const { fail } of [...this.#waiting.values()]) fail(error);
      })
      .finally(() => {
        this.#following = undefined;
        if (this.#waiting.size > 0 && !this.#stop.signal.aborted) this.#follow();
      });
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#following;
  }
}
