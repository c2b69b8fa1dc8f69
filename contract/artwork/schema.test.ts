// Validation of external artworks: the editor's own artworks survive unchanged, and invalid ones are refused.

import {
  makeArtwork,
  makePictureLayer,
  makeQrLayer,
  makeShapeLayer,
  makeTextLayer,
  makeVeilLayer,
} from 'ui/artwork/make-layer.ts';
import { expect, it, test } from 'vitest';
import { noFrame, type VectorLayer } from './artwork.ts';
import { readArtwork } from './schema.ts';

const box = { x: 10, y: 20, width: 30, height: 40 };
const layers = [
  makePictureLayer('p1', box),
  makeTextLayer('你好', box),
  makeShapeLayer('arrow', box),
  makeVeilLayer([box, { x: 5, y: 6 }], 8, { kind: 'mosaic', grain: 12 }),
];
const {
  type: _,
  shape: _s,
  fill: _f,
  stroke: _k,
  strokeWidth: _w,
  isDashed: _d,
  radius: _r,
  ...common
} = makeShapeLayer('ellipse', box);
const art = {
  ...common,
  type: 'vector',
  unitsWide: 100,
  unitsHigh: 50,
  parts: [
    { path: 'M0 0h10.5v-2e1a3 3 0 1 0 6 0Z', fill: '#112233', stroke: '#445566', strokeWidth: 2 },
    {
      path: 'M1,1L2,2',
      fill: { kind: 'linear', degrees: 90, stops: [0, 1].map(at => ({ at, color: '#000000', opacity: 1 })) },
      opacity: 0.5,
    },
  ],
  frame: noFrame,
  slot: 'picture',
} as const satisfies VectorLayer;
const code = makeQrLayer('https://example.com', box);
const palette = {
  ground: '#ffffff',
  ink: '#000000',
  accent: '#112233',
  second: '#223344',
  soft: '#334455',
  paper: '#445566',
};
const good = { ...makeArtwork(400, 300, null), layers: [...layers, art, code], palette };
const withArt = (patch: object) => ({ ...good, layers: [{ ...art, ...patch }] });

it('accepts the artworks that the editor writes', () => {
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
  ['an outline with an address in it', withArt({ parts: [{ path: 'M0 0 url(http://a/b)' }] })],
  ['an outline that begins nowhere', withArt({ parts: [{ path: 'L0 0' }] })],
  ['an outline that would never be drawn to its end', withArt({ parts: [{ path: `M0 0${'h1'.repeat(70_000)}` }] })],
  ['more parts than there may be', withArt({ parts: Array.from({ length: 500 }, () => art.parts[0]) })],
  ['a gradient of one colour', withArt({ parts: [{ path: 'M0 0', fill: { ...art.parts[1].fill, stops: [] } }] })],
  ['a gradient across less than nothing', withArt({ parts: [{ ...art.parts[1], box: [0, 0, -1, 5] }] })],
  ['a background that is a picture elsewhere', { ...good, background: { kind: 'image', url: 'http://a/b' } }],
  ['half a point of the eraser', withLayer({ erased: [{ path: [0.5, 0.5, 1], width: 0.1, isBack: false }] })],
  [
    'more lines of the eraser than are kept',
    withLayer({ erased: Array.from({ length: 501 }, () => ({ path: [0, 0], width: 0.1, isBack: false })) }),
  ],
  ['a place for something that there is not', withArt({ slot: 'script' })],
  ['a code that says nothing', { ...good, layers: [{ ...code, text: '' }] }],
  ['a palette without a role', { ...good, palette: { ...palette, ink: undefined } }],
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
  // Arguments of a single call in zod, which overflow the stack.
  [
    'more mistakes than can be listed',
    {
      ...good,
      layers: Array.from({ length: 30 }, () => ({ ...layers[3], path: Array.from({ length: 20_000 }, () => '') })),
    },
  ],
  ['a prototype in place of data', JSON.parse('{"__proto__": {"version": 1}}')],
])('refuses %s', (_, data) => {
  expect(readArtwork(data)).toBeUndefined();
});
