// Tests that one file whose thumbnail cannot be drawn does not keep others from getting theirs.

import { expect, test, vi } from 'vitest';
import { keepFile } from './files.ts';
import { useThumbnails } from './live.ts';

test('the next files get their thumbnails', async () => {
  const faults: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => void faults.push(error));
  vi.stubGlobal('createImageBitmap', async ({ name }: File) => {
    if (name === 'bad.png') throw new RangeError('out of memory');
    return { width: 10, height: 10, close: () => undefined };
  });
  vi.stubGlobal('document', {
    createElement: () => ({
      getContext: () => ({ drawImage: () => undefined }),
      toBlob: (take: (blob: Blob) => void) => take(new Blob(['thumbnail'])),
    }),
  });
  keepFile('1', new File(['x'], 'bad.png'));
  keepFile('2', new File(['x'], 'good.png'));
  keepFile('3', new File(['x'], 'bad.png'));
  keepFile('4', new File(['x'], 'good.png'));
  await expect.poll(() => Object.keys(useThumbnails.getState())).toEqual(['2', '4']);
  expect(faults).toHaveLength(2);
});
