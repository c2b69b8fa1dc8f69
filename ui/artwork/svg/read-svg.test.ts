// Tests that SVG drawings become layers that look the same, that malicious content has no effect, and that external resources are not loaded.
import type { TextLayer, VectorLayer } from 'contract/artwork/artwork.ts';
import { readArtwork } from 'contract/artwork/schema.ts';
import { describe, expect, it, test } from 'vitest';
import { boundsOfOutline, tracePath } from './outline.ts';
import { readSvg } from './read-svg.ts';

/** Reads a drawing and validates the artwork against the schema. */
function read(body: string, attributes = 'width="600" height="600"') {
  const found = readSvg(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`);
  if (found) expect(readArtwork(JSON.parse(JSON.stringify(found.artwork)))).toEqual(found.artwork);
  return found;
}
const layersOf = (body: string, attributes?: string) => read(body, attributes)?.artwork.layers ?? [];
const artOf = (body: string, attributes?: string) => layersOf(body, attributes)[0] as VectorLayer;
const boxOf = ({ x, y, width, height }: VectorLayer | TextLayer) =>
  [x - width / 2, y - height / 2, width, height].map(value => Math.round(value * 10) / 10);

describe('path data', () => {
  const boundsOf = (data: string) => {
    const box = boundsOfOutline(tracePath(data, [1, 0, 0, 1, 0, 0]));
    return box && [box.left, box.top, box.right, box.bottom].map(value => Math.round(value * 1000) / 1000);
  };
  test.each([
    ['M10 10h20v30H5z', [5, 10, 30, 40]],
    ['m10,10 20,0 0,30', [10, 10, 30, 40]],
    // A circle of two arcs, whose flags are written without spaces.
    ['M0 50a50 50 0 1150 50A50 50 0 010 50z', [0, 0, 100, 100].map(value => expect.closeTo(value, 0))],
    ['M0 0C0 100 100 100 100 0', [0, 0, 100, 75]],
    ['M0 0Q50 100 100 0T200 0', [0, -50, 200, 50]],
    ['M0 0c0 10 10 10 10 0s10-10 10 0', [0, -7.5, 20, 7.5]],
    // Reading stops at the syntax error.
    ['M0 0L10 10 20 oops 30 30', [0, 0, 10, 10]],
    ['L10 10', undefined],
    ['M0 0A0 10 0 0 1 30 40', [0, 0, 30, 40]],
  ])('%s', (data, bounds) => {
    expect(boundsOf(data)).toEqual(bounds);
  });

  it('is read in linear time', () => {
    for (const data of [`M0 0${'1'.repeat(1_000_000)}`, `M0 0${'a1 '.repeat(300_000)}`, `M${' '.repeat(1_000_000)}`])
      expect(tracePath(data, [1, 0, 0, 1, 0, 0]).length).toBeLessThan(2);
  });
});

it('makes one layer per group, with the colours of attributes, styles and classes', () => {
  const layers = layersOf(`
    <style>/* made by a program */ @import url("https://evil.example/x.css"); .warm, path.x { fill: #F80; stroke: none }
      @media print { rect { fill: blue } } #last{fill:rgb(0 128 0 / 50%)}</style>
    <g id="sun" fill="red"><circle cx="100" cy="100" r="50"/><rect class="warm" x="50" y="160" width="100" height="20"/></g>
    <path id="last" d="M300 300h100v100z" style="stroke: navy; stroke-width: 4"/>`) as VectorLayer[];
  expect(layers.map(({ name, parts }) => [name, parts.map(({ fill, stroke }) => fill ?? stroke)])).toEqual([
    ['sun', ['#ff0000', '#ff8800']],
    ['last', ['#008000', '#000080']],
  ]);
  expect(layers[1]!.parts[0]!.opacity).toBeCloseTo(0.5);
  expect(boxOf(layers[0]!)).toEqual([50, 50, 100, 130]);
});

it('applies transformations, view boxes and uses of symbols to the places of shapes', () => {
  expect(boxOf(artOf('<rect width="12" height="6"/>', 'width="600" height="300" viewBox="0 0 24 24"'))).toEqual([
    150, 0, 150, 75,
  ]);
  expect(
    boxOf(
      artOf(
        '<g transform="translate(100 50) rotate(90)"><g transform="scale(2)"><rect width="30" height="10"/></g></g>',
      ),
    ),
  ).toEqual([80, 50, 20, 60]);
  const body =
    '<defs><symbol id="s" viewBox="0 0 10 10"><rect width="10" height="5"/></symbol></defs><use href="#s" x="40" y="20" width="100" height="100"/>';
  expect(boxOf(artOf(body))).toEqual([40, 20, 100, 50]);
  // A small icon gets a page large enough to edit.
  expect(read('<path d="M0 0h24v24z"/>', 'viewBox="0 0 24 24"')?.artwork).toMatchObject({ width: 1024, height: 1024 });
});

it('keeps gradients with their direction and extent', () => {
  const stops = '<stop offset="0" stop-color="#000"/><stop offset="100%" style="stop-color:white;stop-opacity:.5"/>';
  const layers = layersOf(`
    <linearGradient id="a">${stops}</linearGradient>
    <linearGradient id="b" xlink:href="#a" gradientUnits="userSpaceOnUse" x1="0" y1="100" x2="0" y2="300"/>
    <radialGradient id="c" href="#a" cx="50%" cy="25%" r="1"/>
    <rect x="100" y="100" width="200" height="50" fill="url(#a)"/>
    <rect x="100" y="100" width="200" height="50" fill="url('#b')"/><rect x="100" y="100" width="40" height="40" fill="url(#c)"/>`);
  const parts = (layers as VectorLayer[]).flatMap(layer => layer.parts);
  expect(parts.map(({ fill }) => (typeof fill === 'object' ? [fill.kind, fill.degrees] : fill))).toEqual([
    ['linear', 0],
    ['linear', 90],
    ['radial', 0],
  ]);
  // In units of the art, whose corner is at (100, 100).
  expect(parts.map(({ box }) => box)).toEqual([
    [0, -100, 200, 200],
    [-200, 0, 200, 200],
    [-20, -30, 80, 80],
  ]);
  expect(parts[0]!.fill).toMatchObject({
    stops: [
      { at: 0, color: '#000000' },
      { at: 1, color: '#ffffff', opacity: 0.5 },
    ],
  });
});

it('joins lines that belong together into one text', () => {
  const layers = layersOf(`
    <text x="300" y="100" font-size="40" text-anchor="middle" font-family="Times, serif" font-weight="bold" fill="#123456">Spring
      <tspan x="300" dy="60">sale &amp; more</tspan></text>
    <text transform="translate(20 400) rotate(-90)" font-size="20">向上</text>`) as TextLayer[];
  expect(layers.map(({ text, font, weight, align, color }) => [text, font, weight, align, color])).toEqual([
    ['Spring\nsale & more', 'noto-serif-sc', 600, 'center', '#123456'],
    ['向上', 'noto-sans-sc', 400, 'left', '#000000'],
  ]);
  expect(layers[0]).toMatchObject({ x: 300, size: 40, lineHeight: 1.5 });
  // The baseline of the first line keeps its position.
  const top = layers[0]!.y - layers[0]!.height / 2;
  expect(top + (0.75 + 0.436) * 40).toBeCloseTo(100, 1);
  expect(layers[1]!.degrees).toBeCloseTo(-90);
});

it('accepts embedded pictures but no external ones', () => {
  const drawing = read(`
    <image x="10" y="20" width="100" height="50" href="data:image/png;base64,iVBO Rw0K" preserveAspectRatio="none"/>
    <image width="9" height="9" href="https://evil.example/track.png"/>
    <image width="9" height="9" xlink:href="file:///etc/passwd"/>
    <image width="9" height="9" href="data:image/svg+xml;base64,PHN2Zz4="/>
    <use href="https://evil.example/x.svg#a"/>`)!;
  expect(drawing.artwork.layers.map(({ type, x, y }) => [type, x, y])).toEqual([['picture', 60, 45]]);
  expect([...drawing.pictures.values()]).toEqual([{ base64: 'iVBORw0K', fit: 'none' }]);
  expect(drawing.leftOut).toBe(4);
});

it('leaves out scripts, external resources and foreign objects, and keeps the rest', () => {
  const drawing = read(`
    <script>alert(1)</script><rect width="10" height="10" onclick="alert(2)" fill="url(https://evil.example/p#x) #0f0"/>
    <foreignObject width="100" height="100"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(3)"/></body></foreignObject>
    <a href="javascript:alert(4)"><circle r="5"/></a><animate attributeName="x" to="5"/>`)!;
  expect(drawing.artwork.layers).toHaveLength(2);
  expect(JSON.stringify(drawing)).not.toMatch(/alert|evil|onclick|javascript/);
  expect((drawing.artwork.layers[0] as VectorLayer).parts[0]!.fill).toBe('#00ff00');
});

describe('a hostile file', () => {
  const wrap = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`;
  const bomb = `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(99)}"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  it('cannot make declared entities expand', () => {
    const drawing = readSvg(bomb + wrap('<text x="9" y="50" font-size="30">a&b;c&x;&valueOf;&#20320;</text>'));
    expect((drawing!.artwork.layers[0] as TextLayer).text).toBe('ac你');
  });
  it('may reference itself', () => {
    const drawing = readSvg(wrap('<g id="a"><use href="#a"/><use href="#a"/><rect width="5" height="5"/></g>'));
    expect(drawing!.artwork.layers.length).toBeLessThan(60);
  });
  it('may multiply its elements by nested references', () => {
    const levels = Array.from({ length: 9 }, (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`);
    const drawing = readSvg(wrap(`<defs><path id="g0" d="M0 0h9v9z"/>${levels.join('')}</defs><use href="#g9"/>`));
    expect(drawing!.leftOut).toBeGreaterThan(0);
  });
  // Each took more than a minute, in which the page was frozen.
  const times = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join('');
  it('may fill thousands of parts with a gradient of thousands of stops', () => {
    const stops = times(15_000, at => `<stop offset="${at / 15_000}" stop-color="red"/>`);
    const drawing = readSvg(
      wrap(
        `<linearGradient id="g">${stops}</linearGradient>${'<rect width="9" height="9" fill="url(#g)"/>'.repeat(14_000)}`,
      ),
    );
    const [part] = (drawing!.artwork.layers[0] as VectorLayer).parts;
    expect(part?.fill).toMatchObject({ stops: Array.from({ length: 8 }, () => ({ color: '#ff0000' })) });
  });
  it('may use a long text thousands of times', () => {
    for (const text of ['word '.repeat(200_000), times(14_000, () => '<tspan/>')]) {
      const drawing = readSvg(
        wrap(`<rect width="9" height="9"/><text id="t">${text}</text>${'<use href="#t"/>'.repeat(14_000)}`),
      );
      expect(drawing!.leftOut).toBeGreaterThan(13_000);
    }
  });
  it('may have thousands of rules, and elements of hundreds of classes', () => {
    const rules = times(3000, at => `.x${at}{fill:#f00}`);
    const classes = times(200, at => `y${at} `);
    const drawing = readSvg(
      wrap(`<style>${rules}</style>${`<rect class="${classes} x7" width="9" height="9"/>`.repeat(20_000)}`),
    );
    expect((drawing!.artwork.layers[0] as VectorLayer).parts[0]?.fill).toBe('#ff0000');
  });
  test.each([
    ['is nested without end', wrap('<g>'.repeat(5000) + '</g>'.repeat(5000))],
    ['has elements without end', wrap('<rect/>'.repeat(40_000))],
    ['is not closed', '<svg><g><rect width="5" height="5"/></svg>'],
    ['is a page', '<html><body><svg><rect width="5" height="5"/></svg></body></html>'],
    ['is no text', '\u0000\u0001<svg'],
    ['shows nothing', wrap('<defs><rect width="5" height="5"/></defs>')],
    ['has a tag without end', `<svg ${'a'.repeat(1_000_000)}`],
    ['has a name without end', `<svg ${'a'.repeat(300_000)}>`],
  ])('that %s is refused', (_, text) => {
    expect(readSvg(text)).toBeUndefined();
  });
  it('may contain invalid numbers', () => {
    const layers = layersOf(
      '<rect x="1e999" y="NaN" width="1e5" height="10" transform="scale(1e300) matrix(1 2)"/><rect width="7" height="7" rx="-5"/>',
    );
    expect(layers.map(layer => boxOf(layer as VectorLayer))).toContainEqual([0, 0, 7, 7]);
  });
  it('may contain unterminated style sheets, colours and lists', () => {
    const drawing = readSvg(
      wrap(
        `<style>${'@'.repeat(90_000)}${'a{'.repeat(90_000)}</style><polygon points="${'1 2 '.repeat(100_000)}" fill="rgb(${'('.repeat(1000)}"/><rect width="9" height="9"/>`,
      ),
    );
    expect(drawing!.artwork.layers.length).toBeGreaterThan(0);
  });
});
