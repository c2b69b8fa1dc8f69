// Keys have exactly one form, and hostile file names are made harmless.

import { cleanFileName } from 'contract/file-names.ts';
import { expect, test } from 'vitest';
import { attachmentHeader, contentDisposition, downloadFileName, nameOfType } from './objects-disposition.ts';
import { isObjectKey, keyDate, keyExtension, makeKey, viewKeysOf, visibilityOf } from './objects-names.ts';
import { servedAs } from './objects-served-as.ts';

const now = new Date('2026-03-04T05:59:59.999Z');

test('a key contains the hour in UTC and 128 random bits', () => {
  const key = makeKey('input', now, 'png');
  expect(key).toMatch(/^input\/2026\/03\/04\/05\/[0-9a-f]{32}\.png$/);
  expect(makeKey('input', now, 'png')).not.toBe(key);
  expect(keyDate(key)).toEqual(new Date('2026-03-04T05:00:00Z'));
  expect(isObjectKey(key)).toBe(true);
});

test('the views of an upload have keys of its hour, one for each kind, that do not show its own', () => {
  const key = makeKey('private', now, 'mp4');
  const views = viewKeysOf(key);
  expect(views.map(view => [isObjectKey(view), visibilityOf(view), keyDate(view), view.split('.')[1]])).toEqual(
    ['jpg', 'jpg', 'json'].map(extension => [true, 'public', keyDate(key), extension]),
  );
  expect(new Set(views).size).toBe(3);
  expect(viewKeysOf(key)).toEqual(views);
  for (const view of views) expect(view).not.toContain(key.slice(-36, -4));
});

test.each(['', 'PNG', 'a/b', '..', 'tar.gz', 'ninechars', 'a\n', 'exe', 'html'])('no key ends with %j', extension => {
  expect(() => makeKey('output', now, extension)).toThrow(RangeError);
});

const stem = '0123456789abcdef'.repeat(2);
test.each([
  `input/2026/03/04/05/${stem}.png\n`,
  `/input/2026/03/04/05/${stem}.png`,
  `input/2026/03/04/05/../${stem}.png`,
  `input/2026/03/04/05/${stem.toUpperCase()}.png`,
  `input//2026/03/04/05/${stem}.png`,
  `secret/2026/03/04/05/${stem}.png`,
  `input/2026/03/04/05/${stem}`,
])('%j is not a key', key => {
  expect(isObjectKey(key)).toBe(false);
  expect(() => keyDate(key)).toThrow(RangeError);
});

test.each([
  ['Photo.JPG', 'jpg'],
  ['a.tar.gz', 'gz'],
  ['photo', 'bin'],
  ['photo.', 'bin'],
  ['图.片', 'bin'],
  ['x.verylongextension', 'bin'],
  ['x.p/ng', 'bin'],
])('the extension of %j is %s', (name, extension) => {
  expect(keyExtension(name)).toBe(extension);
});

