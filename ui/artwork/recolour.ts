// Lists and replaces the colours of layers: palettes of designs, and colours of vector art.
import type { Artwork, Layer, Palette, PaletteRole, VectorPart } from 'contract/artwork/artwork.ts';
import { paletteRoles } from 'contract/artwork/artwork.ts';

type Recolour = ReadonlyMap<string, string>;

/** Matches #rrggbb in any field. */
const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);

const colorsOf = ({ fill, stroke }: VectorPart): string[] => [
  ...(fill === undefined ? [] : typeof fill === 'string' ? [fill] : fill.stops.map(({ color }) => color)),
  ...(stroke === undefined ? [] : [stroke]),
];

/** Returns the distinct colours of vector art in the order of first use. */
export const listColors = ({ parts }: { readonly parts: readonly VectorPart[] }): string[] => [
  ...new Set(parts.flatMap(colorsOf)),
];

const colourless: ReadonlySet<string> = new Set(['text', 'name', 'path', 'erased']);

/** Returns the same data with replaced colours. Texts, names and paths are kept. */
function recolour<T>(value: T, colors: Recolour): T {
  if (isColor(value)) return (colors.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map(one => recolour(one, colors)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, colourless.has(key) ? one : recolour(one, colors)]),
  ) as T;
}

export const replaceColors = <L extends Layer>(layer: L, colors: Recolour): L => recolour(layer, colors);

/** Returns a colour slightly different from those taken, so that the colours of all roles are distinct. */
function tellApart(color: string, taken: readonly string[]): string {
  let [value, step] = [Number.parseInt(color.slice(1), 16), 0];
  while (taken.includes(`#${value.toString(16).padStart(6, '0')}`)) {
    step += 1;
    value = (value & 0xff) >= 128 ? value - step : value + step;
  }
  return `#${value.toString(16).padStart(6, '0')}`;
}

/** Returns the artwork in another palette: every colour of a role is replaced by the role's new colour. */
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
