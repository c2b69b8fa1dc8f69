// Tests the palettes of designs: colours change by role, in every layer at once, and stay distinct.
import type { Palette, VectorLayer } from 'contract/artwork/artwork.ts';
import { noFrame } from 'contract/artwork/artwork.ts';
import { expect, it } from 'vitest';
import { makeArtwork, makeShapeLayer, makeTextLayer } from './make-layer.ts';
import { applyPalette, listColors, replaceColors } from './recolour.ts';

const box = { x: 10, y: 10, width: 10, height: 10 };
const first: Palette = {
  ground: '#ffffff',
  ink: '#000000',
  accent: '#ff0000',
  second: '#00ff00',
  soft: '#0000ff',
  paper: '#ffff00',
};
const art: VectorLayer = {
  ...makeShapeLayer('ellipse', box),
  type: 'vector',
  unitsWide: 10,
  unitsHigh: 10,
  parts: [
    { path: 'M0 0h1v1Z', fill: '#ff0000' },
    {
      path: 'M0 0h1v1Z',
      fill: {
        kind: 'linear',
        degrees: 0,
        stops: [
          { at: 0, color: '#00ff00', opacity: 1 },
          { at: 1, color: '#123456', opacity: 1 },
        ],
      },
      stroke: '#ff0000',
    },
  ],
  frame: noFrame,
} as VectorLayer;
const design = {
  ...makeArtwork(100, 100, first.ground),
  layers: [
    makeTextLayer('#ff0000', box, { color: first.ink, plate: { color: first.accent, opacity: 1, radius: 0 } }),
    art,
  ],
  palette: first,
};

it('changes every colour that has a role, and nothing else', () => {
  // Accent and ground are swapped: replacing one after the other would make them the same.
  const changed = applyPalette(design, { ...first, accent: first.ground, ground: first.accent });
  expect(changed.background).toBe('#ff0000');
  const [text, drawn] = changed.layers as [ReturnType<typeof makeTextLayer>, VectorLayer];
  expect([text.text, text.color, text.plate!.color]).toEqual(['#ff0000', '#000000', '#ffffff']);
  expect(listColors(drawn)).toEqual(['#ffffff', '#00ff00', '#123456']);
  expect(applyPalette(changed, first)).toEqual(design);
});

it('keeps the colours of roles distinct when they are set to the same colour', () => {
  const changed = applyPalette(design, { ...first, accent: '#000000', paper: '#000000' });
  expect(new Set(Object.values(changed.palette!)).size).toBe(6);
  expect(applyPalette(changed, first)).toEqual(design);
});

it('changes one colour of a drawing', () => {
  expect(listColors(replaceColors(art, new Map([['#ff0000', '#abcdef']])))).toEqual(['#abcdef', '#00ff00', '#123456']);
});
