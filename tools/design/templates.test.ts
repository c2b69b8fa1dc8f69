// Tests every template in both languages: the schema accepts it, every glyph exists, and every text fits its box and the page, overlaps no other text
// and has enough contrast.
import { type Artwork, paletteRoles, type TextLayer } from 'contract/artwork/artwork.ts';
import { designCategoryIds } from 'contract/artwork/designs.ts';
import { fallbackFont } from 'contract/artwork/fonts.ts';
import { paletteIds, palettes } from 'contract/artwork/palettes.ts';
import { readTemplate } from 'contract/artwork/template-file.ts';
import { shareOfWork } from 'contract/artwork/work-share.ts';
import { languages } from 'contract/words.ts';
import { findMissingGlyphs } from 'engines/artwork-canvas.ts';
import jsqr from 'jsqr';
import { describe, expect, test } from 'vitest';
import { type DesignPainter, openDesignPainter } from '../../web/build/paint-design.ts';
import { templates } from './templates.ts';

const painter: DesignPainter = await openDesignPainter();

/** Returns the relative luminance (WCAG 2). */
function luminanceOf([r = 0, g = 0, b = 0]: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = [r, g, b].map(value => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: readonly number[], other: readonly number[]): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const bytesOf = (color: string) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));

const textsOf = ({ layers }: Artwork) => layers.filter((layer): layer is TextLayer => layer.type === 'text');

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the box of each line's letters, from cap height to the bottom of most letters. */
function linesOf(layer: TextLayer): Box[] {
  const { lines, baseline } = painter.layOut(layer);
  const share = { left: 0, center: 0.5, right: 1 }[layer.align];
  return lines.flatMap((line, index) => {
    if (line.text.trim() === '') return [];
    const left = layer.x - layer.width / 2 + (layer.width - line.width * layer.size) * share;
    const foot = layer.y - layer.height / 2 + (index * layer.lineHeight + baseline) * layer.size;
    return [
      { left, right: left + line.width * layer.size, top: foot - layer.size * 0.74, bottom: foot + layer.size * 0.06 },
    ];
  });
}

const overlap = (one: Box, other: Box) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;

/** Returns faults in the positions of texts. */
function findPlaceFaults(artwork: Artwork): string[] {
  const texts = textsOf(artwork);
  const edge = Math.min(artwork.width, artwork.height);
  const faults = texts.flatMap(layer => {
    const { lines, height } = painter.layOut(layer);
    const found: string[] = [];
    if (height * layer.size > layer.height + 1) found.push(`takes ${lines.length} lines and has room for fewer`);
    if (lines.some(line => line.width * layer.size > layer.width + 1)) found.push('is wider than its box');
    const written = layer.text.replace(/\s/g, ' ');
    if (
      lines.some(
        ({ text }, at) =>
          /[\p{Script=Latin}\d]$/u.test(text) &&
          /^[\p{Script=Latin}\d]/u.test(lines[at + 1]?.text ?? '') &&
          !written.includes(`${text.slice(-6)} ${lines[at + 1]!.text.slice(0, 1)}`),
      )
    )
      found.push('is broken within a word');
    if (layer.size < edge * 0.019) found.push(`is smaller than can be read: ${layer.size}`);
    const isUpright = layer.degrees === 0;
    if (
      isUpright &&
      linesOf(layer).some(
        ({ left, top, right, bottom }) => left < 0 || top < 0 || right > artwork.width || bottom > artwork.height,
      )
    )
      found.push('runs off the page');
    return found.map(fault => `"${layer.text.slice(0, 24)}" ${fault}`);
  });
  const upright = texts.filter(({ degrees, opacity }) => degrees === 0 && opacity > 0.5);
  for (const [index, layer] of upright.entries())
    for (const other of upright.slice(index + 1))
      if (linesOf(layer).some(one => linesOf(other).some(two => overlap(one, two))))
        faults.push(`"${layer.text.slice(0, 24)}" stands on "${other.text.slice(0, 24)}"`);
  return faults;
}

/** Returns texts with too little contrast: large ones need 3 : 1, others 4.5 : 1, on nearly all of the background under their letters. */
async function findFaintTexts(artwork: Artwork): Promise<string[]> {
  const scale = 360 / Math.max(artwork.width, artwork.height);
  const canvas = await painter.paint(
    { ...artwork, layers: artwork.layers.filter(({ type }) => type !== 'text') },
    scale,
  );
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return textsOf(artwork).flatMap(layer => {
    if (layer.degrees !== 0) return [];
    const color = bytesOf(layer.color);
    const min = layer.size >= Math.min(artwork.width, artwork.height) * 0.045 ? 3 : 4.5;
    const grounds = linesOf(layer).flatMap(({ left, top, right, bottom }) => {
      const found: number[] = [];
      for (let y = Math.ceil(top * scale); y < Math.min(height, bottom * scale); y++)
        for (let x = Math.ceil(left * scale); x < Math.min(width, right * scale); x++) {
          const at = (y * width + x) * 4;
          const ground = layer.plate ? bytesOf(layer.plate.color) : [...data.subarray(at, at + 3)];
          found.push(contrastOf(color, ground));
        }
      return found;
    });
    grounds.sort((a, b) => a - b);
    const contrast = grounds[Math.floor(grounds.length * 0.08)];
    return contrast !== undefined && contrast < min
      ? [`"${layer.text.slice(0, 24)}" has ${contrast.toFixed(1)} : 1 to its ground`]
      : [];
  });
}

describe.each(templates.map(template => [template.id, template] as const))('%s', (_, template) => {
  test.each(languages)('%s', async language => {
    const artwork = template.render(language);
    expect(readTemplate(JSON.parse(JSON.stringify(artwork)), language)).toMatchObject({ artwork });
    expect(shareOfWork(artwork)).toBeLessThan(0.1);
    const missing = textsOf(artwork).flatMap(({ text, font }) => findMissingGlyphs(text, [font, fallbackFont]));
    expect(missing).toEqual([]);
    expect(findPlaceFaults(artwork)).toEqual([]);
    expect(await findFaintTexts(artwork)).toEqual([]);
  });
});

test('the names of templates are unique in both languages', () => {
  for (const names of [
    templates.map(({ id }) => id),
    ...languages.map(one => templates.map(({ title }) => title[one])),
  ])
    expect(new Set(names).size).toBe(names.length);
  for (const category of designCategoryIds)
    expect([category, templates.some(template => template.category === category)]).toEqual([category, true]);
});

test('the QR codes of templates decode to their text', async () => {
  const coded = templates.filter(template => template.render('en').layers.some(({ type }) => type === 'qr'));
  expect(coded.length).toBeGreaterThan(3);
  for (const template of coded) {
    const artwork = template.render('en');
    const code = artwork.layers.find(layer => layer.type === 'qr')!;
    const canvas = await painter.paint(artwork, 0.6);
    const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    expect([template.id, jsqr(data, width, height)?.data]).toEqual([template.id, code.text]);
  }
});

test.each(paletteIds)('the palette %s keeps enough contrast in every template', id => {
  const { ground, ink, accent, second, soft, paper } = palettes[id].colors;
  const contrast = (one: string, other: string) => contrastOf(bytesOf(one), bytesOf(other));
  expect(new Set(Object.values(palettes[id].colors)).size).toBe(paletteRoles.length);
  for (const under of [ground, paper, soft]) expect(contrast(ink, under)).toBeGreaterThan(4.5);
  expect(contrast(ink, second)).toBeGreaterThan(4.5);
  for (const over of [ground, paper]) expect(contrast(over, accent)).toBeGreaterThan(4.5);
});
