// Tests that thumbnails are small in every browser.
import { afterEach, expect, test, vi } from 'vitest';
import { makeThumb } from './make-thumb.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A browser that writes these types; for others it writes a PNG, as the standard says. */
function stubBrowser(types: readonly string[]) {
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = 1024;
      naturalHeight = 512;
      decode = async () => undefined;
    },
  );
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ drawImage: () => undefined }),
    toDataURL(type: string) {
      return `data:${types.includes(type) ? type : 'image/png'};size=${this.width}x${this.height}`;
    },
  };
  vi.stubGlobal('document', { createElement: () => canvas });
}

test('a thumbnail is a WebP, or a JPEG where the browser cannot write WebP', async () => {
  stubBrowser(['image/webp', 'image/jpeg']);
  expect(await makeThumb('http://127.0.0.1/a.png')).toBe('data:image/webp;size=220x110');
  stubBrowser(['image/jpeg']);
  expect(await makeThumb('http://127.0.0.1/a.png')).toBe('data:image/jpeg;size=220x110');
});
