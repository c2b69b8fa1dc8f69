// Tests what the screen knows of a text: everything of a paid result, the first lines of a locked one.
import type { TaskResult } from 'ui/tool-screen.ts';
import { expect, test } from 'vitest';
import type { ReadMeta } from './contract.ts';
import { knownPage, pageOfResult, rememberPage, type ScreenOptions } from './reading.ts';

const lines = ['Berth', 'Length', 'A1', '12 m'];
const boxes = lines.map((text, at) => ({ x: 10, y: 20 * at, w: 50, h: 16, score: 0.99, text }));
const quads = boxes.map(({ x, y, w, h }) => [x + 1, y, x + w, y + 1, x + w - 1, y + h, x, y + h - 1]);
const measures = {
  engine: 'own',
  warnings: [],
  inputWidth: 400,
  inputHeight: 300,
  languages: ['en' as const],
  keepsLines: false,
  turn: 0 as const,
};
const meta = {
  ...measures,
  quads,
  paragraphs: [
    { kind: 'row', before: ['', '\t'] },
    { kind: 'row', before: ['', '\t'] },
  ],
} satisfies ReadMeta;

const resultOf = (locked: boolean, told: Pick<TaskResult, 'boxes' | 'meta'>): TaskResult => ({
  files: [
    {
      name: 'a.txt',
      path: 'a',
      size: 9,
      contentType: 'text/plain',
      previewUrl: '',
      url: locked ? null : '/a',
      locked,
    },
  ],
  ...told,
});
const paid = resultOf(false, { boxes, meta });
// Shortened like in server/src/tasks/locked.ts.
const locked = resultOf(true, { boxes: boxes.slice(0, 3), meta: measures });

test('a paid result has its paragraphs, with the lines at their places in the picture', () => {
  const { paragraphs } = pageOfResult(paid);
  expect(paragraphs.map(({ kind }) => kind)).toEqual(['row', 'row']);
  expect(paragraphs.map(({ pieces }) => pieces.map(({ before, text }) => before + text).join(''))).toEqual([
    'Berth\tLength',
    'A1\t12 m',
  ]);
  expect(paragraphs[1]?.pieces[1]?.quad).toEqual(quads[3]);
});

test('a locked result has its first lines, each in its box', () => {
  const { paragraphs, turn, isCut } = pageOfResult(locked);
  expect({ turn, isCut }).toEqual({ turn: 0, isCut: false });
  expect(paragraphs.map(({ pieces }) => pieces.map(({ text }) => text))).toEqual([['Berth'], ['Length'], ['A1']]);
  expect(paragraphs[1]?.pieces[0]?.quad).toEqual([10, 20, 60, 20, 60, 36, 10, 36]);
});

test('files are never written from only the first lines', () => {
  const facts = { name: 'page.png', bytes: 5 };
  const options: ScreenOptions = { textFlag: 'paragraphs', files: ['txt'] };
  rememberPage(facts, locked);
  expect(knownPage(options, facts)).toBeUndefined();
  rememberPage(facts, paid);
  expect(knownPage(options, facts)?.paragraphs).toHaveLength(2);
  // Recognised again and not paid yet.
  rememberPage(facts, locked);
  expect(knownPage(options, facts)).toBeUndefined();
});
