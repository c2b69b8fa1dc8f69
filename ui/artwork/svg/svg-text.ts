// Converts the texts of drawings to text layers: lines below one another in the same style become one editable layer.
import { plainLayer, type TextLayer } from 'contract/artwork/artwork.ts';
import { type FontId, fonts } from 'contract/artwork/fonts.ts';
import { makeLayerId } from '../make-layer.ts';
import { apply, type Matrix, readNumbers, scaleOf } from './matrix.ts';
import type { XmlElement } from './read-xml.ts';
import { readColor, readShare, type Style } from './style.ts';

const hasChinese = (text: string) => /[\u2e80-\uffef]/.test(text);

/** Returns the built-in font closest to a list of font families. */
function findFont(families: string, text: string): FontId {
  const wanted = families.toLowerCase();
  const isChinese = hasChinese(text);
  if (/bebas|impact|oswald|league gothic/.test(wanted) && !isChinese) return 'bebas-neue';
  if (/kuaile|圆|comic|rounded/.test(wanted) && isChinese) return 'zcool-kuaile';
  if (/楷|kai(?!le)|行书|brush/.test(wanted) && isChinese) return 'ma-shan-zheng';
  if (/pacifico|cursive|script|lobster|brush/.test(wanted) && !isChinese) return 'pacifico';
  if (/playfair|didot|bodoni/.test(wanted) && !isChinese) return 'playfair-display';
  const isSerif = /(?<!sans[\s-])serif|times|georgia|garamond|宋|song|simsun|明朝|mincho/.test(wanted);
  return isSerif ? 'noto-serif-sc' : 'noto-sans-sc';
}

function findWeight(font: FontId, text: string): number {
  const wanted = { normal: 400, bold: 700, bolder: 700, lighter: 300 }[text] ?? readNumbers(text)[0] ?? 400;
  return fonts[font].weights.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));
}

/** Estimates the width of a line in ems, generously, so that lines do not break. */
const measureEms = (line: string) =>
  [...line].reduce((sum, letter) => sum + (hasChinese(letter) ? 1 : /[A-ZmwMW@%]/.test(letter) ? 0.82 : 0.62), 0);

const unitsPx: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  rem: 16,
};

/** Parses a length in pixels. Returns undefined for percentages and invalid values. */
export function readLength(text: string | undefined): number | undefined {
  const [, number, unit = ''] =
    /^\s*([+-]?[\d.]+(?:e[+-]?\d+)?)(?:\s*(px|pt|mm|cm|in|em|rem))?\s*$/i.exec(text ?? '') ?? [];
  return number === undefined ? undefined : (readNumbers(number)[0] ?? 0) * (unitsPx[unit.toLowerCase()] ?? 1);
}

interface Run {
  readonly style: Style;
  text: string;
  /** The start of the baseline, before applying the matrix. */
  readonly x: number;
  readonly y: number;
  /** Distance below the previous line in the same column; undefined if there is none. */
  readonly below?: number | undefined;
}

interface Pen {
  x: number;
  y: number;
  runs: Run[];
  isMoved: boolean;
}

const sizeOf = (style: Style) => Math.max(0.1, readLength(style.get('font-size')) ?? 16);

/** Collects text runs. `restyle` returns the style of a nested element. */
function walk(
  element: XmlElement,
  style: Style,
  pen: Pen,
  restyle: (element: XmlElement, outer: Style) => Style,
): void {
  const first = (name: string) => {
    const value = element.attributes
      .get(name)
      ?.trim()
      .split(/[\s,]+/)[0];
    if (value === undefined) return undefined;
    return value.endsWith('em') ? (readNumbers(value)[0] ?? 0) * sizeOf(style) : readLength(value);
  };
  const [x, y, dx, dy] = [first('x'), first('y'), first('dx'), first('dy')];
  if (x !== undefined || y !== undefined || dy !== undefined) pen.isMoved = true;
  pen.x = (x ?? pen.x) + (dx ?? 0);
  pen.y = (y ?? pen.y) + (dy ?? 0);
  for (const child of element.children) {
    if (typeof child !== 'string') {
      const inner = restyle(child, style);
      if ((child.name === 'tspan' || child.name === 'a') && inner.get('display') !== 'none')
        walk(child, inner, pen, restyle);
      continue;
    }
    const text = child.replace(/\s+/g, ' ');
    if (text.trim() === '') {
      const last = pen.runs.at(-1);
      if (last && !pen.isMoved) last.text += ' ';
      continue;
    }
    const last = pen.runs.at(-1);
    if (last && !pen.isMoved && last.style === style) last.text += text;
    else {
      const line = last && pen.isMoved && Math.abs(last.x - pen.x) < 0.5 ? pen.y - last.y : undefined;
      pen.runs.push({ style, text, x: pen.x, y: pen.y, below: line });
    }
    pen.isMoved = false;
    pen.x += measureEms(text) * sizeOf(style) * 0.85;
  }
}

