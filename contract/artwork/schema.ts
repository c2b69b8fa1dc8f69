// The schema for artworks from outside: project files, old drafts, templates. They are untrusted until they have passed it.
import * as z from 'zod/mini';
import { lookIds } from '../looks.ts';
import {
  type Artwork,
  artworkLimits,
  artworkVersion,
  blendModes,
  frameShapes,
  type PaletteRole,
  paletteRoles,
  shapeKinds,
  slotKinds,
  textAligns,
  veilKinds,
} from './artwork.ts';
import { fontIds } from './fonts.ts';

const { reachPx, sidePx, erasures, erasedNumbers } = artworkLimits;
const between = (min: number, max: number) => z.number().check(z.gte(min), z.lte(max));
const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/));
const id = z.string().check(z.regex(/^[\w-]{1,64}$/));
const share = between(0, 1);
const length = between(0, reachPx);
const strength = between(-100, 100);

// Validated as a whole, like the list of layers: with an error per entry, a file full of invalid entries takes seconds, and then zod overflows the
// stack.
const path = z.custom<number[]>(
  data =>
    Array.isArray(data) &&
    data.length >= 2 &&
    data.length <= artworkLimits.pathNumbers &&
    data.length % 2 === 0 &&
    data.every(number => number >= -100 && number <= 100 && typeof number === 'number'),
);

const erased = z.array(z.strictObject({ path, width: between(0.0001, 10), isBack: z.boolean() })).check(
  z.maxLength(erasures),
  z.refine(lines => lines.reduce((sum, line) => sum + line.path.length, 0) <= erasedNumbers),
);

const common = {
  id,
  name: z.string().check(z.maxLength(100)),
  x: between(-reachPx, reachPx),
  y: between(-reachPx, reachPx),
  width: between(0.01, reachPx),
  height: between(0.01, reachPx),
  degrees: between(-360, 360),
  isFlippedX: z.boolean(),
  isFlippedY: z.boolean(),
  isHidden: z.boolean(),
  isLocked: z.boolean(),
  opacity: share,
  blend: z.enum(blendModes),
  shadow: z.nullable(
    z.strictObject({
      color,
      opacity: share,
      blur: between(0, 2000),
      x: between(-5000, 5000),
      y: between(-5000, 5000),
    }),
  ),
  groupId: z.nullable(id),
  erased: z.optional(erased),
};

const crop = z
  .strictObject({ x: share, y: share, width: between(0.0001, 1), height: between(0.0001, 1) })
  .check(z.refine(({ x, y, width, height }) => x + width <= 1.000001 && y + height <= 1.000001));

const curve = z.array(z.tuple([share, share])).check(
  z.minLength(2),
  z.maxLength(16),
  z.refine(points => points.every((point, index) => index === 0 || point[0] > points[index - 1]![0])),
);

const adjustments = z.strictObject({
  exposure: strength,
  contrast: strength,
  highlights: strength,
  shadows: strength,
  saturation: strength,
  vibrance: strength,
  temperature: strength,
  tint: strength,
  sharpness: between(0, 100),
  blur: between(0, 100),
  vignette: strength,
  levels: z
    .strictObject({ black: between(0, 254), white: between(1, 255), gamma: between(0.1, 10) })
    .check(z.refine(({ black, white }) => black < white)),
  curves: z.strictObject({ all: curve, red: curve, green: curve, blue: curve }),
});

const frame = z.strictObject({
  shape: z.enum(frameShapes),
  radius: between(0, 0.5),
  borderWidth: between(0, 2000),
  borderColor: color,
});
const slot = z.optional(z.enum(slotKinds));

const gradient = z.strictObject({
  kind: z.enum(['linear', 'radial']),
  degrees: between(-360, 360),
  stops: z.array(z.strictObject({ at: share, color, opacity: share })).check(
    z.minLength(2),
    z.maxLength(8),
    z.refine(stops => stops.every((stop, index) => index === 0 || stop.at >= stops[index - 1]!.at)),
  ),
});

