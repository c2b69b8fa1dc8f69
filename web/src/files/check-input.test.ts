// Tests which files are refused before the upload, and with which reason.
import { sniffMedia } from 'contract/media.ts';
import { expect, test } from 'vitest';
import { checkInput, readPicked } from './check-input.ts';

const rule = { accept: ['png', 'jpg'], maxBytes: 1024 * 1024 } as const;

function pngHead(width: number, height: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(64));
  for (const [at, letter] of [...'\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR'].entries()) view.setUint8(at, letter.charCodeAt(0));
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint8(25, 6);
  return new Uint8Array(view.buffer);
}

const picked = (name: string, bytes: number, head: Uint8Array) => ({ name, bytes, type: sniffMedia(head), head });

test('an accepted file returns its facts', () => {
  expect(checkInput(picked('a.png', 500, pngHead(30, 20)), rule)).toEqual({
    facts: { name: 'a.png', bytes: 500, type: 'png', width: 30, height: 20, hasAlpha: true, isAnimated: false },
  });
});

test('the type is determined from the bytes, not from the name', () => {
  const gif = new TextEncoder().encode('GIF89a........................');
  expect(checkInput(picked('holiday.png', 30, gif), rule)).toMatchObject({ refusal: { code: 'TYPE_UNSUPPORTED' } });
  expect(checkInput(picked('notes.txt', 30, pngHead(3, 3)), rule)).toHaveProperty('facts');
  const noise = new Uint8Array(64).fill(7);
  expect(checkInput(picked('broken.png', 64, noise), rule)).toMatchObject({ refusal: { code: 'FILE_CORRUPT' } });
  expect(checkInput(picked('notes.txt', 64, noise), rule)).toMatchObject({ refusal: { code: 'TYPE_UNSUPPORTED' } });
});

test('a sound behind a cover is recognised by the bytes after the cover', async () => {
  const cover = new Uint8Array(600_000);
  cover.set([...'ID3\x04\0\0'].map(letter => letter.charCodeAt(0)).concat([0, 36, 79, 54]));
  const song = await readPicked(new File([cover, 'fLaC\0\0\0\x22'], 'song.mp3'));
  expect(checkInput(song, { accept: ['flac'], maxBytes: 1e6 })).toEqual({
    facts: { name: 'song.mp3', bytes: 600_008, type: 'flac' },
  });
});

test('empty files, too many bytes and too many pixels have different reasons', () => {
  expect(checkInput(picked('a.png', 0, new Uint8Array()), rule)).toMatchObject({ refusal: { code: 'FILE_EMPTY' } });
  expect(checkInput(picked('a.png', 1024 * 1024 + 1, pngHead(3, 3)), rule)).toMatchObject({
    refusal: { code: 'FILE_TOO_LARGE', details: { maxMb: 1 } },
  });
  expect(checkInput(picked('a.png', 500, pngHead(20_000, 6000)), rule)).toMatchObject({
    refusal: { code: 'PIXELS_TOO_MANY', details: { megapixels: 120 } },
  });
});

test('a file that no tool opens is named', async () => {
  const psd = await readPicked(new File(['8BPS\0\x01\0\0\0\0\0\0'], 'poster.jpg'));
  expect(checkInput(psd, rule)).toMatchObject({
    refusal: { code: 'TYPE_UNSUPPORTED', details: { name: 'Photoshop (PSD)' } },
  });
});
