// Tests that drawings have the size that browsers give them, whatever unit their lengths have.
import { expect, test } from 'vitest';
import { sharp } from '../sharp.ts';
import { checkSvg } from './check-svg.ts';
import { attributeInPixels, cssInPixels } from './svg-lengths.ts';

const root = 'xmlns="http://www.w3.org/2000/svg"';
const render = async (svg: string) => {
  const drawing = await checkSvg(Buffer.from(svg));
  const { data, info } = await sharp(drawing)
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  /** The number of dark pixels in a row and in a column. */
  const across = (y: number) =>
    Array.from({ length: info.width }, (_, x) => data[(y * info.width + x) * info.channels + 1]!);
  const down = (x: number) =>
    Array.from({ length: info.height }, (_, y) => data[(y * info.width + x) * info.channels + 1]!);
  const dark = (levels: number[]) => levels.filter(level => level < 128).length;
  return {
    size: [info.width, info.height],
    across: (y: number) => dark(across(y)),
    down: (x: number) => dark(down(x)),
  };
};

test.each([
  ['width="10mm" height="5mm"', [38, 19]],
  ['width="210mm" height="297mm"', [794, 1123]],
  ['width="72pt" height="36pt"', [96, 48]],
  ['width="10em" height="5em"', [160, 80]],
  ['width="10em" height="5em" font-size="20"', [200, 100]],
  ['width="10em" height="5em" style="font-size: 24px"', [240, 120]],
  ['width="10rem" height="5rem"', [160, 80]],
  ['width="2cm" height="1cm"', [76, 38]],
  ['width="1in" height=".5in"', [96, 48]],
  ['width="6pc" height="3pc"', [96, 48]],
  ['width="100Q" height="50Q"', [94, 47]],
  ['width="10MM" height="5MM"', [38, 19]],
  ['width="100px" height="50px"', [100, 50]],
  ['width="100" height="50"', [100, 50]],
  ['width="1e2" height="5e1"', [100, 50]],
])('a drawing of %s', async (sides, size) => {
  const { size: seen } = await render(`<svg ${root} ${sides} viewBox="0 0 20 10"><path d="M0 0H10V10H0Z"/></svg>`);
  expect(seen).toEqual(size);
});

test('lengths inside a drawing are as long as those outside', async () => {
  const bar = 'x="0" y="0" width="40mm" height="20mm"';
  const drawn = [
    `<rect ${bar}/>`,
    '<style>rect { width: 40mm; height: 20mm }</style><rect/>',
    '<path d="M0 10mm" /><line x1="0" x2="40mm" y1="10mm" y2="10mm" stroke="#000" stroke-width="20mm"/>',
    '<path d="M0 37.795H151.18" style="stroke: #000; stroke-width: 20mm"/>',
    '<g font-size="1in"><rect width="1.5748em" height=".7874em"/></g>',
  ];
  for (const content of drawn) {
    const { across, down } = await render(`<svg ${root} width="200" height="100">${content}</svg>`);
    expect([across(30), down(60)], content).toEqual([151, 76]);
  }
});

test('letters without a size, and of a size with a name, are as high as in a browser', async () => {
  const heightOf = async (style: string) => {
    const { down } = await render(`<svg ${root} width="60" height="60"><text x="0" y="50" ${style}>▇▇▇▇</text></svg>`);
    return Math.max(...Array.from({ length: 20 }, (_, x) => down(x + 2)));
  };
  const usual = await heightOf('font-size="16px"');
  expect(usual).toBeGreaterThan(8);
  for (const style of ['', 'font-size="12pt"', 'style="font-size:medium"', 'font-size="medium"'])
    expect(await heightOf(style), style).toBe(usual);
});

test('only lengths change', () => {
  expect(attributeInPixels('id', '12mm')).toBe('12mm');
  expect(attributeInPixels('d', 'M1 2mm')).toBe('M1 2mm');
  expect(attributeInPixels('width', '50%')).toBe('50%');
  expect(attributeInPixels('stroke-dasharray', '1in, 2 0.5pt')).toBe('96px, 2 0.66666667px');
  expect(cssInPixels('.a12mm, #b-3in { content: "4mm"; fill: url(#5mm); width: 1in /* 6mm */ }')).toBe(
    '.a12mm, #b-3in { content: "4mm"; fill: url(#5mm); width: 96px /* 6mm */ }',
  );
  expect(cssInPixels('margin:-1in;top:+.5in')).toBe('margin:-96px;top:48px');
});

test('an open comment, address or string is read once', () => {
  for (const open of ['/*', 'url(', '"', "'"]) {
    const css = `${open.repeat(1_000_000)}1in`;
    expect(cssInPixels(css).length).toBeGreaterThanOrEqual(css.length);
  }
});
