// Tests that requests for several sources do not restart each other.
import { expect, test } from 'vitest';
import { keepRequests } from './keep-requests.ts';

test('an answer and a new key leave the other requests alone; a key no longer wanted is aborted', async () => {
  const log: string[] = [];
  const answers = new Map<string, () => void>();
  const requests = keepRequests(async (key, signal) => {
    log.push(`send ${key}`);
    signal.addEventListener('abort', () => log.push(`abort ${key}`));
    await new Promise<void>(resolve => answers.set(key, resolve));
  });
  requests.want(['a', 'b']);
  answers.get('a')!();
  await new Promise(resolve => setTimeout(resolve));
  requests.want(['b']);
  requests.want(['b', 'c']);
  requests.want(['c']);
  requests.want(['b', 'c']);
  expect(log).toEqual(['send a', 'send b', 'send c', 'abort b', 'send b']);
  requests.want([]);
  expect(log.slice(5).toSorted()).toEqual(['abort b', 'abort c']);
});
