// Tests that texts fit their letters in every state of the history, whenever the font arrives.
import type { TextLayer } from 'contract/artwork/artwork.ts';
import { makeArtwork } from 'ui/artwork/make-layer.ts';
import { expect, test, vi } from 'vitest';

/** The line height in pixels of the font that is loaded. */
let lineHeight = 10;
let arrive: (isNew: boolean) => void = () => undefined;
vi.mock('virtual:artwork-fonts', () => ({ loadFaces: {} }));
vi.mock('virtual:tile-words/zh', () => ({ tileWords: {} }));
vi.mock('virtual:tile-words/en', () => ({ tileWords: {} }));
vi.mock('ui/artwork/load-fonts.ts', () => ({
  loadFontsOf: () =>
    new Promise(resolve => {
      arrive = resolve;
    }),
}));
vi.mock('ui/artwork/lay-out-text.ts', async original => ({
  ...(await original()),
  fitText: (layer: TextLayer) => (layer.height === lineHeight ? layer : { ...layer, height: lineHeight }),
}));

const { changeLayers, openArtwork, stepBack, useEditor } = await import('./state.ts');
const text = () => useEditor.getState().history!.present.artwork.layers[0] as TextLayer;

test('a font that arrives late also fits the texts to which undo and redo return', async () => {
  const layer = {
    ...makeArtwork(100, 100, null),
    layers: [{ id: 'a', type: 'text', text: 'a', height: 10 } as TextLayer],
  };
  openArtwork(layer, 'x');
  changeLayers('move', ['a'], () => ({ x: 1 }));
  changeLayers('move', ['a'], () => ({ x: 2 }), { mergeKey: 'other' });
  stepBack(1);
  lineHeight = 30;
  arrive(true);
  await new Promise(resolve => setTimeout(resolve));
  expect(text()).toMatchObject({ x: 1, height: 30 });
  stepBack(1);
  expect(text().height).toBe(30);
  stepBack(-2);
  expect(text()).toMatchObject({ x: 2, height: 30 });
});
