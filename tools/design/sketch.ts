// Builders of template layers, positioned by their top left corner, with defaults for most values.
import {
  type Frame,
  type Layer,
  noFrame,
  plainLayer,
  type QrLayer,
  type ShapeKind,
  type ShapeLayer,
  type SlotKind,
  type TextLayer,
  type VectorLayer,
  type VectorPart,
} from 'contract/artwork/artwork.ts';

/** A layer without its id. */
export type Sketch = DistributiveOmit<Layer, 'id'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

interface Extra {
  readonly degrees?: number;
  readonly opacity?: number;
  readonly name?: string;
  readonly isLocked?: boolean;
  readonly shadow?: Layer['shadow'];
  readonly blend?: Layer['blend'];
  readonly isFlippedX?: boolean;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Places a layer; `x` and `y` are the top left corner before rotation. */
const begin = (x: number, y: number, width: number, height: number, extra: Extra = {}) => ({
  ...plainLayer,
  ...extra,
  x: round(x + width / 2),
  y: round(y + height / 2),
  width: round(width),
  height: round(height),
});

interface ShapeExtra extends Extra {
  readonly fill?: string | null;
  readonly stroke?: string | null;
  readonly strokeWidth?: number;
  readonly isDashed?: boolean;
  /** Corner radius of a rectangle, as a share of the shorter edge. */
  readonly radius?: number;
}

export function shape(
  kind: ShapeKind,
  x: number,
  y: number,
  width: number,
  height: number,
  { fill = null, stroke = null, strokeWidth = 0, isDashed = false, radius = 0, ...extra }: ShapeExtra,
): Omit<ShapeLayer, 'id'> {
  return {
    ...begin(x, y, width, height, extra),
    type: 'shape',
    shape: kind,
    fill,
    stroke,
    strokeWidth,
    isDashed,
    radius,
  };
}

export const box = (x: number, y: number, width: number, height: number, fill: string, extra: ShapeExtra = {}) =>
  shape('rectangle', x, y, width, height, { fill, ...extra });

export const disc = (x: number, y: number, radius: number, fill: string, extra: ShapeExtra = {}) =>
  shape('ellipse', x - radius, y - radius, radius * 2, radius * 2, { fill, ...extra });

export const rule = (x: number, y: number, width: number, thickness: number, color: string, extra: Extra = {}) =>
  box(x, y, width, thickness, color, extra);

interface TextExtra extends Extra {
  readonly size: number;
  readonly color: string;
  readonly font?: TextLayer['font'];
  readonly weight?: number;
  readonly align?: TextLayer['align'];
  /** Line height in ems. */
  readonly leading?: number;
  /** Letter spacing in ems. */
  readonly track?: number;
  readonly isItalic?: boolean;
  readonly plate?: TextLayer['plate'];
  readonly outline?: TextLayer['outline'];
  /** Number of lines that the box has room for; a test measures whether the text fits. */
  readonly lines?: number;
}

/** A text with its top left corner at (x, y), in a box of this width and number of lines. */
export function text(
  value: string,
  x: number,
  y: number,
  width: number,
  {
    size,
    color,
    font = 'noto-sans-sc',
    weight = 400,
    align = 'left',
    leading = 1.3,
    track = 0,
    isItalic = false,
    plate = null,
    outline = null,
    lines = value.split('\n').length,
    ...extra
  }: TextExtra,
): Omit<TextLayer, 'id'> {
  return {
    ...begin(x, y, width, size * leading * lines, extra),
    type: 'text',
    // Chinese fonts have a full-width apostrophe, which leaves a gap in English words.
    text: font.startsWith('noto') && !/[\u2e80-\uffef]/.test(value) ? value.replaceAll('’', "'") : value,
    font,
    weight,
    isItalic,
    isUnderlined: false,
    size: round(size),
    color,
    align,
    lineHeight: leading,
    letterSpacing: track,
    outline,
    plate,
  };
}

/** Estimates the width of a line in ems, to set the size of headings. A test measures the real width. */
function estimateEms(line: string, font: TextLayer['font'], track: number): number {
  const share =
    { 'bebas-neue': 0.68, pacifico: 0.95, 'playfair-display': 0.98, 'noto-serif-sc': 1.02 }[font as string] ?? 1.04;
  let ems = 0;
  for (const letter of line) {
    if (/[\u2e80-\uffef]/.test(letter)) ems += 1;
    else if (/[ilI.,'’!:;|]/.test(letter)) ems += 0.31 * share;
    else if (/[mwMW@%&]/.test(letter)) ems += 0.92 * share;
    else if (/[A-Z]/.test(letter)) ems += 0.66 * share;
    else if (letter === ' ') ems += 0.25 * share;
    else ems += 0.57 * share;
    ems += track;
  }
  return ems;
}

/** Returns the largest size, up to `max`, at which every line of a heading fits the width. */
export function fit(
  value: string,
  width: number,
  max: number,
  font: TextLayer['font'] = 'noto-sans-sc',
  track = 0,
): number {
  const longest = Math.max(...value.split('\n').map(line => estimateEms(line, font, track)));
  return Math.min(max, Math.floor((width * 0.97) / longest));
}

interface ArtExtra extends Extra {
  readonly frame?: Partial<Frame>;
  readonly slot?: SlotKind;
}

/** Vector art on 100 × 100 units, or on the given ones. */
export function art(
  parts: readonly VectorPart[],
  x: number,
  y: number,
  width: number,
  height: number,
  { frame, slot, ...extra }: ArtExtra = {},
  [unitsWide, unitsHigh]: readonly [number, number] = [100, 100],
): Omit<VectorLayer, 'id'> {
  return {
    ...begin(x, y, width, height, extra),
    type: 'vector',
    unitsWide,
    unitsHigh,
    parts,
    frame: { ...noFrame, ...frame },
    ...(slot && { slot }),
  };
}

/** Art that covers an area of the page, in the area's own pixels. */
export const cover = (
  parts: readonly VectorPart[],
  x: number,
  y: number,
  width: number,
  height: number,
  extra: ArtExtra = {},
) => art(parts, x, y, width, height, { isLocked: true, ...extra }, [width, height]);

export const qr = (
  value: string,
  x: number,
  y: number,
  side: number,
  color: string,
  ground: string | null,
): Omit<QrLayer, 'id'> => ({ ...begin(x, y, side, side), type: 'qr', text: value, color, ground });

/** Assigns ids to layers by their order. */
export const finishLayers = (sketches: readonly Sketch[]): Layer[] =>
  sketches.map((sketch, index) => ({ ...sketch, id: `layer-${index + 1}` }) as Layer);
