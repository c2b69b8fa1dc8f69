// The turnstile runs a few jobs at a time, in order, and passes on the place of each job, even of a failed one.
import { expect, test } from 'vitest';
import { openTurnstile } from './turnstile.ts';

test('at most its width of jobs run at once, in order, even after a failure', async () => {
  const { pass } = openTurnstile({ width: 2, most: 10 });
  let inside = 0;
  let mostInside = 0;
  const order: number[] = [];
  const job = (number: number) => async () => {
    inside += 1;
    mostInside = Math.max(mostInside, inside);
    order.push(number);
    await new Promise(resolve => setImmediate(resolve));
    inside -= 1;
    if (number === 1) throw new Error('one fails');
    return number;
  };
  const ended = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(number => pass(job(number))));
  expect(mostInside).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  expect(ended.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, true]);
  expect(await pass(job(6))).toBe(6);
});

test('a job beyond the queue is refused with the time until the next try', async () => {
  const { pass } = openTurnstile({ width: 1, most: 1 });
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const long = pass(() => promise);
  const waits = pass(async () => 'in');
  await expect(pass(async () => 'never')).rejects.toMatchObject({ code: 'QUEUE_FULL' });
  end();
  await long;
  expect(await waits).toBe('in');
});
