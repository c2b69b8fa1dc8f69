// When to try a failed call or transfer again, and how long to wait before it.

/** What a failed attempt tells: HTTP status (0: the network gave no answer) and what the server asked to wait. */
export interface Failure {
  readonly status: number;
  readonly retryAfterSeconds?: number | null | undefined;
}

export interface RetryState {
  /** Failures since the last success. */
  readonly failures: number;
  /** Milliseconds since the first of them. */
  readonly failingForMs: number;
}

const firstDelayMs = 500;
const longestDelayMs = 15_000;
const longestAskedMs = 120_000;
/** A network that is away for longer than this ends the transfer; the person can go on with one press. */
export const giveUpAfterMs = 10 * 60_000;
const faultsTolerated = 4;

/** Whether the same attempt may succeed later: no answer, too busy, or a fault of the server or something in between. */
export function isWorthRetrying(failure: Failure): boolean {
  return [0, 408, 425, 429].includes(failure.status) || (failure.status >= 500 && failure.status !== 501);
}

/** Milliseconds to wait before the next attempt, or undefined to give up. `random` is 0..1 and spreads clients apart. */
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
