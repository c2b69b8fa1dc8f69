// Groups the shapes, texts and pictures of a drawing into layers: adjacent elements that belong together become one.
import { artworkLimits, type Layer, noFrame, plainLayer, type VectorPart } from 'contract/artwork/artwork.ts';
import { makeLayerId } from '../make-layer.ts';
import { type Bounds, type Segment, writeOutline } from './outline.ts';

export interface Art {
  readonly kind: 'art';
  /** The group of the drawing that the element belongs to. */
  readonly unit: number;
  readonly name: string;
  readonly segments: readonly Segment[];
  readonly bounds: Bounds;
  readonly look: Omit<VectorPart, 'path'>;
}

export interface Whole {
  readonly kind: 'layer';
  readonly unit: number;
  readonly layer: Layer;
}

/** Merges adjacent parts into one layer. Returns undefined if they are larger than an artwork allows. */
function makeArt(parts: readonly Art[]): Layer | undefined {
  const edge = (side: keyof Bounds, of: (...values: number[]) => number) =>
    parts.map(({ bounds }) => bounds[side]).reduce((a, b) => of(a, b));
  const [left, top] = [edge('left', Math.min), edge('top', Math.min)];
  const width = Math.max(0.5, edge('right', Math.max) - left);
  const height = Math.max(0.5, edge('bottom', Math.max) - top);
  if (!(Math.max(width, height, Math.abs(left), Math.abs(top)) < artworkLimits.reachPx / 2)) return undefined;
  const scale = Math.min(1, 9000 / Math.max(width, height));
  const made = parts.flatMap(({ segments, look }): VectorPart[] => {
    const path = [2, 1, 0]
      .map(decimals => writeOutline(segments, { left, top }, scale, decimals))
      .find(text => text.length <= artworkLimits.outlineLength);
    if (path === undefined) return [];
    const { box, strokeWidth, ...rest } = look;
    return [
      {
        path,
        ...rest,
        ...(strokeWidth !== undefined && { strokeWidth: Math.min(10_000, strokeWidth * scale) }),
        ...(box && { box: [(box[0] - left) * scale, (box[1] - top) * scale, box[2] * scale, box[3] * scale] as const }),
      },
    ];
  });
  if (made.length === 0) return undefined;
  return {
    ...plainLayer,
    ...{ id: makeLayerId(), name: parts[0]!.name, type: 'vector' },
    ...{ x: left + width / 2, y: top + height / 2, width, height },
    ...{ unitsWide: width * scale, unitsHigh: height * scale, parts: made, frame: noFrame },
  };
}

/** Returns the layers, bottom first. `isApart`: each group of the drawing becomes a separate layer. */
export function makeLayers(items: readonly (Art | Whole)[], isApart: boolean): { layers: Layer[]; leftOut: number } {
  const layers: Layer[] = [];
  let leftOut = 0;
  let parts: Art[] = [];
  const finish = () => {
    if (parts.length > 0) {
      const layer = makeArt(parts);
      if (layer?.type === 'vector') {
        layers.push(layer);
        leftOut += parts.length - layer.parts.length;
      } else leftOut += parts.length;
    }
    parts = [];
  };
  for (const item of items) {
    const isOther = item.kind !== 'art' || (isApart && parts.length > 0 && parts[0]!.unit !== item.unit);
    if (isOther || parts.length >= artworkLimits.vectorParts) finish();
    if (item.kind === 'art') parts.push(item);
    else layers.push(item.layer);
  }
  finish();
  return { layers, leftOut };
}
