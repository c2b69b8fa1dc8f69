// The page of AI expansion offers the drawing server only where that can draw inside a mask: a call that names another one is refused.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { screen } from 'tools/image-expand/screen.tsx';
import { firstSettings } from 'tools/image-expand/settings.ts';
import { words } from 'tools/image-expand/words.ts';
import { expect, test } from 'vitest';

function read(serverFills: boolean, modelId: 'auto' | 'server' = 'auto') {
  const { Options } = screen;
  const markup = renderToStaticMarkup(
    createElement(Options, {
      options: { ...firstSettings, modelId },
      change: () => undefined,
      selected: undefined,
      count: 1,
      language: 'en',
      file: undefined,
      address: undefined,
      result: undefined,
      ask: () => Promise.reject(new Error('nothing is asked')),
      findHandOn: () => undefined,
      speech: null,
      // Anime asks this one for pictures, whatever its workflow does with masks.
      drawers: ['server'],
      serverFills,
    }),
  );
  return markup.includes(words.en['model-server']);
}

test('a drawing server whose workflow takes no mask is not offered', () => {
  expect([read(true), read(false)]).toEqual([true, false]);
});

test('a choice that was made where it could is shown, so that it can be changed', () => {
  expect(read(false, 'server')).toBe(true);
});
