// The transport of programs gives up a connection on which nothing comes, however it was opened, and no answer that has begun.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { neverStopped } from './attempt.ts';
import { openHttp } from './http.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = (fetch: typeof globalThis.fetch) =>
  openHttp({ origin: 'http://a.example', headers: {}, language: 'en', fetch });

/** A server that accepts connections and then stays silent. */
const silent: typeof fetch = (_address, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

test.each([
  ['a call', 20_000, () => open(silent).call({ method: 'GET', path: '/web/task' }, {})],
  ['a download', 60_000, () => open(silent).open('/file', { isSigned: true, signal: neverStopped })],
  [
    'an upload of 1.6 MB',
    160_000,
    () =>
      open(silent).send(
        { method: 'PUT', url: '/x', headers: {} },
        new Blob(['x'.repeat(1_600_000)]),
        () => undefined,
        neverStopped,
      ),
  ],
])('%s without an answer is given up after %i ms', async (_what, ms, ask) => {
  let failure: unknown;
  ask().catch(error => {
    failure = error;
  });
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toMatchObject({ status: 0, error: 'ANSWER_LATE' });
});

test('a download that has begun may take as long as it takes', async () => {
  let signal: AbortSignal | null | undefined;
  const answer = await open(async (_address, init) => {
    signal = init?.signal;
    return new Response('the file');
  }).open('/file', { signal: neverStopped });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(signal?.aborted).toBe(false);
  expect(await answer.text()).toBe('the file');
});
