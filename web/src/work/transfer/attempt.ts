// Repeats a failed call or transfer until it succeeds or another try is pointless; retries early when the network is back.

/** A failed attempt: HTTP status (0: no response), the server's error name, and the requested delay. */
export interface Failure {
  readonly status: number;
  readonly error?: string;
  readonly retryAfterSeconds?: number | null | undefined;
}

interface RetryState {
  /** Number of failures since the last success. */
  readonly failures: number;
  /** Milliseconds since the first of them. */
  readonly failingForMs: number;
}

export interface AttemptTools {
  readonly now: () => number;
  readonly random: () => number;
  /** Resolves after `ms`, or earlier when the network is back; rejects with the signal's reason. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

const firstDelayMs = 500;
const longestDelayMs = 15_000;
const longestAskedMs = 120_000;
/** A longer network failure ends the transfer; the user can continue it with one press. */
export const giveUpAfterMs = 10 * 60_000;
const faultsTolerated = 4;

/**
 * Errors with a Retry-After that must not be retried automatically. The conductor waits for open tasks itself, holding back all calls at once; a full
 * storage or an exhausted quota is reported to the user, who can free space.
 */
const notRepeated: ReadonlySet<string | undefined> = new Set(['TOO_MANY_OPEN_TASKS', 'UPLOAD_QUOTA', 'STORAGE_FULL']);

/** Returns whether the same attempt may succeed later: no response, overload, or an error of the server or a proxy. */
export function isWorthRetrying(failure: Failure): boolean {
  if (notRepeated.has(failure.error) || failure.status === 501 || failure.status === 507) return false;
  return [0, 408, 425, 429].includes(failure.status) || failure.status >= 500;
}

/** Returns whether the server has answered that it did not begin; a fault or a missing answer leaves that open. */
export const isRefusedForNow = ({ status }: Failure): boolean => [408, 425, 429, 503].includes(status);

/** Returns the milliseconds to wait before the next attempt, or undefined to give up. `random` is 0..1 and spreads clients apart. */
export function retryDelayMs(failure: Failure, state: RetryState, random: number): number | undefined {
  if (!isWorthRetrying(failure) || state.failingForMs > giveUpAfterMs) return undefined;
  const isFault = failure.status >= 500 && failure.status !== 503 && failure.status !== 502 && failure.status !== 504;
  if (isFault && state.failures > faultsTolerated) return undefined;
  if (failure.retryAfterSeconds) {
    return Math.min(longestAskedMs, failure.retryAfterSeconds * 1000) + random * firstDelayMs;
  }
  const backOff = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.max(0, state.failures - 1));
  return backOff * (0.5 + random / 2);
}

export const failureOf = (error: unknown): Failure | undefined =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? (error as Failure)
    : undefined;

const waiting = new Map<symbol, Failure>();
const watchers = new Set<() => void>();
const tell = () => {
  for (const watcher of watchers) watcher();
};

/** A delay up to this has passed before a user could read the reason. */
const unnoticedMs = 2000;

/** The failure after which the latest of all attempts waits to repeat, for the page to show. */
export const lastWaiting = {
  get: (): Failure | undefined => [...waiting.values()].at(-1),
  watch: (watcher: () => void) => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  },
};

/** Repeats `run` while that may help. Throws the last error when it gives up; throws the signal's reason at once. */
export async function attempt<T>(
  run: (failures: number) => Promise<T>,
  signal: AbortSignal,
  tools: AttemptTools = browserTools,
): Promise<T> {
  const id = Symbol('attempt');
  let failures = 0;
  let failingSince = 0;
  try {
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
        if (delayMs > unnoticedMs || waiting.has(id)) {
          waiting.set(id, failure);
          tell();
        }
        await tools.pause(delayMs, signal);
      }
    }
  } finally {
    if (waiting.delete(id)) tell();
  }
}

/** For work that is never aborted. */
export const neverStopped: AbortSignal = new AbortController().signal;

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
