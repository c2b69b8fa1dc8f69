// The access token: a call that failed with the old token gets the new one, without asking WeChat again.
import { expect, test } from 'vitest';
import { keepToken } from './wechat-token.ts';

test('a token is renewed once, however late other calls notice that it is stale', async () => {
  const asked: boolean[] = [];
  const tokens = keepToken(
    async isForced => {
      asked.push(isForced);
      return { token: `token-${asked.length}`, lifeSeconds: 7200 };
    },
    () => new Date(0),
  );
  expect(await tokens.get()).toBe('token-1');
  expect(await tokens.renew('token-1')).toBe('token-2');
  expect(await tokens.renew('token-1')).toBe('token-2');
  expect(await tokens.get()).toBe('token-2');
  expect(asked).toEqual([false, true]);
});

test('a failure is not cached: the next call asks again', async () => {
  let isDown = true;
  const tokens = keepToken(
    async () => {
      if (isDown) throw new Error('down');
      return { token: 'token-1', lifeSeconds: 10 };
    },
    () => new Date(0),
  );
  await expect(Promise.all([tokens.get(), tokens.get()])).rejects.toThrow('down');
  isDown = false;
  expect(await tokens.get()).toBe('token-1');
});