const paint = z.union([color, gradient]);

const part = z.strictObject({
  // Only path commands and numbers.
  path: z.string().check(z.maxLength(artworkLimits.outlineLength), z.regex(/^[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE.,\s+-]*$/)),
  fill: z.optional(paint),
  box: z.optional(
    z.tuple([between(-reachPx, reachPx), between(-reachPx, reachPx), between(0.001, reachPx), between(0.001, reachPx)]),
  ),
  isEvenOdd: z.optional(z.boolean()),
  stroke: z.optional(color),
  strokeWidth: z.optional(between(0, 10_000)),
  isSharp: z.optional(z.boolean()),
  opacity: z.optional(share),
});

const layer = z.discriminatedUnion('type', [
  z.strictObject({
    ...common,
    type: z.literal('picture'),
    slot,
    pictureId: id,
    crop,
    adjustments,
    look: z.nullable(z.strictObject({ id: z.enum(lookIds), strength: between(0, 100) })),
    frame,
  }),
  z.strictObject({
    ...common,
    type: z.literal('text'),
    text: z.string().check(z.maxLength(artworkLimits.textLength)),
    font: z.enum(fontIds),
    weight: between(100, 900),
    isItalic: z.boolean(),
    isUnderlined: z.boolean(),
    size: between(1, 5000),
    color,
    align: z.enum(textAligns),
    lineHeight: between(0.5, 4),
    letterSpacing: between(-0.5, 3),
    outline: z.nullable(z.strictObject({ color, width: between(0, 1) })),
    plate: z.nullable(z.strictObject({ color, opacity: share, radius: between(0, 0.5) })),
  }),
  z.strictObject({
    ...common,
    type: z.literal('shape'),
    shape: z.enum(shapeKinds),
    fill: z.nullable(paint),
    stroke: z.nullable(color),
    strokeWidth: length,
    isDashed: z.boolean(),
    radius: between(0, 0.5),
  }),
  z.strictObject({ ...common, type: z.literal('drawing'), path, color, strokeWidth: length }),
  z.strictObject({
    ...common,
    type: z.literal('veil'),
    kind: z.enum(veilKinds),
    grain: between(1, 2000),
    path: z.nullable(path),
    strokeWidth: length,
  }),
  z.strictObject({
    ...common,
    type: z.literal('sticker'),
    sticker: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
    color: z.nullable(color),
  }),
  z.strictObject({
    ...common,
    type: z.literal('vector'),
    unitsWide: between(0.01, 10_000),
    unitsHigh: between(0.01, 10_000),
    parts: z.array(part).check(z.maxLength(artworkLimits.vectorParts)),
    frame,
    slot,
  }),
  z.strictObject({
    ...common,
    type: z.literal('qr'),
    text: z.string().check(z.minLength(1), z.maxLength(artworkLimits.qrLength)),
    color,
    ground: z.nullable(color),
  }),
]);

const palette = z.strictObject(
  Object.fromEntries(paletteRoles.map(role => [role, color])) as Record<PaletteRole, typeof color>,
);

const side = z.int().check(z.gte(1), z.lte(sidePx));

const artwork = z
  .strictObject({
    version: z.literal(artworkVersion),
    width: side,
    height: side,
    background: z.nullable(paint),
    layers: z.custom<z.output<typeof layer>[]>(
      data =>
        Array.isArray(data) &&
        data.length <= artworkLimits.layers &&
        data.every(one => z.safeParse(layer, one).success),
    ),
    palette: z.optional(palette),
  })
  .check(
    z.refine(({ width, height }) => width * height <= artworkLimits.pagePixels),
    z.refine(({ layers }) => new Set(layers.map(one => one.id)).size === layers.length),
  );

/** The artwork, or undefined if the data is invalid. Never throws. */
export function readArtwork(data: unknown): Artwork | undefined {
  const found = z.safeParse(artwork, data);
  return found.success ? found.data : undefined;
}