test.each([
  ['photo.png', 'photo.png'],
  ['我的 照片.jpg', '我的 照片.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\a.png', 'a.png'],
  ['/', 'file'],
  ['..', 'file'],
  ['', 'file'],
  ['a/..', 'a'],
  ['.htaccess', 'htaccess'],
  ['a\r\nSet-Cookie: x.png', 'aSet-Cookie_ x.png'],
  ['a\0.png', 'a.png'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['\u2066a\u2069.png', 'a.png'],
  ['a<b>:"|?*.png', 'a_b______.png'],
  ['CON', '_CON'],
  ['con.png', '_con.png'],
  ['COM1 .txt', '_COM1.txt'],
  ['LPT².txt', '_LPT².txt'],
  ['concert.png', 'concert.png'],
  ['name.png. . ', 'name.png'],
  ['e\u0301.png', '\u00e9.png'],
  ['\ud800x.png', 'x.png'],
  ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
])('%j becomes %j', (name, clean) => {
  expect(cleanFileName(name)).toBe(clean);
});

test('a long name is truncated before its extension, between characters, to the limits in characters and in bytes', () => {
  expect(cleanFileName(`${'a'.repeat(300)}.jpeg`)).toBe(`${'a'.repeat(115)}.jpeg`);
  // The first and the last letters of two, three and four bytes. 59 of four bytes and an extension are exactly 240.
  for (const [letter, kept] of [
    ['é', 116],
    ['\u07ff', 116],
    ['\u0800', 78],
    ['图', 78],
    ['\u{10000}', 59],
    ['😀', 59],
  ] as const)
    expect(cleanFileName(`${letter.repeat(300)}.png`), letter).toBe(`${letter.repeat(kept)}.png`);
  expect(cleanFileName(`${'😀'.repeat(300)}.png`).isWellFormed()).toBe(true);
  expect(cleanFileName(cleanFileName(`x.${'y'.repeat(300)}`)).length).toBeLessThanOrEqual(120);
});

test('pictures and PDFs are shown, types that can run scripts are only offered for download', () => {
  expect(servedAs(`input/2026/03/04/05/${stem}.jpeg`)).toEqual({ contentType: 'image/jpeg', isShown: true });
  expect(servedAs(`x.pdf`)).toEqual({ contentType: 'application/pdf', isShown: true });
  expect(servedAs(`x.svg`)).toEqual({ contentType: 'image/svg+xml', isShown: false });
  for (const extension of ['html', 'htm', 'xhtml', 'xml', 'js', 'mjs', 'css', 'bin', 'swf'])
    expect(servedAs(`x.${extension}`)).toEqual({ contentType: 'application/octet-stream', isShown: false });
});

test.each([
  ['a.png', `attachment; filename="a.png"; filename*=UTF-8''a.png`],
  ['图 片.png', `attachment; filename="_ _.png"; filename*=UTF-8''%E5%9B%BE%20%E7%89%87.png`],
  [
    'a"; filename="evil.exe',
    `attachment; filename="a_; filename=_evil.exe"; filename*=UTF-8''a_%3B%20filename%3D_evil.exe`,
  ],
  ['a\r\nX: y.png', `attachment; filename="aX_ y.png"; filename*=UTF-8''aX_%20y.png`],
  [`it's (1) 100%.png`, `attachment; filename="it's (1) 100_.png"; filename*=UTF-8''it%27s%20%281%29%20100%25.png`],
])('the header for %j', (name, header) => {
  expect(contentDisposition(name)).toBe(header);
});

test('an object is saved with the extension of its actual type', () => {
  const key = makeKey('output', now, 'jpg');
  expect(downloadFileName(key, 'photo.jpeg')).toBe('photo.jpeg');
  expect(downloadFileName(key, 'setup.exe')).toBe('setup.exe.jpg');
  expect(downloadFileName(key, 'photo')).toBe('photo.jpg');
  expect(downloadFileName(key, `${'x'.repeat(200)}.exe`)).toMatch(/\.jpg$/);
  expect(downloadFileName(makeKey('output', now, 'srt'), 'talk.srt')).toBe('talk.srt');
  expect(attachmentHeader(key, 'setup.exe')).toContain('filename="setup.exe.jpg"');
  expect(downloadFileName(key, 'jpg')).toBe('jpg.jpg');
  expect(downloadFileName(key.replace(/jpg$/, 'exe'), 'setup.exe')).toBe('setup.exe.bin');
  expect(nameOfType('song.mp3', 'mp3')).toBe('song.mp3');
  expect(nameOfType('setup.exe', 'mp4')).toBe('setup.exe.mp4');
  expect(nameOfType('setup.exe ', null)).toBe('setup.exe.bin');
});

test('a name of a million dots is read once', () => {
  expect(cleanFileName(`a${'.'.repeat(1e6)}b.png`)).toMatch(/^a\.+\.png$/);
  expect(cleanFileName(`${'.'.repeat(1e6)}b.png${'. '.repeat(1e6)}`)).toBe('b.png');
});
