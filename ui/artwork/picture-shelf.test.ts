// Tests that a picture settles although its worker fails.
import type { PictureLayer } from 'contract/artwork/artwork.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { makePictureLayer } from './make-layer.ts';
import { makePictureShelf } from './picture-shelf.ts';

type Listener = (event: { data?: unknown }) => void;
let workers = 0;
let failing = 0;

class FakeWorker {
  readonly listeners = new Map<string, Listener>();
  readonly isBroken: boolean;
  constructor() {
    workers += 1;
    this.isBroken = workers <= failing;
  }
  addEventListener(name: string, listener: Listener) {
    this.listeners.set(name, listener);
  }
  readonly terminate = () => undefined;
  postMessage({ id, bitmap }: { id: number; bitmap: object }) {
    setTimeout(() => {
      if (this.isBroken) this.listeners.get('error')?.({});
      else this.listeners.get('message')?.({ data: { id, bitmap } });
    });
  }
}

beforeEach(() => {
  workers = 0;
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 100, height: 50, close: () => undefined }));
});

const box = { x: 0, y: 0, width: 100, height: 50 };
const adjusted = (): PictureLayer => {
  const layer = makePictureLayer('p', box);
  return { ...layer, adjustments: { ...layer.adjustments, exposure: 20 } };
};

test.each([
  [1, 2],
  [99, 8],
])('after %i workers that failed, the picture settles, with %i in all', async (count, all) => {
  failing = count;
  const shelf = makePictureShelf(() => undefined);
  await shelf.add('p', new Blob(['x']));
  await shelf.settle([adjusted()], 1);
  expect(workers).toBe(all);
  expect(shelf.findPicture(adjusted(), 1)?.width).toBe(100);
});
