// Operations on artworks: pure functions that return a new artwork and share unchanged layers.
import { type Artwork, artworkLimits, type Layer, type Place } from 'contract/artwork/artwork.ts';
import { boundsOfAll, normaliseDegrees, type Point, pageBounds, scaleLayer, turn } from './geometry.ts';
import { makeLayerId } from './make-layer.ts';

export type LayerIds = readonly string[];

const chosen = (artwork: Artwork, ids: LayerIds) => artwork.layers.filter(({ id }) => ids.includes(id));

/** Makes the layers of each group contiguous, at the position of the topmost one. */
function gatherGroups(layers: readonly Layer[]): readonly Layer[] {
  const isApart = layers.some(
    ({ groupId }, index) =>
      groupId !== null &&
      layers[index - 1]?.groupId !== groupId &&
      layers.findIndex(one => one.groupId === groupId) !== index,
  );
  if (!isApart) return layers;
  const top = new Map<string, number>();
  for (const [index, { groupId }] of layers.entries()) if (groupId !== null) top.set(groupId, index);
  return layers.flatMap((layer, index) => {
    if (layer.groupId === null) return [layer];
    return top.get(layer.groupId) === index ? layers.filter(({ groupId }) => groupId === layer.groupId) : [];
  });
}

const withLayers = (artwork: Artwork, layers: readonly Layer[]): Artwork => ({
  ...artwork,
  layers: gatherGroups(layers),
});

/** Extends the ids to all layers of their groups, in layer order. */
export function wholeGroups(artwork: Artwork, ids: LayerIds): LayerIds {
  const groups = new Set(chosen(artwork, ids).flatMap(({ groupId }) => groupId ?? []));
  return artwork.layers
    .filter(({ id, groupId }) => ids.includes(id) || (groupId !== null && groups.has(groupId)))
    .map(({ id }) => id);
}

/** Adds layers above the given one, or on top. Layers beyond the limit are dropped. */
export function addLayers(artwork: Artwork, layers: readonly Layer[], aboveId?: string): Artwork {
  const room = Math.max(0, artworkLimits.layers - artwork.layers.length);
  const found = aboveId === undefined ? -1 : artwork.layers.findIndex(({ id }) => id === aboveId);
  const at = found < 0 ? artwork.layers.length : found + 1;
  return withLayers(artwork, artwork.layers.toSpliced(at, 0, ...layers.slice(0, room)));
}

export function patchLayers(artwork: Artwork, ids: LayerIds, change: (layer: Layer) => Partial<Layer>): Artwork {
  return {
    ...artwork,
    layers: artwork.layers.map(layer => (ids.includes(layer.id) ? ({ ...layer, ...change(layer) } as Layer) : layer)),
  };
}

/** Removes layers except locked ones. */
export function removeLayers(artwork: Artwork, ids: LayerIds): Artwork {
  return { ...artwork, layers: artwork.layers.filter(({ id, isLocked }) => isLocked || !ids.includes(id)) };
}

/** Copies layers with new ids, offset, and with a new group for each copied group. */
export function copyLayers(layers: readonly Layer[], offset: number): Layer[] {
  const groups = new Map<string, string>();
  const groupFor = (id: string | null) => {
    if (id === null) return null;
    const known = groups.get(id) ?? makeLayerId();
    groups.set(id, known);
    return known;
  };
  return layers.map(layer => ({
    ...layer,
    id: makeLayerId(),
    isLocked: false,
    groupId: groupFor(layer.groupId),
    x: layer.x + offset,
    y: layer.y + offset,
  }));
}

/** Inserts the copies above the topmost original and returns their ids as well. */
export function duplicateLayers(artwork: Artwork, ids: LayerIds): { artwork: Artwork; ids: LayerIds } {
  const originals = chosen(artwork, wholeGroups(artwork, ids));
  const offset = Math.round(Math.min(artwork.width, artwork.height) / 40);
  const copies = copyLayers(originals, offset);
  const next = addLayers(artwork, copies, originals.at(-1)?.id);
  return { artwork: next, ids: copies.map(({ id }) => id).filter(id => next.layers.some(one => one.id === id)) };
}

export type OrderStep = 'front' | 'forward' | 'backward' | 'back';

