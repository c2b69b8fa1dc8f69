// Rewrites the lengths of a drawing in pixels. A drawing's millimetre is 96/25.4 of its pixels (CSS Values and Units 4, 6.2), but the renderer is told a
// resolution of 72, at which a drawing in pixels has its own size, and takes a millimetre for 72/25.4 of them.

const pixelsPerInch = 96;
/** The size of letters that a drawing does not choose, in browsers. The renderer's is 12. */
const usualFontPixels = 16;

const pixelsPer: Readonly<Record<string, number>> = {
  in: pixelsPerInch,
  cm: pixelsPerInch / 2.54,
  mm: pixelsPerInch / 25.4,
  q: pixelsPerInch / 101.6,
  pt: pixelsPerInch / 72,
  pc: pixelsPerInch / 6,
  rem: usualFontPixels,
};

/** The sizes of letters with a name, as in browsers. */
const namedSizes: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: usualFontPixels,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
};

/** Attributes whose values are lengths, in lower case. */
const lengthAttributes = new Set(
  `width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy font-size stroke-width stroke-dasharray stroke-dashoffset letter-spacing word-spacing
   kerning baseline-shift line-height markerwidth markerheight refx refy startoffset textlength font style transform`.split(
    /\s+/,
  ),
);

const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
/**
 * Strings, addresses and comments, which stay, and a number with a unit that is no part of a name. An open one reaches to the end, so that the search
 * reads each character once.
 */
const lengths = new RegExp(
  String.raw`"[^"]*"?|'[^']*'?|url\([^)]*\)?|/\*[\s\S]*?(?:\*/|$)|(?<![\w#.\-\\\u0080-\uffff])(${number})(in|cm|mm|q|pt|pc|rem)(?![\w\-\u0080-\uffff])`,
  'gi',
);
const hasUnit = /\d(?:in|cm|mm|q|pt|pc|rem)(?![\w-])/i;
const sizeInCss = /(font-size\s*:\s*)((?:xx?-)?(?:small|large)|medium)(?![\w-])/gi;

/** Eight digits are more than the renderer keeps. */
const inPixels = (value: number) => `${Number(value.toPrecision(8))}px`;

/** Rewrites the lengths in a style sheet or in the value of an attribute with lengths. */
export function cssInPixels(css: string): string {
  const named = css.includes('font-size')
    ? css.replace(
        sizeInCss,
        (_all, property: string, name: string) => property + inPixels(namedSizes[name.toLowerCase()]!),
      )
    : css;
  if (!hasUnit.test(named)) return named;
  return named.replace(lengths, (all, value: string | undefined, unit: string | undefined) =>
    value === undefined || unit === undefined ? all : inPixels(Number(value) * pixelsPer[unit.toLowerCase()]!),
  );
}

/** Rewrites the value of an attribute if it holds lengths. */
export function attributeInPixels(name: string, value: string): string {
  const attribute = name.toLowerCase();
  if (!lengthAttributes.has(attribute)) return value;
  const size = attribute === 'font-size' ? namedSizes[value.trim().toLowerCase()] : undefined;
  return size === undefined ? cssInPixels(value) : inPixels(size);
}

/** What the outermost element needs so that letters, and lengths relative to them, have the size they have in browsers. */
export const usualFontSize = `font-size="${usualFontPixels}px"`;
