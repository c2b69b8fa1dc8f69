// Tests where the result of a tool goes when the layer has changed since the tool was started.
import type { Artwork, PictureLayer } from 'contract/artwork/artwork.ts';
import type { Task } from 'contract/task.ts';
import { makeArtwork, makePictureLayer } from 'ui/artwork/make-layer.ts';
import { patchLayers } from 'ui/artwork/operations.ts';
import { beforeEach, expect, test, vi } from 'vitest';

let artwork: Artwork;
vi.mock('./state.ts', () => ({
  artworkNow: () => artwork,
  shelf: { get: () => undefined, add: async (id: string) => ({ id }) },
  change: (_: string, next: (before: Artwork) => Artwork) => {
    artwork = next(artwork);
  },
  changeLayers: (_: string, ids: string[], patch: () => object) => {
    artwork = patchLayers(artwork, ids, patch);
  },
}));
vi.mock('../api.ts', () => ({}));
vi.mock('../client.ts', () => ({}));
vi.mock('../load-user.ts', () => ({}));
vi.mock('../catalogue/tool-inputs.ts', () => ({}));
vi.mock('../tasks/calls.ts', () => ({ pollMs: 1, settleDownload: async () => ({ url: 'data:,result' }) }));

const { putInLayer } = await import('./run-on-layer.ts');
const task = { taskId: 't', result: null } as Task;
const put = (layer: PictureLayer) => putInLayer(layer, 'cutout-image', task, new AbortController().signal);
const pictures = () => artwork.layers.map(layer => (layer as PictureLayer).pictureId);

beforeEach(() => {
  const place = { x: 5, y: 5, width: 10, height: 10 };
  artwork = { ...makeArtwork(20, 20, null), layers: [makePictureLayer('old', place), makePictureLayer('top', place)] };
});

test('the result replaces the picture it was made from', async () => {
  await put(artwork.layers[0] as PictureLayer);
  expect(pictures()).toEqual([expect.not.stringMatching(/^(old|new|top)$/), 'top']);
});

test('a picture chosen in the meantime is kept, and the result becomes a layer above it', async () => {
  const layer = artwork.layers[0] as PictureLayer;
  artwork = patchLayers(artwork, [layer.id], () => ({ pictureId: 'new' }));
  await put(layer);
  expect(pictures()).toEqual(['new', expect.not.stringMatching(/^(old|new|top)$/), 'top']);
  expect(new Set(artwork.layers.map(({ id }) => id)).size).toBe(3);
});
