// Tests that opening a project file loses nothing of what is open.
import { makeArtwork, makeShapeLayer } from 'ui/artwork/make-layer.ts';
import { expect, test, vi } from 'vitest';

vi.mock('virtual:artwork-fonts', () => ({ loadFaces: {} }));
vi.mock('virtual:tile-words/zh', () => ({ tileWords: {} }));
vi.mock('virtual:tile-words/en', () => ({ tileWords: {} }));
vi.mock('ui/artwork/load-fonts.ts', () => ({ loadFontsOf: async () => false }));

const { openFiles } = await import('./open-files.ts');
const { addLayer, artworkNow, stepBack, useEditor } = await import('./state.ts');
const projectFile = (width: number, name: string) => {
  const project = { kind: 'pixwright-artwork', artwork: makeArtwork(width, 10, null), pictures: {} };
  return new File([JSON.stringify(project)], name);
};

test('a project file replaces the artwork, and undo returns to it with all its earlier steps', async () => {
  await openFiles([projectFile(10, 'first.pwx')]);
  expect(useEditor.getState()).toMatchObject({ fileName: 'first', history: { past: [] } });
  const shape = makeShapeLayer('rectangle', { x: 5, y: 5, width: 4, height: 4, degrees: 0 });
  addLayer('addShape', shape);
  await openFiles([projectFile(20, 'second.pwx')]);
  expect(artworkNow()).toMatchObject({ width: 20, layers: [] });
  expect(useEditor.getState()).toMatchObject({ fileName: 'second', selection: [], tool: 'select' });
  stepBack(1);
  expect(artworkNow()).toMatchObject({ width: 10, layers: [shape] });
  stepBack(1);
  expect(artworkNow()).toMatchObject({ width: 10, layers: [] });
  stepBack(-2);
  expect(artworkNow()).toMatchObject({ width: 20, layers: [] });
});
