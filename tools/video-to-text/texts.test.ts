// Tests what the screen knows of a text: everything of a paid result, the start of a locked one.
import type { TaskResult } from 'ui/tool-screen.ts';
import { expect, test } from 'vitest';
import { keysOf, rememberResult, type ScreenOptions, shownLines, withText, writtenText } from './texts.ts';

const lines = ['Good morning.', 'Roses need sun.', 'Thank you.'].map((text, at) => ({
  start: at * 10,
  end: at * 10 + 2,
  text,
}));
const resultOf = (locked: boolean, segments: typeof lines): TaskResult => ({
  files: [
    {
      name: 'talk.srt',
      path: 'a',
      size: 99,
      contentType: 'text/plain',
      previewUrl: '',
      url: locked ? null : '/a',
      locked,
    },
  ],
  segments,
  meta: { engine: 'server', language: 'en', warnings: [] },
});
const paid = resultOf(false, lines);
// Shortened like in server/src/tasks/locked.ts.
const locked = resultOf(true, lines.slice(0, 2));
const options: ScreenOptions = { language: 'auto', start: undefined, end: undefined };

test('files are never written from only the start of a text', () => {
  const facts = { name: 'talk.mp4', bytes: 5 };
  const edited = { ...options, texts: withText(options, facts, lines.slice(0, 1)) };
  rememberResult(edited, facts, locked);
  expect(writtenText(edited, facts)).toBeUndefined();
  rememberResult(edited, facts, paid);
  expect(writtenText(edited, facts)?.segments).toEqual(lines.slice(0, 1));
  // Recognised again and not paid yet.
  rememberResult(edited, facts, locked);
  expect(writtenText(edited, facts)).toBeUndefined();
});

test('a locked result shows its own start, a paid one the edited text', () => {
  const facts = { name: 'talk.mp4', bytes: 5 };
  const edited = { ...options, texts: withText(options, facts, lines.slice(2)) };
  expect(shownLines(edited, facts, locked)).toEqual(lines.slice(0, 2));
  expect(shownLines(edited, facts, paid)).toEqual(lines.slice(2));
  expect(shownLines(options, facts, paid)).toEqual(lines);
});

test('lines with the same times have different keys, which stay while the others are edited', () => {
  const [a, b] = [
    { start: 1, end: 2 },
    { start: 2, end: 3 },
  ];
  expect(keysOf([a, a, b])).toEqual(['1 2 0', '1 2 1', '2 3 0']);
  expect(keysOf([a, b])).toEqual(['1 2 0', '2 3 0']);
});
