// The turnstile runs a few jobs at a time, lets senders take turns, and passes on the place of each job, even of a failed one.
import { expect, test } from 'vitest';
import { openTurnstile } from './turnstile.ts';

test('at most its width of jobs run at once, in order, even after a failure', async () => {
  const { pass } = openTurnstile({ width: 2, max: 10 });
  let inside = 0;
  let maxInside = 0;
  const order: number[] = [];
  const job = (number: number) => async () => {
    inside += 1;
    maxInside = Math.max(maxInside, inside);
    order.push(number);
    await new Promise(resolve => setImmediate(resolve));
    inside -= 1;
    if (number === 1) throw new Error('one fails');
    return number;
  };
  const ended = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(number => pass('one', job(number))));
  expect(maxInside).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  expect(ended.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, true]);
  expect(await pass('one', job(6))).toBe(6);
});

test('a job beyond the queue is refused with the time until the next try', async () => {
  const { pass } = openTurnstile({ width: 1, max: 1 });
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const long = pass('one', () => promise);
  const waits = pass('one', async () => 'in');
  await expect(pass('one', async () => 'never')).rejects.toMatchObject({ code: 'QUEUE_FULL' });
  end();
  await long;
  expect(await waits).toBe('in');
});

test('senders take turns, and the sender with most places loses one when all are taken', async () => {
  const { pass } = openTurnstile({ width: 1, max: 4 });
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const order: string[] = [];
  const job = (sender: string, number: number) => pass(sender, async () => order.push(`${sender}${number}`));
  const long = pass('many', () => promise);
  const many = [1, 2, 3, 4].map(number => job('many', number));
  const few = [job('one', 1), job('other', 1)];
  const refused = Promise.all(many.slice(2).map(one => expect(one).rejects.toMatchObject({ code: 'QUEUE_FULL' })));
  end();
  await Promise.all([long, ...many.slice(0, 2), ...few, refused]);
  expect(order).toEqual(['many1', 'one1', 'other1', 'many2']);
});
