// Runs something until it succeeds or is not worth another try; wakes early when the network comes back.
import { type Failure, retryDelayMs } from './retry.ts';

export interface AttemptTools {
  readonly now: () => number;
  readonly random: () => number;
  /** Resolves after `ms`, or earlier when the network comes back; rejects with the signal's reason. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const failureOf = (error: unknown): Failure | undefined =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? (error as Failure)
    : undefined;

/** Repeats `run` under the rules of retry.ts. Throws the last error when it gives up, and the signal's reason at once. */
export async function attempt<T>(
  run: (failures: number) => Promise<T>,
  signal: AbortSignal,
  tools: AttemptTools = browserTools,
): Promise<T> {
  let failures = 0;
  let failingSince = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await run(failures);
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error);
      if (!failure) throw error;
      if (failures === 0) failingSince = tools.now();
      failures += 1;
      const delayMs = retryDelayMs(failure, { failures, failingForMs: tools.now() - failingSince }, tools.random());
      if (delayMs === undefined) throw error;
      await tools.pause(delayMs, signal);
    }
  }
}

export const browserTools: AttemptTools = {
  now: () => Date.now(),
  random: () => Math.random(),
  pause: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        globalThis.removeEventListener?.('online', wake);
        signal.removeEventListener('abort', abort);
      };
      const wake = () => {
        stop();
        resolve();
      };
      const abort = () => {
        stop();
        reject(signal.reason);
      };
      const timer = setTimeout(wake, ms);
      globalThis.addEventListener?.('online', wake);
      signal.addEventListener('abort', abort);
    }),
};
