// Colours of layers as lists, and other ones in their place: palettes of designs, and colours of vector art.
import type { Artwork, Layer, Palette, PaletteRole, VectorPart } from 'contract/artwork/artwork.ts';
import { paletteRoles } from 'contract/artwork/artwork.ts';

type Recolour = ReadonlyMap<string, string>;

/** #rrggbb under any name that a layer has for a colour. */
const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);

const colorsOf = ({ fill, stroke }: VectorPart): string[] => [
  ...(fill === undefined ? [] : typeof fill === 'string' ? [fill] : fill.stops.map(({ color }) => color)),
  ...(stroke === undefined ? [] : [stroke]),
];

/** The colours of vector art, each once, by their first use. */
export const listColors = ({ parts }: { readonly parts: readonly VectorPart[] }): string[] => [
  ...new Set(parts.flatMap(colorsOf)),
];

const colourless: ReadonlySet<string> = new Set(['text', 'name', 'path', 'erased']);

/** The same data with other colours. Texts, names and codes are kept as they are. */
function recolour<T>(value: T, colors: Recolour): T {
  if (isColor(value)) return (colors.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map(one => recolour(one, colors)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, colourless.has(key) ? one : recolour(one, colors)]),
  ) as T;
}

export const replaceColors = <L extends Layer>(layer: L, colors: Recolour): L => recolour(layer, colors);

/** A colour slightly different from the taken ones, so that the colours of all roles differ. */
function tellApart(color: string, taken: readonly string[]): string {
  let [value, step] = [Number.parseInt(color.slice(1), 16), 0];
  while (taken.includes(`#${value.toString(16).padStart(6, '0')}`)) {
    step += 1;
    value = (value & 0xff) >= 128 ? value - step : value + step;
  }
  return `#${value.toString(16).padStart(6, '0')}`;
}

/** The artwork in another palette: every colour of a role is replaced by the role's new one. */
export function applyPalette(artwork: Artwork, next: Palette): Artwork {
  const { palette } = artwork;
  if (!palette) return artwork;
  const taken: string[] = [];
  const made = {} as Record<PaletteRole, string>;
  for (const role of paletteRoles) {
    made[role] = tellApart(next[role], taken);
    taken.push(made[role]);
  }
  const colors = new Map(paletteRoles.map(role => [palette[role], made[role]]));
  return {
    ...artwork,
    background: recolour(artwork.background, colors),
    layers: artwork.layers.map(layer => replaceColors(layer, colors)),
    palette: made,
  };
}
