// Boxes, corners and bounds of layers: pure arithmetic in page pixels.
import type { Artwork, Layer, Place } from 'contract/artwork/artwork.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Rotates a vector clockwise; y points down. */
export function turn({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** Normalises to -180 (excluded)..180. */
export function normaliseDegrees(degrees: number): number {
  const turned = ((((degrees + 180) % 360) + 360) % 360) - 180;
  return turned === -180 ? 180 : Math.round(turned * 1000) / 1000;
}

/** Returns the axis-aligned bounding box of a rotated box. */
export function boundsOf({ x, y, width, height, degrees }: Place): Bounds {
  const [cos, sin] = [Math.abs(Math.cos(radians(degrees))), Math.abs(Math.sin(radians(degrees)))];
  const halfWidth = (width * cos + height * sin) / 2;
  const halfHeight = (width * sin + height * cos) / 2;
  return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight };
}

/** Returns the bounding box of several places, or undefined if there are none. */
export function boundsOfAll(places: readonly Place[]): Bounds | undefined {
  if (places.length === 0) return undefined;
  const all = places.map(boundsOf);
  return {
    left: Math.min(...all.map(({ left }) => left)),
    top: Math.min(...all.map(({ top }) => top)),
    right: Math.max(...all.map(({ right }) => right)),
    bottom: Math.max(...all.map(({ bottom }) => bottom)),
  };
}

export const pageBounds = ({ width, height }: Pick<Artwork, 'width' | 'height'>): Bounds => ({
  left: 0,
  top: 0,
  right: width,
  bottom: height,
});

/** Converts a page point to fractions of the layer's own unmirrored box, with 0,0 at its top left corner. */
export function toBox(place: Place, point: Point): Point {
  const { x, y } = turn({ x: point.x - place.x, y: point.y - place.y }, -place.degrees);
  const flippedX = place.isFlippedX ? -x : x;
  const flippedY = place.isFlippedY ? -y : y;
  return { x: flippedX / place.width + 0.5, y: flippedY / place.height + 0.5 };
}

/** The inverse of `toBox`. */
export function fromBox(place: Place, share: Point): Point {
  const x = (share.x - 0.5) * place.width * (place.isFlippedX ? -1 : 1);
  const y = (share.y - 0.5) * place.height * (place.isFlippedY ? -1 : 1);
  const turned = turn({ x, y }, place.degrees);
  return { x: turned.x + place.x, y: turned.y + place.y };
}

/** Scales a layer and its lengths by a factor about a point. */
export function scaleLayer<L extends Layer>(layer: L, factor: number, about: Point): L {
  const place = {
    x: about.x + (layer.x - about.x) * factor,
    y: about.y + (layer.y - about.y) * factor,
    width: layer.width * factor,
    height: layer.height * factor,
  };
  return { ...layer, ...place, ...scaleLengths(layer, factor) };
}

/** Scales the lengths of a layer other than its box. */
export function scaleLengths(layer: Layer, factor: number): Partial<Layer> {
  const shadow = layer.shadow && {
    ...layer.shadow,
    blur: layer.shadow.blur * factor,
    x: layer.shadow.x * factor,
    y: layer.shadow.y * factor,
  };
  switch (layer.type) {
    case 'text':
      return { shadow, size: layer.size * factor };
    case 'shape':
    case 'drawing':
      return { shadow, strokeWidth: layer.strokeWidth * factor };
    case 'veil':
      return { shadow, strokeWidth: layer.strokeWidth * factor, grain: Math.max(1, layer.grain * factor) };
    case 'picture':
    case 'vector':
      return { shadow, frame: { ...layer.frame, borderWidth: layer.frame.borderWidth * factor } };
    case 'sticker':
    case 'qr':
      return { shadow };
  }
}
