// A locked result tells no more than its preview: text, segments and boxes are shortened, the full layer and long descriptions left out.
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

test('the watermarked layer takes the place of the full one', () => {
  const keys = { layerKey: 'private/2026/01/01/00/1.webp', lockedLayerKey: 'preview/2026/01/01/00/2.webp' };
  expect(shortenResult({ files: [file], ...keys })).toEqual({ files: [file], layerKey: keys.lockedLayerKey });
});

test('groups of numbers stay, groups with words do not', () => {
  const layer = { width: 900, head: { crown: 12.5, chin: 300 }, keepsRule: true, toPicture: [1, 0, 0.2, 0, 1, 0.1] };
  const cells = { rows: [{ text: 'name' }] };
  const deep = { a: { b: { c: { d: 1 } } } };
  const many = { values: Array.from({ length: 21 }, (_, at) => at) };
  expect(shortenResult({ files: [], meta: { layer, cells, deep, many, nothing: null } })).toEqual({
    files: [],
    meta: { layer },
  });
});

test("short texts are kept, and of the run's metadata only small values", () => {
  const shown = shortenResult({
    files: [],
    text: 'short',
    boxes: [{ x: 0, y: 0, w: 1, h: 1, score: 1 }],
    meta: {
      engine: 'own',
      pages: 3,
      warnings: ['lines-left-out'],
      paragraphs: [{ text: 'all of it' }],
      html: 'x'.repeat(400),
    },
  });
  expect(shown).toEqual({
    files: [],
    text: 'short',
    boxes: [{ x: 0, y: 0, w: 1, h: 1, score: 1 }],
    meta: { engine: 'own', pages: 3, warnings: ['lines-left-out'] },
  });
});