/** Moves layers and whole groups past their neighbours. */
export function orderLayers(artwork: Artwork, ids: LayerIds, step: OrderStep): Artwork {
  const moved = new Set(wholeGroups(artwork, ids));
  const isMoved = ({ id }: Layer) => moved.has(id);
  const { layers } = artwork;
  const [those, others] = [layers.filter(isMoved), layers.filter(layer => !isMoved(layer))];
  if (those.length === 0) return artwork;
  if (step === 'front') return withLayers(artwork, [...others, ...those]);
  if (step === 'back') return withLayers(artwork, [...those, ...others]);
  const edge = step === 'forward' ? layers.findLastIndex(isMoved) : layers.findIndex(isMoved);
  const neighbour = layers
    .slice(step === 'forward' ? edge + 1 : 0, step === 'forward' ? undefined : edge)
    .at(step === 'forward' ? 0 : -1);
  if (!neighbour) return artwork;
  // A grouped neighbour is passed together with its whole group.
  const passed = others.filter(
    ({ id, groupId }) => id === neighbour.id || (groupId !== null && groupId === neighbour.groupId),
  );
  const target = step === 'forward' ? passed.at(-1)! : passed[0]!;
  const at = others.indexOf(target) + (step === 'forward' ? 1 : 0);
  return withLayers(artwork, others.toSpliced(at, 0, ...those));
}

/** Moves layers directly below or above another one, like a drag in the layer list. */
export function moveLayersTo(artwork: Artwork, ids: LayerIds, targetId: string, side: 'above' | 'below'): Artwork {
  const moved = wholeGroups(artwork, ids);
  if (moved.includes(targetId)) return artwork;
  const those = chosen(artwork, moved);
  const others = artwork.layers.filter(({ id }) => !moved.includes(id));
  const target = others.findIndex(({ id }) => id === targetId);
  if (target < 0) return artwork;
  return withLayers(artwork, others.toSpliced(target + (side === 'above' ? 1 : 0), 0, ...those));
}

export function groupLayers(artwork: Artwork, ids: LayerIds): Artwork {
  const groupId = makeLayerId();
  const all = wholeGroups(artwork, ids);
  if (all.length < 2) return artwork;
  const grouped = patchLayers(artwork, all, () => ({ groupId }));
  return withLayers(artwork, grouped.layers);
}

export const ungroupLayers = (artwork: Artwork, ids: LayerIds): Artwork =>
  patchLayers(artwork, wholeGroups(artwork, ids), () => ({ groupId: null }));

/** Moves layers; locked ones stay. */
export const moveLayers = (artwork: Artwork, ids: LayerIds, by: Point): Artwork =>
  patchLayers(artwork, wholeGroups(artwork, ids), layer =>
    layer.isLocked ? {} : { x: layer.x + by.x, y: layer.y + by.y },
  );

/** Applies changed places to layers by id. */
const placeLayers = (artwork: Artwork, places: ReadonlyMap<string, Partial<Layer>>): Artwork =>
  patchLayers(artwork, [...places.keys()], ({ id }) => places.get(id) ?? {});

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';

/** Aligns one layer with the page, several with their common bounding box. Groups count as one layer. */
export function alignLayers(artwork: Artwork, ids: LayerIds, alignment: Alignment): Artwork {
  const units = listUnits(artwork, ids);
  const around = units.length > 1 ? boundsOfAll(units.flat()) : pageBounds(artwork);
  if (!around) return artwork;
  const places = new Map<string, Partial<Layer>>();
  for (const unit of units) {
    const own = boundsOfAll(unit)!;
    const by = {
      left: { x: around.left - own.left, y: 0 },
      centre: { x: (around.left + around.right - own.left - own.right) / 2, y: 0 },
      right: { x: around.right - own.right, y: 0 },
      top: { x: 0, y: around.top - own.top },
      middle: { x: 0, y: (around.top + around.bottom - own.top - own.bottom) / 2 },
      bottom: { x: 0, y: around.bottom - own.bottom },
    }[alignment];
    for (const { id, x, y } of unit) places.set(id, { x: x + by.x, y: y + by.y });
  }
  return placeLayers(artwork, places);
}

/** Makes the gaps between three or more layers equal; the outer two stay. */
export function distributeLayers(artwork: Artwork, ids: LayerIds, axis: 'x' | 'y'): Artwork {
  const [from, to] = axis === 'x' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const units = listUnits(artwork, ids)
    .map(unit => ({ unit, bounds: boundsOfAll(unit)! }))
    .sort((a, b) => a.bounds[from] + a.bounds[to] - b.bounds[from] - b.bounds[to]);
  if (units.length < 3) return artwork;
  const taken = units.reduce((sum, { bounds }) => sum + bounds[to] - bounds[from], 0);
  const gap = (units.at(-1)!.bounds[to] - units[0]!.bounds[from] - taken) / (units.length - 1);
  const places = new Map<string, Partial<Layer>>();
  let at = units[0]!.bounds[from];
  for (const { unit, bounds } of units) {
    for (const layer of unit) places.set(layer.id, { [axis]: layer[axis] + at - bounds[from] });
    at += bounds[to] - bounds[from] + gap;
  }
  return placeLayers(artwork, places);
}

