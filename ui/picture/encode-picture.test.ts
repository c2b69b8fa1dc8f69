// Tests the position of a picture for each fit.
import { expect, test } from 'vitest';
import { placePicture } from './encode-picture.ts';

const source = { width: 400, height: 200 };
const place = (over: object) => placePicture(source, { fit: 'inside', mayEnlarge: false, ...over });

test('without a requested size nothing changes', () => {
  expect(place({})).toEqual({ width: 400, height: 200, x: 0, y: 0, drawWidth: 400, drawHeight: 200 });
});

test('a single side keeps the aspect ratio and enlarges only on request', () => {
  expect(place({ width: 100 })).toMatchObject({ width: 100, height: 50 });
  expect(place({ height: 400 })).toMatchObject({ width: 400, height: 200 });
  expect(place({ height: 400, mayEnlarge: true })).toMatchObject({ width: 800, height: 400 });
});

test('inside, contain, cover and fill place the picture like the server', () => {
  const box = { width: 100, height: 100 };
  expect(place({ ...box })).toMatchObject({ width: 100, height: 50, y: 0 });
  expect(place({ ...box, fit: 'contain' })).toMatchObject({ width: 100, height: 100, y: 25, drawHeight: 50 });
  expect(place({ ...box, fit: 'cover' })).toMatchObject({ width: 100, height: 100, x: -50, drawWidth: 200 });
  expect(place({ ...box, fit: 'fill' })).toMatchObject({ width: 100, height: 100, drawWidth: 100, drawHeight: 100 });
});
