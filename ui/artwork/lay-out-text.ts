// Breaks a text into lines and measures them. All lengths are in ems, so that a text breaks alike at every size.
import type { TextLayer } from 'contract/artwork/artwork.ts';
import { type FontId, fallbackFont } from 'contract/artwork/fonts.ts';

type Lettering = Pick<TextLayer, 'text' | 'font' | 'weight' | 'isItalic' | 'letterSpacing' | 'lineHeight'>;

interface TextLine {
  readonly text: string;
  readonly width: number;
}

interface TextLayout {
  readonly lines: readonly TextLine[];
  /** Of the baseline below the top of each line. */
  readonly baseline: number;
  readonly height: number;
}

/** The name of a font of ours, as the page declares it. */
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
 * Pieces that stay on one line: words with the spaces after them, and single Chinese, Japanese and Korean characters, with closing marks kept
 * at their left and opening ones at their right.
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

/** Breaks one paragraph. `measure` answers a width in the unit of `most`; a piece wider than a line is broken within. */
export function breakLines(paragraph: string, most: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (text: string) => measure(text.trimEnd()) <= most + 1e-6;
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
const mostKnown = 300;

/** Text widths change once a font has loaded, so earlier measurements are discarded. */
export function forgetLayouts(): void {
  known.clear();
}

/** `width` in ems; infinite for a text that is broken only where the person did. */
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
  if (known.size >= mostKnown) known.clear();
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

/** Replaces the text. A layer as wide as its longest line follows the new text; a fixed width is kept. */
export function rewriteText(layer: TextLayer, text: string, most: number): TextLayer {
  const isHugging = Math.abs(shrinkText(layer, most).width - layer.width) < 1;
  const written = { ...layer, text };
  return isHugging ? shrinkText(written, most) : fitText(written);
}

/** The layer as wide as its longest line, about its middle, and no wider than `most` pixels of the page. */
export function shrinkText(layer: TextLayer, most: number): TextLayer {
  const layout = layOutText(layer, most / layer.size);
  // A hair more, so that rounding breaks no line.
  const width = Math.max(layer.size, Math.max(...layout.lines.map(line => line.width)) * layer.size + 2);
  return fitText({ ...layer, width: Math.min(most, width) });
}