const looksAlike = (one: Style, other: Style) =>
  one === other ||
  ['fill', 'font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor', 'opacity'].every(
    name => one.get(name) === other.get(name),
  );

/** Groups runs into texts, with the lines of each from top to bottom. */
function joinLines(runs: readonly Run[]): { run: Run; lines: string[]; step: number }[] {
  const joined: { run: Run; lines: string[]; step: number }[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const size = sizeOf(run.style);
    const step = run.below ?? 0;
    const isNext = step > size * 0.6 && step < size * 3;
    const isEven = last !== undefined && (last.lines.length === 1 || Math.abs(step - last.step) < size * 0.05);
    if (last && isNext && isEven && looksAlike(last.run.style, run.style)) {
      last.lines.push(run.text.trim());
      last.step = step;
    } else joined.push({ run, lines: [run.text.trim()], step: 0 });
  }
  return joined;
}

/** Height of the vertical centre of the built-in fonts' letters above the baseline, in ems. */
const riseEms = 0.436;

/** Returns the texts in a `text` element. `colorOf` returns the first colour of a gradient. */
export function readTexts(
  element: XmlElement,
  style: Style,
  matrix: Matrix,
  restyle: (element: XmlElement, outer: Style) => Style,
  colorOf: (fill: string) => string | undefined,
): TextLayer[] {
  const pen: Pen = { x: 0, y: 0, runs: [], isMoved: true };
  walk(element, style, pen, restyle);
  const scale = scaleOf(matrix);
  const degrees = (Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI;
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return joinLines(pen.runs).flatMap(({ run, lines, step }) => {
    const own = run.style;
    const text = lines.join('\n').trim();
    const size = sizeOf(own) * scale;
    if (text === '' || size < 1 || size > 5000) return [];
    const font = findFont(own.get('font-family') ?? '', text);
    const align = ({ middle: 'center', end: 'right' } as const)[own.get('text-anchor') ?? ''] ?? 'left';
    const letterSpacing = Math.min(3, Math.max(-0.5, (readLength(own.get('letter-spacing')) ?? 0) / sizeOf(own)));
    const ems = Math.max(...lines.map(line => measureEms(line) + line.length * letterSpacing));
    const lineHeight = lines.length > 1 ? Math.min(4, Math.max(0.5, step / sizeOf(own))) : 1.3;
    const [width, height] = [(ems + 0.5) * size, lines.length * lineHeight * size];
    const along = { left: width / 2, center: 0, right: -width / 2 }[align];
    const down = height / 2 - (lineHeight / 2 + riseEms) * size;
    const [x, y] = apply(matrix, run.x, run.y);
    const fill = own.get('fill') ?? '#000000';
    const color = readColor(fill, own.get('color'))?.color ?? colorOf(fill) ?? '#000000';
    return [
      {
        ...plainLayer,
        ...{
          id: makeLayerId(),
          type: 'text',
          text,
          font,
          weight: findWeight(font, own.get('font-weight') ?? ''),
          align,
        },
        ...{ x: x + along * cos - down * sin, y: y + along * sin + down * cos, width, height, degrees },
        opacity: readShare(own.get('fill-opacity')),
        isItalic: /italic|oblique/.test(own.get('font-style') ?? ''),
        isUnderlined: (own.get('text-decoration') ?? '').includes('underline'),
        ...{ size, color, lineHeight, letterSpacing, outline: null, plate: null },
      },
    ];
  });
}
