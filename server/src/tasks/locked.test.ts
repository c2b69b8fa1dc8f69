// A locked result reveals no more than its preview: text, segments, boxes, the layer and long descriptions are cut off.
import { expect, test } from 'vitest';
import { shortenResult } from './locked.ts';
import type { StoredResult } from './stored.ts';

const file = { key: 'private/2026/01/01/00/0.png', name: 'a.png', bytes: 5, type: 'png' } as const;

test('text, segments and boxes are shortened, and the layer is left out', () => {
  const text = '𠮷野家で牛丼を食べる。'.repeat(50);
  const box = (at: number) => ({ x: at, y: 0, w: 1, h: 1, score: 1, text: `line ${at}` });
  const result: StoredResult = {
    files: [file],
    text,
    segments: Array.from({ length: 60 }, (_, at) => ({ start: at, end: at + 1, text: `word ${at}` })),
    boxes: Array.from({ length: 40 }, (_, at) => box(at)),
    layerKey: 'private/2026/01/01/00/1.png',
  };
  const shown = shortenResult(result);
  expect(shown.files).toEqual([file]);
  expect([...(shown.text ?? '')].length).toBeLessThanOrEqual(121);
  expect(shown.text?.isWellFormed()).toBe(true);
  expect(shown.segments?.at(-1)?.start).toBeLessThan(15);
  expect(shown.boxes).toHaveLength(3);
  expect(shown).not.toHaveProperty('layerKey');
});

test("short texts are kept, and of the run's metadata only small values", () => {
  const shown = shortenResult({
    files: [],
    text: 'short',
    boxes: [{ x: 0, y: 0, w: 1, h: 1, score: 1 }],
    meta: { engine: 'own', pages: 3, warnings: ['cut'], paragraphs: [{ text: 'all of it' }], html: 'x'.repeat(400) },
  });
  expect(shown).toEqual({
    files: [],
    text: 'short',
    boxes: [{ x: 0, y: 0, w: 1, h: 1, score: 1 }],
    meta: { engine: 'own', pages: 3, warnings: ['cut'] },
  });
});
