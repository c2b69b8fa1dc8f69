// Tests the page to return to after logging in: used once, and never outside the product.
import { beforeEach, expect, test, vi } from 'vitest';
import { dropReturn, hasReturn, keepReturn, takeReturn } from './return-path.ts';

const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
  removeItem: (name: string) => kept.delete(name),
});
beforeEach(() => kept.clear());

test('a stored path is returned only once', () => {
  keepReturn('/userCenter?tab=phone');
  expect(hasReturn()).toBe(true);
  expect(takeReturn()).toBe('/userCenter?tab=phone');
  expect(takeReturn()).toBeNull();
});

test('closing the dialog discards the path', () => {
  keepReturn('/userCenter');
  dropReturn();
  expect([hasReturn(), takeReturn()]).toEqual([false, null]);
});

test('the address of another site is not followed', () => {
  for (const address of ['//evil.test/', 'https://evil.test/', 'javascript:alert(1)']) {
    keepReturn(address);
    expect(takeReturn()).toBeNull();
  }
});
