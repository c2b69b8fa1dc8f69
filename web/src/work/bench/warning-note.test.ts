// What a warning's note says: the words of the catalogue, those of the tool in their place, or nothing.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { OwnWarnings } from 'ui/tool-screen.ts';
import { expect, test } from 'vitest';
import { WarningNote } from './warning-note.tsx';

const leftOut = [{ what: 'sounds-left-out', count: 2 }];
const textsOf = (markup: string) =>
  markup
    .replace(/<svg.*?<\/svg>/s, '')
    .split(/<[^>]*>/)
    .filter(Boolean);

function read(code: 'hard-area' | 'sounds-left-out', own?: OwnWarnings) {
  const props = { code, own, meta: { leftOut }, language: 'en', actions: undefined } as const;
  return textsOf(renderToStaticMarkup(createElement(WarningNote, props)));
}

const hard = 'This area is hard: people stand right beside it, so what’s behind is a guess';

test('the sentence stands above what helps', () => {
  expect(read('hard-area')).toEqual([hard, 'Try a smaller area']);
});

test('a warning without a remedy is its sentence alone, with the number of the result', () => {
  expect(read('sounds-left-out')).toEqual(['Left out: 2 other sound tracks']);
});

test('a tool replaces either sentence, takes the remedy away, or says it in another place', () => {
  expect(read('hard-area', { 'hard-area': { remedy: 'Paint less' } })).toEqual([hard, 'Paint less']);
  expect(read('hard-area', { 'hard-area': { sentence: 'Hard' } })).toEqual(['Hard', 'Try a smaller area']);
  expect(read('hard-area', { 'hard-area': { remedy: undefined } })).toEqual([hard]);
  expect(read('hard-area', { 'hard-area': null })).toEqual([]);
  expect(read('hard-area', { 'mouth-open': null })).toEqual([hard, 'Try a smaller area']);
});
