// Hashes and checks passwords in a separate thread. The queue is bounded, so that a flood of logins is refused early.

import { Worker } from 'node:worker_threads';
import { AppError } from 'contract/errors.ts';
import type { Passwords } from '../parts.ts';
import { safeCost } from './password-hash.ts';

/** Without `hash` the password is hashed, otherwise checked against it; null stands for an account without a password. */
export interface PasswordJob {
  readonly id: number;
  readonly password: string;
  readonly hash?: string | null;
}

export type PasswordAnswer =
  | { readonly id: number; readonly result: string | boolean }
  | { readonly id: number; readonly fault: string };

/** About ten seconds of work; clients that wait longer have given up. */
const patience = 400;
const busyRetrySeconds = 10;
const workerFile = new URL('./password-worker.ts', import.meta.url);

interface Waiting {
  readonly resolve: (result: string | boolean) => void;
  readonly reject: (fault: Error) => void;
}

/** The thread starts with the first password, and again with the next one if it ever ends. */
export function openPasswords({ maxWaiting = patience, cost = safeCost } = {}): Passwords {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  const giveUp = (ended: Worker, fault: Error) => {
    if (worker !== ended) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(fault);
    waiting.clear();
  };

  const start = (): Worker => {
    const started = new Worker(workerFile, { env: {}, workerData: { cost } });
    started.on('message', (message: PasswordAnswer) => {
      const job = waiting.get(message.id);
      waiting.delete(message.id);
      if ('fault' in message) job?.reject(new Error(message.fault));
      else job?.resolve(message.result);
    });
    started.on('error', fault => giveUp(started, fault instanceof Error ? fault : new Error(String(fault))));
    started.on('exit', code => giveUp(started, new Error(`the thread for passwords ended with ${code}`)));
    started.unref();
    return started;
  };

  const run = (job: Omit<PasswordJob, 'id'>): Promise<string | boolean> => {
    if (waiting.size >= maxWaiting) throw new AppError('QUEUE_FULL', { retryAfterSeconds: busyRetrySeconds });
    worker ??= start();
    const id = ++lastId;
    worker.postMessage({ id, ...job } satisfies PasswordJob);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };

  return {
    hash: async password => String(await run({ password })),
    verify: async (password, hash) => (await run({ password, hash })) === true,
    close: async () => {
      await worker?.terminate();
    },
  };
}
