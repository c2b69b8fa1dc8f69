// Templates that are valid in every value and would freeze the page are refused, and large designs of people are not.
import { makeArtwork, makeQrLayer, makeShapeLayer, makeTextLayer } from 'ui/artwork/make-layer.ts';
import { expect, test } from 'vitest';
import { type Artwork, type Layer, noFrame, plainLayer } from './artwork.ts';
import { measureOutline } from './outline-extent.ts';
import { readTemplate } from './template-file.ts';
import { shareOfWork } from './work-share.ts';

const page = { width: 1080, height: 1440 };
const whole = { x: 540, y: 720, ...page };
const shadow = { color: '#000000', opacity: 1, blur: 2000, x: 0, y: 0 };
const latin = 'quick brown foxes jump over lazy dogs, '.repeat(60).slice(0, 2000);
const han = '天地玄黄宇宙洪荒日月盈昃辰宿列张'.repeat(125);
const star = `M0 0${Array.from({ length: 6000 }, (_, at) => `L${(at * 7919) % 100} ${(at * 104729) % 100}`).join('')}`;
const zigzag = Array.from({ length: 20_000 }, (_, at) => ((at * 7919) % 1000) / 1000);

const text = (words: string, width: number, size: number, more: Partial<Layer> = {}) =>
  ({ ...makeTextLayer(words, { ...whole, width }), size, width, ...more }) as Layer;
const vector = (parts: readonly object[]) =>
  ({
    ...plainLayer,
    ...whole,
    type: 'vector',
    unitsWide: 100,
    unitsHigh: 100,
    parts,
    frame: noFrame,
  }) as unknown as Layer;

function makeTemplate(count: number, make: (index: number) => Layer): Artwork {
  const layers = Array.from({ length: count }, (_, index) => ({ ...make(index), id: `l${index}` }));
  return { ...makeArtwork(page.width, page.height, null), layers };
}

const read = (artwork: Artwork) => readTemplate(JSON.parse(JSON.stringify(artwork)), 'en');

test.each<[string, number, (index: number) => Layer]>([
  ['shadows of a page', 300, () => ({ ...makeShapeLayer('ellipse', whole), shadow })],
  ['shadows of small layers', 300, () => ({ ...makeShapeLayer('star', { ...whole, width: 9, height: 9 }), shadow })],
  [
    'a shadow that comes from far away',
    8,
    () => ({
      ...makeShapeLayer('star', { ...whole, width: 99_999, height: 99_999 }),
      shadow: { ...shadow, x: 5000, y: 5000 },
    }),
  ],
  ['long lines of letters', 300, index => text(latin + index, 100_000, 1)],
  ['long words', 300, index => text('x'.repeat(2000) + index, 100_000, 20)],
  ['letters without a width', 300, index => text(latin + index, 1080, 20, { letterSpacing: -0.5 } as Partial<Layer>)],
  [
    'blends and erased lines',
    300,
    () => ({
      ...makeShapeLayer('star', whole),
      blend: 'hue',
      erased: [{ path: zigzag.slice(0, 2000), width: 1, isBack: false }],
    }),
  ],
  ['lines that cross everywhere', 20, () => vector([{ path: star, stroke: '#112233', strokeWidth: 1 }])],
  [
    'freehand lines that cross everywhere',
    9,
    () => ({ ...plainLayer, ...whole, id: '', type: 'drawing', path: zigzag, color: '#112233', strokeWidth: 2 }),
  ],
  [
    'fills of a page',
    100,
    () => vector(Array.from({ length: 400 }, () => ({ path: 'M0 0H100V100H0Z', fill: '#112233' }))),
  ],
  [
    'fills of circles',
    100,
    () =>
      vector(
        Array.from({ length: 400 }, () => ({ path: 'M0 5e1A50 50 0 1 0 1e2 5e1A50 50 0 1 0 0 5e1Z', fill: '#112233' })),
      ),
  ],
  [
    'dashes',
    300,
    () =>
      ({
        ...makeShapeLayer('rectangle', whole),
        width: 90_000,
        height: 90_000,
        stroke: '#112233',
        strokeWidth: 0.01,
        isDashed: true,
      }) as Layer,
  ],
])('%s are too complex', (_, count, make) => {
  expect(read(makeTemplate(count, make))).toBe('DESIGN_TOO_COMPLEX');
});

test.each<[string, (index: number) => Layer]>([
  [
    'shadowed shapes of a tenth of the page',
    index => ({
      ...makeShapeLayer('star', { x: (index % 10) * 100, y: Math.floor(index / 10) * 140, width: 400, height: 400 }),
      shadow: { ...shadow, blur: 40, y: 12 },
    }),
  ],
  ['pages of text', index => text(latin.slice(0, 1000) + index, 900, 24)],
  ['pages of Chinese text', index => text(han.slice(0, 1000) + index, 900, 24)],
  [
    'pictures drawn by hand',
    () =>
      vector(
        Array.from({ length: 100 }, (_, at) => ({
          path: `M${at} 10c1.5 2 3-4 5 6s7 8 9-3l4 4-8 2Z`.repeat(4),
          fill: '#112233',
          stroke: '#445566',
        })),
      ),
  ],
  [
    'half-transparent shapes of a page',
    () => ({ ...makeShapeLayer('ellipse', whole), opacity: 0.5, blend: 'multiply' }),
  ],
  ['codes', index => makeQrLayer(`https://example.com/${index}`, { ...whole, width: 200, height: 200 })],
])('a design of 100 layers with %s is not', (_, make) => {
  const artwork = makeTemplate(100, make);
  expect(read(artwork)).toMatchObject({ artwork: { layers: { length: 100 } } });
  expect(shareOfWork(artwork)).toBeLessThan(0.6);
});

test.each([
  ['M10 20H60V40h-50z', { length: 150, width: 50, height: 20 }],
  ['M10,20L60 40 10 20', { length: 170, width: 50, height: 20 }],
  ['m10 20l5e1 20-50-2E1', { length: 170, width: 50, height: 20 }],
  ['M10 20c0 0 50 20 50 20q-50-20-50-20', { length: 170, width: 50, height: 20 }],
  ['M0 0A10 10 0 1120 0', { length: 50, width: 60, height: 60 }],
  ['Z', { length: 0, width: 0, height: 0 }],
])('the outline %s is measured', (outline, extent) => {
  expect(measureOutline(outline)).toEqual(extent);
});
