// Tests the pixels that the artwork painter draws: gradients and partly erased layers.
import { type Artwork, type Erasure, type Gradient, plainLayer, type ShapeLayer } from 'contract/artwork/artwork.ts';
import { readArtwork } from 'contract/artwork/schema.ts';
import { beforeAll, expect, test } from 'vitest';
import { type DesignPainter, openDesignPainter } from '../../web/build/paint-design.ts';

let painter: DesignPainter;
beforeAll(async () => {
  painter = await openDesignPainter();
});

const square: ShapeLayer = {
  ...plainLayer,
  ...{ id: 'square', x: 50, y: 50, width: 100, height: 100 },
  ...{ type: 'shape', shape: 'rectangle', fill: '#ff0000', stroke: null, strokeWidth: 0, isDashed: false, radius: 0 },
};
const page = (layer: ShapeLayer, background: Artwork['background'] = '#ffffff'): Artwork => ({
  ...{ version: 1, width: 100, height: 100, background },
  layers: [layer],
});

/** Paints the artwork after a round trip through the schema, and returns a reader of RGBA at a position. */
async function paint(artwork: Artwork) {
  const read = readArtwork(JSON.parse(JSON.stringify(artwork)));
  expect(read).toEqual(artwork);
  const canvas = await painter.paint(read!, 1);
  return (x: number, y: number) => [...canvas.getContext('2d').getImageData(x, y, 1, 1).data];
}

const gradient = (kind: Gradient['kind'], degrees: number): Gradient => ({
  kind,
  degrees,
  stops: [
    { at: 0, color: '#000000', opacity: 1 },
    { at: 0.5, color: '#ff0000', opacity: 1 },
    { at: 1, color: '#ffffff', opacity: 0 },
  ],
});

test('a linear gradient runs across the box of the shape, in its direction, through each of its colours', async () => {
  const at = await paint(page({ ...square, fill: gradient('linear', 90) }, '#00ff00'));
  expect(at(50, 1)[0]).toBeLessThan(10);
  expect(at(10, 50)[0]).toBeGreaterThan(245);
  expect(at(10, 50)[1]).toBeLessThan(15);
  // The last colour is transparent, so the background shows.
  const [red, green] = at(50, 99);
  expect(green! - red!).toBeGreaterThan(230);
  // Left and right are symmetric.
  expect(at(5, 30)).toEqual(at(95, 30));
});

test("a radial gradient runs from the centre outwards, as the page's background too", async () => {
  const at = await paint({ ...page(square, gradient('radial', 0)), layers: [] });
  expect(at(50, 50)[0]).toBeLessThan(12);
  expect(at(75, 50)[0]).toBeGreaterThan(245);
  expect(at(50, 25)).toEqual(at(50, 74));
  expect(at(1, 50)[3]).toBeLessThan(20);
});

const across: Erasure = { path: [0, 0.5, 1, 0.5], width: 0.2, isBack: false };

test('the eraser hides a line of its layer only, and restoring brings a part back', async () => {
  const at = await paint(page({ ...square, opacity: 0.5, erased: [across] }));
  expect(at(50, 50)).toEqual([255, 255, 255, 255]);
  expect(at(50, 58)).toEqual([255, 255, 255, 255]);
  expect(at(50, 70)).toEqual([255, 128, 128, 255].map(value => expect.closeTo(value, -1)));
  const back: Erasure = { path: [0.5, 0.5], width: 0.3, isBack: true };
  const restored = await paint(page({ ...square, erased: [across, back] }));
  expect(restored(50, 50)).toEqual([255, 0, 0, 255]);
  expect(restored(10, 50)).toEqual([255, 255, 255, 255]);
});

test('eraser lines rotate and flip with the layer', async () => {
  const corner: Erasure = { path: [0.1, 0.1], width: 0.2, isBack: false };
  const turned = await paint(page({ ...square, degrees: 90, erased: [corner] }));
  expect(turned(90, 10)).toEqual([255, 255, 255, 255]);
  expect(turned(10, 10)).toEqual([255, 0, 0, 255]);
  const flipped = await paint(page({ ...square, isFlippedY: true, erased: [corner] }));
  expect(flipped(10, 90)).toEqual([255, 255, 255, 255]);
});

test('an erased part of a veil shows the pixels below', async () => {
  const stripes = (erased?: readonly Erasure[]): Artwork => ({
    ...page({ ...square, x: 25, width: 50 }),
    layers: [
      { ...square, x: 24, width: 48 },
      {
        ...plainLayer,
        ...{ id: 'veil', x: 50, y: 50, width: 100, height: 100 },
        ...{ type: 'veil', kind: 'mosaic', grain: 100, path: null, strokeWidth: 0 },
        ...(erased && { erased }),
      },
    ],
  });
  const hidden = await paint(stripes());
  expect(hidden(10, 50)).toEqual(hidden(90, 50));
  const seen = await paint(stripes([across]));
  expect(seen(10, 50)).toEqual([255, 0, 0, 255]);
  expect(seen(90, 50)).toEqual([255, 255, 255, 255]);
  expect(seen(10, 90)).toEqual(hidden(10, 90));
});
