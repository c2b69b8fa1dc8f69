// A canvas for the artwork painter outside browsers: Skia, the engine of Chromium, with the fonts of artworks.
import { type Canvas, createCanvas, GlobalFonts, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { type FontId, fontIds } from 'contract/artwork/fonts.ts';
import { listFontPieces } from './artwork-fonts.ts';

interface Piece {
  readonly family: string;
  readonly holds: (codePoint: number) => boolean;
  isRegistered: boolean;
  readonly file: string;
}

function readRange(range: string): (codePoint: number) => boolean {
  const spans = range.split(',').map(part => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return codePoint => spans.some(([from, to]) => codePoint >= from && codePoint <= to);
}

const pieces = new Map<FontId, readonly Piece[]>();

function piecesOf(font: FontId): readonly Piece[] {
  const known = pieces.get(font);
  if (known) return known;
  const listed = listFontPieces(font).map(({ file, range }, index) => ({
    family: `${font}-piece-${index}`,
    holds: readRange(range),
    isRegistered: false,
    file,
  }));
  // As in browsers, the last declaration for a character wins.
  listed.reverse();
  pieces.set(font, listed);
  return listed;
}

function familyOf(piece: Piece): string {
  if (!piece.isRegistered) GlobalFonts.registerFromPath(piece.file, piece.family);
  piece.isRegistered = true;
  return `"${piece.family}"`;
}

const codePoints = (text: string) => [...new Set([...text].map(character => character.codePointAt(0)!))];

/** Returns the characters that none of the fonts has. */
export function findMissingGlyphs(text: string, fonts: readonly FontId[]): string[] {
  const all = fonts.flatMap(piecesOf);
  return codePoints(text)
    .filter(point => point > 32 && !all.some(piece => piece.holds(point)))
    .map(point => String.fromCodePoint(point));
}

/** Replaces the families used in pages, `"artwork-<font>"`, by those of the pieces that contain the text's characters. */
function expandFamilies(css: string, text: string): string {
  const points = codePoints(text);
  return css.replace(/"artwork-([\w-]+)"/g, (whole, name: string) => {
    const font = fontIds.find(id => id === name);
    const needed = font ? piecesOf(font).filter(piece => points.some(piece.holds)) : [];
    return needed.length > 0 ? needed.map(familyOf).join(', ') : whole;
  });
}

/** Makes a context choose a piece of a font for each character, so that text is measured as in pages. */
function dressContext(context: SKRSContext2D): SKRSContext2D {
  const prototype = Object.getPrototypeOf(context);
  const setFont = Object.getOwnPropertyDescriptor(prototype, 'font')!.set!;
  let wanted = '10px sans-serif';
  Object.defineProperty(context, 'font', {
    get: () => wanted,
    set: (css: string) => {
      wanted = css;
    },
  });
  const choose = (text: string) => setFont.call(context, expandFamilies(wanted, text));
  const { fillText, strokeText, measureText } = prototype as SKRSContext2D;
  context.fillText = (text, ...rest) => {
    choose(text);
    fillText.call(context, text, ...rest);
  };
  context.strokeText = (text, ...rest) => {
    choose(text);
    strokeText.call(context, text, ...rest);
  };
  context.measureText = text => {
    // Browsers return the height of the first font, whatever other fonts the line uses.
    const measured = text === 'Hg国' ? 'Hg' : text;
    choose(measured);
    return measureText.call(context, measured);
  };
  return context;
}

/** Opens a canvas like those of pages, with text in the fonts of artworks. */
export function openCanvas(width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  const context = dressContext(canvas.getContext('2d'));
  return Object.assign(canvas, { getContext: () => context });
}

/** Defines `OffscreenCanvas` and `Path2D` in this process, which the painter expects from a browser. */
export function provideCanvas(): void {
  function OffscreenCanvas(width: number, height: number) {
    return openCanvas(width, height);
  }
  Object.assign(globalThis, { OffscreenCanvas, Path2D });
}

export const encodeWebp = (canvas: Canvas, quality: number): Promise<Buffer> => canvas.encode('webp', quality);
export const encodePng = (canvas: Canvas): Promise<Buffer> => canvas.encode('png');
