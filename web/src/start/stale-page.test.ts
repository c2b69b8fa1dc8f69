// Tests that a page reloads once for chunks that are gone, and not endlessly.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadWhenStale } from './stale-page.ts';

let fail: (event: Event) => void;
let reloads = 0;

beforeEach(() => {
  reloads = 0;
  vi.stubGlobal('addEventListener', (_: string, hear: typeof fail) => {
    fail = hear;
  });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { reload: () => (reloads += 1) });
  reloadWhenStale();
});
afterEach(() => vi.unstubAllGlobals());

const missChunk = () => {
  const event = new Event('vite:preloadError', { cancelable: true });
  fail(event);
  return event.defaultPrevented;
};

test('the second missing chunk in a row is an error of the page', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  expect([missChunk(), missChunk(), reloads]).toEqual([true, false, 1]);
});

test('without storage, the page shows the error instead of reloading forever', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: denied, setItem: denied });
  expect([missChunk(), reloads]).toEqual([false, 0]);
});
