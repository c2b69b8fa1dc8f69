// Repeats a failed call or transfer until it succeeds or another try is pointless; retries early when the network is back.

/** A failed attempt: HTTP status (0: no response), the server's error name, and the requested delay. */
export interface Failure {
  readonly status: number;
  readonly error?: string;
  /** The server's name of the request; null or absent if the answer is not the server's own. */
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | null | undefined;
}

interface RetryState {
  /** Number of failures since the last success. */
  readonly failures: number;
  /** Milliseconds since the first of them. */
  readonly failingForMs: number;
  /** Those that the server itself told as its faults. */
  readonly toldFaults?: number;
  /** Milliseconds since the first of the latest failures in a row that were faults of a store or a proxy. */
  readonly foreignForMs?: number;
}

/** How long failures are waited out. Time is a part of it, so that a test need not wait. */
export interface Patience {
  /** A failure that would last longer is final. */
  readonly giveUpAfterMs: number;
  readonly now: () => number;
  /** 0..1; spreads the tries of many clients. */
  readonly random: () => number;
  /** Resolves after `ms`, or earlier when the network is back; rejects with the signal's reason. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told the failure after which an attempt waits long enough to be noticed, and undefined once it has ended. */
  readonly onWait?: (attempt: symbol, failure: Failure | undefined) => void;
}

const firstDelayMs = 500;
const longestDelayMs = 15_000;
const longestAskedMs = 120_000;
/** A fault that the server itself tells happens again with the same call. */
const faultsTolerated = 4;
/** Any other is a store's or a proxy's, which may be starting. */
const foreignFaultsMs = 120_000;
/** A delay up to this has passed before a user could read the reason. */
const unnoticedMs = 2000;

/**
 * Errors with a Retry-After that must not be retried automatically. A caller of many calls waits for open tasks itself, holding back all of them at
 * once; a full storage or an exhausted quota is reported to the user, who can free space.
 */
const notRepeated: ReadonlySet<string | undefined> = new Set(['TOO_MANY_OPEN_TASKS', 'UPLOAD_QUOTA', 'STORAGE_FULL']);

/** Returns whether the same attempt may succeed later: no response, overload, or an error of the server or a proxy. */
export function isWorthRetrying(failure: Failure): boolean {
  if (notRepeated.has(failure.error) || failure.status === 501 || failure.status === 507) return false;
  return [0, 408, 425, 429].includes(failure.status) || failure.status >= 500;
}

/** Returns whether the server has answered that it did not begin; a fault or a missing answer leaves that open. */
export const isRefusedForNow = ({ status }: Failure): boolean => [408, 425, 429, 503].includes(status);

/** Whose fault a failure is: `told` by the server itself, or `foreign`, of a store or a proxy; undefined if it is only away or busy. */
function faultOf({ status, requestId }: Failure): 'told' | 'foreign' | undefined {
  if (status < 500 || [502, 503, 504].includes(status)) return undefined;
  return requestId ? 'told' : 'foreign';
}

/** Returns the milliseconds to wait before the next attempt, or undefined to give up. */
export function retryDelayMs(
  failure: Failure,
  { failures, failingForMs, toldFaults = 0, foreignForMs = 0 }: RetryState,
  { random, giveUpAfterMs }: Pick<Patience, 'random' | 'giveUpAfterMs'>,
): number | undefined {
  if (!isWorthRetrying(failure)) return undefined;
  const fault = faultOf(failure);
  if (fault === 'told' && toldFaults > faultsTolerated) return undefined;
  if (fault === 'foreign' && foreignForMs > foreignFaultsMs) return undefined;
  const backOffMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.max(0, failures - 1));
  const delayMs = failure.retryAfterSeconds
    ? Math.min(longestAskedMs, failure.retryAfterSeconds * 1000) + random() * firstDelayMs
    : backOffMs * (0.5 + random() / 2);
  return failingForMs + delayMs > giveUpAfterMs ? undefined : delayMs;
}

export const failureOf = (error: unknown): Failure | undefined =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? (error as Failure)
    : undefined;

/** Repeats `run` while that may help. Throws the last error when it gives up; throws the signal's reason at once. */
export async function attempt<T>(
  run: (failures: number) => Promise<T>,
  signal: AbortSignal,
  patience: Patience,
): Promise<T> {
  const id = Symbol('attempt');
  let failures = 0;
  let failingSince = 0;
  // What came before, such as minutes without an answer, does not make a fault last longer than it did.
  let toldFaults = 0;
  let foreignSince: number | undefined;
  let isNoticed = false;
  try {
    for (;;) {
      signal.throwIfAborted();
      try {
        return await run(failures);
      } catch (error) {
        signal.throwIfAborted();
        const failure = failureOf(error);
        if (!failure) throw error;
        const now = patience.now();
        if (failures === 0) failingSince = now;
        failures += 1;
        const fault = faultOf(failure);
        if (fault === 'told') toldFaults += 1;
        foreignSince = fault === 'foreign' ? (foreignSince ?? now) : undefined;
        const foreignForMs = now - (foreignSince ?? now);
        const state = { failures, failingForMs: now - failingSince, toldFaults, foreignForMs };
        const delayMs = retryDelayMs(failure, state, patience);
        if (delayMs === undefined) throw error;
        isNoticed ||= delayMs > unnoticedMs;
        if (isNoticed) patience.onWait?.(id, failure);
        await patience.pause(delayMs, signal);
      }
    }
  } finally {
    if (isNoticed) patience.onWait?.(id, undefined);
  }
}

/** For work that is never aborted. */
export const neverStopped: AbortSignal = new AbortController().signal;

/** A page is told when the network is back; other programs are not. */
type MayHearOnline = typeof globalThis & Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>;

/** Resolves after `ms`, or earlier when the network is back; rejects with the signal's reason. */
export const pause: Patience['pause'] = (ms, signal) =>
  new Promise((resolve, reject) => {
    const page: MayHearOnline = globalThis;
    const stop = () => {
      clearTimeout(timer);
      page.removeEventListener?.('online', wake);
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
    page.addEventListener?.('online', wake);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  });

/** Ten minutes: a longer failure is final, and whatever was sent can be continued later. */
export const usualPatience: Patience = { giveUpAfterMs: 10 * 60_000, now: Date.now, random: Math.random, pause };
