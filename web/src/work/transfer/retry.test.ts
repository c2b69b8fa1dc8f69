// When an attempt is repeated, and after how long.
import { expect, test } from 'vitest';
import { giveUpAfterMs, isWorthRetrying, retryDelayMs } from './retry.ts';

const first = { failures: 1, failingForMs: 0 };

test('refusals are final, silence and overload are not', () => {
  expect([400, 401, 403, 404, 409, 413, 415, 422, 501].some(status => isWorthRetrying({ status }))).toBe(false);
  expect([0, 408, 429, 500, 502, 503, 504].every(status => isWorthRetrying({ status }))).toBe(true);
});

test('the wait doubles, is spread, and never passes 15 seconds', () => {
  expect(retryDelayMs({ status: 0 }, first, 1)).toBe(500);
  expect(retryDelayMs({ status: 0 }, { failures: 3, failingForMs: 0 }, 1)).toBe(2000);
  expect(retryDelayMs({ status: 0 }, { failures: 3, failingForMs: 0 }, 0)).toBe(1000);
  expect(retryDelayMs({ status: 0 }, { failures: 40, failingForMs: 0 }, 1)).toBe(15_000);
});

test('what the server asks for is kept, within reason', () => {
  expect(retryDelayMs({ status: 429, retryAfterSeconds: 30 }, first, 0)).toBe(30_000);
  expect(retryDelayMs({ status: 429, retryAfterSeconds: 86_400 }, first, 0)).toBe(120_000);
});

test('a network away for a minute is outlived, one away for ever is not', () => {
  expect(retryDelayMs({ status: 0 }, { failures: 12, failingForMs: 60_000 }, 0)).toBeDefined();
  expect(retryDelayMs({ status: 0 }, { failures: 99, failingForMs: giveUpAfterMs + 1 }, 0)).toBeUndefined();
});

test('a fault of the server is not repeated for ever', () => {
  expect(retryDelayMs({ status: 500 }, { failures: 4, failingForMs: 9000 }, 0)).toBeDefined();
  expect(retryDelayMs({ status: 500 }, { failures: 5, failingForMs: 9000 }, 0)).toBeUndefined();
  expect(retryDelayMs({ status: 502 }, { failures: 5, failingForMs: 9000 }, 0)).toBeDefined();
});
