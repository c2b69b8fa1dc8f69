// Tests when a failed attempt is repeated, and after which delay.
import { expect, test } from 'vitest';
import {
  attempt,
  type Failure,
  isWorthRetrying,
  neverStopped,
  type Patience,
  retryDelayMs,
  usualPatience,
} from './attempt.ts';

const first = { failures: 1, failingForMs: 0 };
const { giveUpAfterMs } = usualPatience;
/** Random numbers that are always this one. */
const drawing = (random: number) => ({ giveUpAfterMs, random: () => random });
const quick: Patience = { giveUpAfterMs, now: () => 0, random: () => 0, pause: async () => undefined };

test('refusals are final; missing responses and overload are not', () => {
  expect([400, 401, 403, 404, 409, 413, 415, 422, 501, 507].some(status => isWorthRetrying({ status }))).toBe(false);
  expect([0, 408, 429, 500, 502, 503, 504].every(status => isWorthRetrying({ status }))).toBe(true);
});

test('the delay doubles, is randomised, and never exceeds 15 seconds', () => {
  expect(retryDelayMs({ status: 0 }, first, drawing(1))).toBe(500);
  expect(retryDelayMs({ status: 0 }, { failures: 3, failingForMs: 0 }, drawing(1))).toBe(2000);
  expect(retryDelayMs({ status: 0 }, { failures: 3, failingForMs: 0 }, drawing(0))).toBe(1000);
  expect(retryDelayMs({ status: 0 }, { failures: 40, failingForMs: 0 }, drawing(1))).toBe(15_000);
});

test('Retry-After is respected up to two minutes', () => {
  expect(retryDelayMs({ status: 429, retryAfterSeconds: 30 }, first, drawing(0))).toBe(30_000);
  expect(retryDelayMs({ status: 429, retryAfterSeconds: 86_400 }, first, drawing(0))).toBe(120_000);
});

test('a network failure of a minute is waited out, a permanent one is not', () => {
  expect(retryDelayMs({ status: 0 }, { failures: 12, failingForMs: 60_000 }, drawing(0))).toBeDefined();
  expect(retryDelayMs({ status: 0 }, { failures: 99, failingForMs: giveUpAfterMs + 1 }, drawing(0))).toBeUndefined();
});

test('an error that the server tells is retried four times, one of a store or a proxy for two minutes', () => {
  const told = { status: 500, error: 'UNEXPECTED', requestId: 'one' };
  const long = { failures: 12, failingForMs: 300_000 };
  expect(retryDelayMs(told, { ...long, toldFaults: 4 }, drawing(0))).toBeDefined();
  expect(retryDelayMs(told, { ...long, toldFaults: 5 }, drawing(0))).toBeUndefined();
  expect(retryDelayMs({ status: 500 }, { ...long, foreignForMs: 119_000 }, drawing(0))).toBeDefined();
  expect(retryDelayMs({ status: 500 }, { ...long, foreignForMs: 121_000 }, drawing(0))).toBeUndefined();
  expect(retryDelayMs({ status: 502 }, { ...long, toldFaults: 5, foreignForMs: 121_000 }, drawing(0))).toBeDefined();
});

/** Fails in this order, half a minute apart, and then succeeds. Returns how often it was tried. */
async function tryThrough(failures: readonly Failure[]): Promise<number> {
  let tries = 0;
  let now = 0;
  const pause = async () => {
    now += 30_000;
  };
  await attempt(
    async () => {
      const failure = failures[tries++];
      if (failure) throw Object.assign(new Error(String(failure.status)), failure);
    },
    neverStopped,
    { ...quick, now: () => now, pause },
  ).catch((error: unknown) => {
    if (!(error instanceof Error && 'status' in error)) throw error;
  });
  return tries;
}

test('a fault after minutes without an answer is retried as often as one that comes first', async () => {
  const away: Failure[] = Array.from({ length: 6 }, () => ({ status: 0 }));
  const told = { status: 500, requestId: 'one' };
  const foreign = { status: 500 };
  expect(await tryThrough([...away, told, told, told, told])).toBe(11);
  expect(await tryThrough([...away, foreign, foreign, foreign, foreign, foreign])).toBe(12);
  expect(await tryThrough([foreign, ...away, foreign])).toBe(9);
  expect(await tryThrough([told, ...away, told, told, told, told])).toBe(11);
  expect(await tryThrough(Array.from({ length: 9 }, () => foreign))).toBe(6);
});

test.each([
  ['UPLOAD_QUOTA', 429],
  ['STORAGE_FULL', 507],
  ['TOO_MANY_OPEN_TASKS', 429],
])('%s is thrown at once in spite of its Retry-After', async (error, status) => {
  let calls = 0;
  const refused = attempt(
    async () => {
      calls += 1;
      throw Object.assign(new Error(error), { status, error, retryAfterSeconds: 60 });
    },
    neverStopped,
    quick,
  );
  await expect(refused).rejects.toThrow(error);
  expect(calls).toBe(1);
});

test('a Retry-After beyond the patience is final at once', () => {
  const patience = { giveUpAfterMs: 5000, random: () => 0 };
  expect(retryDelayMs({ status: 429, retryAfterSeconds: 5 }, first, patience)).toBe(5000);
  expect(retryDelayMs({ status: 429, retryAfterSeconds: 6 }, first, patience)).toBeUndefined();
});

test('a long wait is told until the attempt succeeds, a short one is not', async () => {
  let waiting: string | undefined;
  const told: (string | undefined)[] = [];
  const failures = [
    { status: 0, error: 'SHORT' },
    { status: 503, error: 'QUEUE_FULL', retryAfterSeconds: 5 },
    { status: 502, error: 'SHORT_AFTER_LONG' },
  ];
  const during: (string | undefined)[] = [];
  const run = async () => {
    during.push(waiting);
    const failure = failures.shift();
    if (failure) throw Object.assign(new Error(failure.error), failure);
  };
  const onWait: Patience['onWait'] = (_attempt, failure) => {
    waiting = failure?.error;
    told.push(waiting);
  };
  await attempt(run, neverStopped, { ...quick, onWait });
  expect(during).toEqual([undefined, undefined, 'QUEUE_FULL', 'SHORT_AFTER_LONG']);
  expect(told).toEqual(['QUEUE_FULL', 'SHORT_AFTER_LONG', undefined]);
});
