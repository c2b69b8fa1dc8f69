// Tests that a kept draft belongs to one clip, and that the last change is kept however soon the page is left.
import { beforeEach, expect, test, vi } from 'vitest';
import { firstDraft } from './draft.ts';
import { readKept, saveNow, saveSoon } from './kept-draft.ts';

const asked: string[] = [];
const stored: string[] = [];

beforeEach(() => {
  asked.length = 0;
  stored.length = 0;
  vi.useFakeTimers();
  // Answers every key with a draft of its own.
  const getItem = (key: string) => JSON.stringify({ start: asked.push(key) });
  const setItem = (key: string, text: string) => stored.push(`${key}: ${JSON.parse(text).start}`);
  vi.stubGlobal('sessionStorage', { getItem, setItem });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

test('two clips of the same name have two drafts, and each clip keeps its own', () => {
  const [short, long] = [1000, 2000].map(bytes => ({ name: 'clip.mp4', bytes }));
  expect(readKept(short!)).toMatchObject({ start: 1 });
  expect(readKept(long!)).toMatchObject({ start: 2 });
  expect(readKept({ ...short! })).toMatchObject({ start: 1 });
  expect(new Set(asked).size).toBe(2);
});

test('changes in quick succession are stored once, and at once when the page is left', () => {
  const clip = { name: 'left.mp4', bytes: 5 };
  saveSoon(clip, { ...firstDraft, start: 1 });
  saveSoon(clip, { ...firstDraft, start: 2 });
  expect(stored).toEqual([]);
  saveNow();
  vi.runAllTimers();
  saveNow();
  expect(stored).toEqual(['mark-video 5 left.mp4: 2']);
  expect(readKept(clip)).toMatchObject({ start: 2 });
});

test('a change of one clip is stored although another clip is edited right after it', () => {
  saveSoon({ name: 'first.mp4', bytes: 1 }, { ...firstDraft, start: 1 });
  saveSoon({ name: 'second.mp4', bytes: 2 }, { ...firstDraft, start: 2 });
  vi.runAllTimers();
  expect(stored).toEqual(['mark-video 1 first.mp4: 1', 'mark-video 2 second.mp4: 2']);
});
