// Tests that a kept draft belongs to one clip.
import { beforeEach, expect, test, vi } from 'vitest';
import { readKept } from './kept-draft.ts';

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  // Answers every key with a draft of its own.
  const getItem = (key: string) => JSON.stringify({ start: asked.push(key) });
  vi.stubGlobal('sessionStorage', { getItem });
  return () => vi.unstubAllGlobals();
});

test('two clips of the same name have two drafts, and each clip keeps its own', () => {
  const [short, long] = [1000, 2000].map(bytes => ({ name: 'clip.mp4', bytes }));
  expect(readKept(short!)).toMatchObject({ start: 1 });
  expect(readKept(long!)).toMatchObject({ start: 2 });
  expect(readKept({ ...short! })).toMatchObject({ start: 1 });
  expect(new Set(asked).size).toBe(2);
});
