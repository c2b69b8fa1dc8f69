// Work that several requests wait for: done once, and stopped when the last of them has left.
import { expect, test } from 'vitest';
import { SharedWork } from './shared-work.ts';

function open() {
  const shared = new SharedWork<string>();
  const signals: AbortSignal[] = [];
  const made = Promise.withResolvers<string>();
  const join = (signal?: AbortSignal) =>
    shared.join(
      'film',
      own => {
        signals.push(own);
        return made.promise;
      },
      signal,
    );
  return { join, signals, made };
}

test('requests at the same time share one piece of work', async () => {
  const { join, signals, made } = open();
  const all = [join(), join(new AbortController().signal), join()];
  made.resolve('made');
  expect([await Promise.all(all), signals.length]).toEqual([['made', 'made', 'made'], 1]);
});

test('the work goes on while one of them waits, and is stopped when the last one leaves', async () => {
  const { join, signals } = open();
  const [first, second] = [new AbortController(), new AbortController()];
  const left = [join(first.signal), join(second.signal)];
  first.abort(new Error('first'));
  await expect(left[0]).rejects.toThrow('first');
  expect(signals[0]?.aborted).toBe(false);
  second.abort(new Error('second'));
  await expect(left[1]).rejects.toThrow('second');
  expect(signals[0]?.aborted).toBe(true);
  // The next request begins anew.
  void join();
  expect([signals.length, signals[1]?.aborted]).toEqual([2, false]);
});

test('work that one request wants in any case is never stopped', async () => {
  const { join, signals, made } = open();
  const control = new AbortController();
  const kept = join();
  const left = join(control.signal);
  control.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  made.resolve('made');
  expect([await kept, signals[0]?.aborted]).toEqual(['made', false]);
});
