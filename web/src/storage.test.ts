// Tests that the page reads the value it wrote last, even if the browser's storage fails.
import { afterEach, expect, test, vi } from 'vitest';
import { readInTab, readStored, store, storeInTab } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

/** A storage that refuses to write while `isFull`. */
function makeArea() {
  const values = new Map<string, string>();
  const area = {
    isFull: false,
    getItem: (name: string) => values.get(name) ?? null,
    removeItem: (name: string) => void values.delete(name),
    setItem: (name: string, value: string) => {
      if (area.isFull) throw new DOMException('full', 'QuotaExceededError');
      values.set(name, value);
    },
  };
  return area;
}

test('a new value is read even if it does not fit into the storage', () => {
  const area = makeArea();
  vi.stubGlobal('localStorage', area);
  store('note', 'old');
  area.isFull = true;
  store('note', 'new');
  expect(readStored('note')).toBe('new');
  area.isFull = false;
  store('note', 'newest');
  area.setItem('pixwright.note', 'of another tab');
  expect(readStored('note')).toBe('of another tab');
  store('note', null);
  expect(readStored('note')).toBeNull();
});

test('without storage, values last as long as the page, and the caller is told', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(name, { getItem: denied, setItem: denied, removeItem: denied });
  store('note', 'a');
  expect(readStored('note')).toBe('a');
  expect(storeInTab('place', 'b')).toBe(false);
  expect(readInTab('place')).toBe('b');
  storeInTab('place', null);
  expect(readInTab('place')).toBeNull();
  vi.stubGlobal('sessionStorage', makeArea());
  expect(storeInTab('place', 'c')).toBe(true);
  expect(sessionStorage.getItem('place')).toBe('c');
});