/** Returns the selected unlocked layers, grouped ones together. */
function listUnits(artwork: Artwork, ids: LayerIds): Layer[][] {
  const units = new Map<string, Layer[]>();
  for (const layer of chosen(artwork, wholeGroups(artwork, ids))) {
    if (layer.isLocked) continue;
    const key = layer.groupId ?? layer.id;
    units.set(key, [...(units.get(key) ?? []), layer]);
  }
  return [...units.values()];
}

export const flipLayers = (artwork: Artwork, ids: LayerIds, axis: 'x' | 'y'): Artwork => {
  const around = boundsOfAll(chosen(artwork, ids));
  if (!around) return artwork;
  const middle = { x: (around.left + around.right) / 2, y: (around.top + around.bottom) / 2 };
  return patchLayers(artwork, ids, layer => (layer.isLocked ? {} : flipPlace(layer, axis, middle)));
};

function flipPlace(place: Place, axis: 'x' | 'y', about: Point): Partial<Layer> {
  const degrees = normaliseDegrees(-place.degrees);
  return axis === 'x'
    ? { x: 2 * about.x - place.x, degrees, isFlippedX: !place.isFlippedX }
    : { y: 2 * about.y - place.y, degrees, isFlippedY: !place.isFlippedY };
}

/** Crops the page to a box in page pixels, which may extend beyond the page. */
export function cropPage(artwork: Artwork, box: { x: number; y: number; width: number; height: number }): Artwork {
  const [x, y] = [Math.round(box.x), Math.round(box.y)];
  const width = Math.max(1, Math.round(box.width));
  const height = Math.max(1, Math.round(box.height));
  return {
    ...artwork,
    width,
    height,
    layers: artwork.layers.map(layer => ({ ...layer, x: layer.x - x, y: layer.y - y })),
  };
}

/** Rotates the page and all its layers by 90°. */
export function turnPage(artwork: Artwork, quarter: 90 | -90): Artwork {
  const centre = { x: artwork.width / 2, y: artwork.height / 2 };
  return {
    ...artwork,
    width: artwork.height,
    height: artwork.width,
    layers: artwork.layers.map(layer => {
      const from = turn({ x: layer.x - centre.x, y: layer.y - centre.y }, quarter);
      const degrees = normaliseDegrees(layer.degrees + quarter);
      return { ...layer, x: round(from.x + centre.y), y: round(from.y + centre.x), degrees };
    }),
  };
}

/** Removes the rounding errors of sine and cosine. */
const round = (value: number) => Math.round(value * 1e6) / 1e6;

export function flipPage(artwork: Artwork, axis: 'x' | 'y'): Artwork {
  const centre = { x: artwork.width / 2, y: artwork.height / 2 };
  return {
    ...artwork,
    layers: artwork.layers.map(layer => ({ ...layer, ...flipPlace(layer, axis, centre) }) as Layer),
  };
}

/** Resizes the page and its content, which is scaled to fit and centred. */
export function resizePage(artwork: Artwork, width: number, height: number): Artwork {
  const factor = Math.min(width / artwork.width, height / artwork.height);
  const offset = { x: (width - artwork.width * factor) / 2, y: (height - artwork.height * factor) / 2 };
  return {
    ...artwork,
    width,
    height,
    layers: artwork.layers.map(layer => {
      const scaled = scaleLayer(layer, factor, { x: 0, y: 0 });
      return { ...scaled, x: scaled.x + offset.x, y: scaled.y + offset.y };
    }),
  };
}

/** Resizes the page but not its layers. The anchor (0..1) is the part of the page that stays in place. */
export function resizeCanvas(artwork: Artwork, width: number, height: number, anchor: Point): Artwork {
  const x = Math.round((artwork.width - width) * anchor.x);
  const y = Math.round((artwork.height - height) * anchor.y);
  return cropPage(artwork, { x, y, width, height });
}

/** Returns the distinct ids of the pictures used by an artwork's layers. */
export const pictureIdsOf = ({ layers }: Artwork): string[] => [
  ...new Set(layers.flatMap(layer => (layer.type === 'picture' ? [layer.pictureId] : []))),
];
