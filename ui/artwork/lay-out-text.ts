// Breaks a text into lines and measures them. All lengths are in ems, so that the lines break the same at every font size.
import type { TextLayer } from 'contract/artwork/artwork.ts';
import { type FontId, fallbackFont } from 'contract/artwork/fonts.ts';

type Lettering = Pick<TextLayer, 'text' | 'font' | 'weight' | 'isItalic' | 'letterSpacing' | 'lineHeight'>;

interface TextLine {
  readonly text: string;
  readonly width: number;
}

interface TextLayout {
  readonly lines: readonly TextLine[];
  /** Distance from the top of each line to its baseline. */
  readonly baseline: number;
  readonly height: number;
}

/** The CSS family name under which the page declares a built-in font. */
export const familyOf = (font: FontId): string => `artwork-${font}`;

export const fontStackOf = (font: FontId): string =>
  `"${familyOf(font)}", "${familyOf(fallbackFont)}", "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", sans-serif`;

export const cssFontOf = ({ font, weight, isItalic }: Pick<Lettering, 'font' | 'weight' | 'isItalic'>, size: number) =>
  `${isItalic ? 'italic ' : ''}${weight} ${size}px ${fontStackOf(font)}`;

const em = 200;
let measuring: OffscreenCanvasRenderingContext2D | undefined;

function openMeasure({ letterSpacing, ...lettering }: Lettering): OffscreenCanvasRenderingContext2D {
  measuring ??= new OffscreenCanvas(1, 1).getContext('2d')!;
  measuring.font = cssFontOf(lettering, em);
  measuring.letterSpacing = `${letterSpacing * em}px`;
  measuring.textRendering = 'geometricPrecision';
  return measuring;
}

const closing = '，。！？、；：）》】」』”’…,.!?;:)]}%';
const opening = '（《【「『“‘([{';

/**
 * Splits a text into pieces that are never broken: words with their trailing spaces, and single Chinese, Japanese or Korean characters. Closing
 * punctuation stays with the piece before it, opening punctuation with the piece after it.
 */
export function cutPieces(text: string): string[] {
  const raw =
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]+|\s+/gu,
    ) ?? [];
  const pieces: string[] = [];
  let mustJoin = false;
  for (const piece of raw) {
    const joins = mustJoin || /^\s+$/.test(piece) || closing.includes([...piece][0]!);
    if (joins && pieces.length > 0) pieces[pieces.length - 1] += piece;
    else pieces.push(piece);
    mustJoin = opening.includes([...piece].at(-1)!);
  }
  return pieces;
}

/** Breaks one paragraph into lines. `measure` returns a width in the unit of `max`. A piece wider than a line is split. */
export function breakLines(paragraph: string, max: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (text: string) => measure(text.trimEnd()) <= max + 1e-6;
  for (const piece of cutPieces(paragraph)) {
    if (fits(line + piece)) {
      line += piece;
      continue;
    }
    if (line !== '') lines.push(line.trimEnd());
    line = '';
    for (const character of piece) {
      if (line !== '' && !fits(line + character)) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line.trimEnd()];
}

const known = new Map<string, TextLayout>();
const maxKnown = 300;

/** Text widths change once a font has loaded, so earlier measurements are discarded. */
export function forgetLayouts(): void {
  known.clear();
}

/** `width` is in ems; Infinity breaks only at the text's own line breaks. */
export function layOutText(lettering: Lettering, width: number): TextLayout {
  const { text, font, weight, isItalic, letterSpacing, lineHeight } = lettering;
  const key = JSON.stringify([text, font, weight, isItalic, letterSpacing, lineHeight, Math.round(width * 1e4)]);
  const found = known.get(key);
  if (found) return found;
  const context = openMeasure(lettering);
  const measure = (part: string) => (part === '' ? 0 : context.measureText(part).width / em);
  const lines = text
    .split('\n')
    .flatMap(paragraph => breakLines(paragraph, width, measure))
    .map(line => ({ text: line, width: measure(line) }));
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('Hg国');
  const baseline = lineHeight / 2 + (ascent - descent) / 2 / em;
  const layout = { lines, baseline, height: lines.length * lineHeight };
  if (known.size >= maxKnown) known.clear();
  known.set(key, layout);
  return layout;
}

/** Adjusts the layer's height to its text, keeping width and top edge. */
export function fitText(layer: TextLayer): TextLayer {
  const height = layOutText(layer, layer.width / layer.size).height * layer.size;
  if (Math.abs(height - layer.height) < 0.01) return layer;
  const radians = (layer.degrees * Math.PI) / 180;
  const grown = (height - layer.height) / 2;
  return { ...layer, height, x: layer.x - Math.sin(radians) * grown, y: layer.y + Math.cos(radians) * grown };
}

/** Replaces the text. A layer that was as wide as its longest line stays so; a width set by hand is kept. */
export function rewriteText(layer: TextLayer, text: string, max: number): TextLayer {
  const isHugging = Math.abs(shrinkText(layer, max).width - layer.width) < 1;
  const written = { ...layer, text };
  return isHugging ? shrinkText(written, max) : fitText(written);
}

/** Makes the layer as wide as its longest line, about its centre and at most `max` page pixels. */
export function shrinkText(layer: TextLayer, max: number): TextLayer {
  const layout = layOutText(layer, max / layer.size);
  // Slightly wider, so that rounding causes no extra line break.
  const width = Math.max(layer.size, Math.max(...layout.lines.map(line => line.width)) * layer.size + 2);
  return fitText({ ...layer, width: Math.min(max, width) });
}
