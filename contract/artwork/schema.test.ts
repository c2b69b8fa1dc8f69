// Artworks from outside: what the editor makes is read back as it was, and nothing else is believed.

import { makeArtwork, makePictureLayer, makeShapeLayer, makeTextLayer, makeVeilLayer } from 'ui/artwork/make-layer.ts';
import { expect, it, test } from 'vitest';
import { readArtwork } from './schema.ts';

const box = { x: 10, y: 20, width: 30, height: 40 };
const layers = [
  makePictureLayer('p1', box),
  makeTextLayer('你好', box),
  makeShapeLayer('arrow', box),
  makeVeilLayer([box, { x: 5, y: 6 }], 8, { kind: 'mosaic', grain: 12 }),
];
const good = { ...makeArtwork(400, 300, null), layers };

it('reads back what the editor makes', () => {
  expect(readArtwork(JSON.parse(JSON.stringify(good)))).toEqual(good);
});

const withLayer = (patch: object) => ({ ...good, layers: [{ ...layers[0], ...patch }] });

test.each([
  ['nothing', undefined],
  ['a string', 'artwork'],
  ['another version', { ...good, version: 2 }],
  ['a page of no width', { ...good, width: 0 }],
  ['a page of half a pixel', { ...good, width: 10.5 }],
  ['a page that would fill the memory', { ...good, width: 16_000, height: 16_000 }],
  [
    'more layers than there may be',
    { ...good, layers: Array.from({ length: 301 }, (_, id) => ({ ...layers[0], id: `l${id}` })) },
  ],
  ['two layers of one id', { ...good, layers: [layers[0], layers[0]] }],
  ['a field that no layer has', withLayer({ onload: 'alert(1)' })],
  ['a kind that there is not', withLayer({ type: 'script' })],
  ['a colour with an address in it', { ...good, background: 'url(http://a/b)' }],
  ['a place that is no number', withLayer({ x: '5' })],
  ['a place without end', withLayer({ x: 1e300 })],
  ['a picture named by a path', withLayer({ pictureId: '../../etc/passwd' })],
  ['a crop beyond the picture', withLayer({ crop: { x: 0.5, y: 0, width: 0.9, height: 1 } })],
  [
    'a curve that goes back',
    withLayer({
      adjustments: {
        ...(layers[0] as never as { adjustments: object }).adjustments,
        curves: {
          all: [
            [0, 0],
            [0, 1],
          ],
          red: [
            [0, 0],
            [1, 1],
          ],
          green: [
            [0, 0],
            [1, 1],
          ],
          blue: [
            [0, 0],
            [1, 1],
          ],
        },
      },
    }),
  ],
  ['a prototype in place of data', JSON.parse('{"__proto__": {"version": 1}}')],
])('refuses %s', (_, data) => {
  expect(readArtwork(data)).toBeUndefined();
});
