// Repeats a start while what it stands on is there but not ready: a database that recovers, a store of which a part is still starting. Otherwise the
// server would end, and a service manager that starts it again lets it wait longer each time.
import { setTimeout as sleep } from 'node:timers/promises';
import { isAway } from './adapters/away.ts';

const patienceMs = 60_000;
const pauseMs = 1000;

/** Nothing listens at the address, which is most often wrong: that is told at once. */
const nothingThere: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);
const brokenOff: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'TimeoutError']);

interface Told extends Error {
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const causesOf = (error: unknown): Told[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : []);

const isNotReady = (error: Told): boolean =>
  isAway(error) ||
  brokenOff.has(error.code) ||
  brokenOff.has(error.name) ||
  (error.$metadata?.httpStatusCode ?? 0) >= 500 ||
  /^connection terminated/i.test(error.message);

/** Calls `tell` with the first failure after which it tries again. */
export async function startPatiently<T>(
  start: () => Promise<T>,
  {
    tell,
    isStopping,
    now = () => performance.now(),
    pause = sleep,
  }: {
    readonly tell: (error: unknown) => void;
    readonly isStopping: () => boolean;
    readonly now?: () => number;
    readonly pause?: (ms: number) => Promise<unknown>;
  },
): Promise<T> {
  const until = now() + patienceMs;
  for (let tries = 1; ; tries++) {
    try {
      return await start();
    } catch (error) {
      const causes = causesOf(error);
      const mayPass = causes.some(isNotReady) && !causes.some(({ code }) => nothingThere.has(code));
      if (!mayPass || isStopping() || now() >= until) throw error;
      if (tries === 1) tell(error);
      await pause(pauseMs);
    }
  }
}
