// Tests facts read from the first bytes, with pictures written by real encoders.
import { sniffMedia } from 'contract/media.ts';
import { expect, test } from 'vitest';
import { readPictureFacts } from './picture-facts.ts';

const files = import.meta.glob<string>('../../../fixtures/*.{png,jpg,gif,webp,bmp,avif}', {
  query: '?inline',
  import: 'default',
  eager: true,
});
const names = Object.keys(files).map(path => path.slice(path.lastIndexOf('/') + 1));

/** Returns the bytes of a data: URL stored in a file. */
function readFixture(name: string): Uint8Array {
  const address = files[`../../../fixtures/${name}`]!;
  const [head = '', body = ''] = [address.slice(0, address.indexOf(',')), address.slice(address.indexOf(',') + 1)];
  const text = head.endsWith(';base64') ? atob(body) : decodeURIComponent(body);
  return Uint8Array.from(text, character => character.charCodeAt(0));
}
function factsOf(name: string) {
  const bytes = readFixture(name);
  return readPictureFacts(sniffMedia(bytes)!, bytes);
}

const still = { width: 64, height: 32, hasAlpha: false, isAnimated: false };
const moving = { width: 24, height: 16, isAnimated: true };

test.each([
  ['plain.png', still],
  ['palette.png', still],
  ['transparent.png', { ...still, hasAlpha: true }],
  ['grey-alpha.png', { ...still, hasAlpha: true }],
  ['plain.jpg', still],
  ['progressive.jpg', still],
  ['display-p3.jpg', still],
  ['gps-and-xmp.jpg', still],
  ['plain.webp', still],
  ['transparent.webp', { ...still, hasAlpha: true }],
  ['plain.gif', { width: 64, height: 32, isAnimated: false }],
  ['animated-3-frames.gif', moving],
  ['animated-3-frames.webp', moving],
  ['animated-6-frames.png', { width: 80, height: 60, hasAlpha: true, isAnimated: true }],
  ['animated-10-frames.avif', { isAnimated: true }],
  ['plain.avif', { isAnimated: false }],
  ['small-first-frame.gif', { width: 80, height: 60, hasAlpha: true, isAnimated: true }],
  ['plain.bmp', { width: 64, height: 32 }],
  ['top-down.bmp', { width: 64, height: 32 }],
])('%s', (name, facts) => {
  expect(factsOf(name)).toMatchObject(facts);
});

test('the size of a photo is returned upright for every EXIF orientation', () => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    expect(factsOf(`portrait-exif-${orientation}.jpg`)).toMatchObject({ width: 32, height: 64 });
  }
});

test('a PNG without its header has no facts, however large the numbers in its place', () => {
  const bytes = Uint8Array.from(readFixture('plain.png'));
  bytes.fill(7, 8);
  expect(readPictureFacts('png', bytes)).toEqual({});
});

test('a truncated head of any type neither throws nor returns wrong facts', () => {
  expect(readPictureFacts('png', readFixture('plain.png').subarray(0, 20))).toEqual({});
  for (const name of names) {
    const bytes = readFixture(name);
    const type = sniffMedia(bytes);
    const step = Math.max(1, Math.floor(bytes.length / 50));
    for (let length = 0; type && length < bytes.length; length += step)
      readPictureFacts(type, bytes.subarray(0, length));
  }
  for (const type of ['jpg', 'webp', 'gif', 'bmp', 'png'] as const)
    expect(() => readPictureFacts(type, new Uint8Array(64).fill(0xff))).not.toThrow();
});
