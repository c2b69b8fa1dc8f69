// The eraser: strokes that hide parts of a layer, stored separately from its content, so that everything can be restored.
import { artworkLimits, type Erasure, type Layer } from 'contract/artwork/artwork.ts';
import { type Point, toBox } from './geometry.ts';
import { tracePath } from './paint-drawing.ts';
import { type Context, withScratch } from './scratch.ts';

/** Texts and QR codes cannot be erased, because their boxes change with their content. */
export const canErase = ({ type, isHidden }: Layer): boolean => type !== 'text' && type !== 'qr' && !isHidden;

/** Returns the topmost erasable layer at a point of the page. */
export const findErasable = (layers: readonly Layer[], point: Point): Layer | undefined =>
  layers.findLast(layer => {
    if (!canErase(layer)) return false;
    const { x, y } = toBox(layer, point);
    return x >= 0 && x <= 1 && y >= 0 && y <= 1;
  });

const round = (value: number) => Math.round(value * 1e5) / 1e5;

/** Returns the layer with one more stroke, or undefined if a limit is reached. `points` and `width` are in page pixels. */
export function eraseAlong(
  layer: Layer,
  points: readonly Point[],
  { width, isBack }: { width: number; isBack: boolean },
): Layer | undefined {
  const known = layer.erased ?? [];
  const numbers = known.reduce((sum, { path }) => sum + path.length, 0) + points.length * 2;
  if (known.length >= artworkLimits.erasures || numbers > artworkLimits.erasedNumbers) return undefined;
  const path = points.flatMap(point => {
    const { x, y } = toBox(layer, point);
    return [round(x), round(y)];
  });
  const share = width / Math.min(layer.width, layer.height);
  return { ...layer, erased: [...known, { path, width: Math.min(10, share), isBack }] };
}

/** Returns strokes that keep their position on the page after the box was cropped to `part`, given in fractions of the box. */
export function reframeErasures(
  erased: readonly Erasure[],
  { width, height }: { width: number; height: number },
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): readonly Erasure[] {
  const ratio = Math.min(width, height) / Math.min(width * part.width, height * part.height);
  return erased.map(line => ({
    ...line,
    width: Math.min(10, line.width * ratio),
    path: line.path.map((value, index) =>
      round(index % 2 === 0 ? (value - part.x) / part.width : (value - part.y) / part.height),
    ),
  }));
}

/** Hides the erased parts. `context` contains only the layer; `place` is the page's position on it. */
export function rubOut(
  context: Context,
  layer: Layer,
  place: { readonly scale: number; readonly x: number; readonly y: number },
  { width, height }: { width: number; height: number },
): void {
  if (!layer.erased) return;
  withScratch(width, height, mask => {
    mask.setTransform(place.scale, 0, 0, place.scale, place.x, place.y);
    mask.translate(layer.x, layer.y);
    mask.rotate((layer.degrees * Math.PI) / 180);
    mask.scale(layer.isFlippedX ? -1 : 1, layer.isFlippedY ? -1 : 1);
    const edge = Math.min(layer.width, layer.height);
    for (const line of layer.erased ?? []) {
      mask.globalCompositeOperation = line.isBack ? 'destination-out' : 'source-over';
      tracePath(mask, layer, line.path, line.width * edge, '#000000');
    }
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.globalCompositeOperation = 'destination-out';
    context.drawImage(mask.canvas, 0, 0, width, height, 0, 0, width, height);
    context.restore();
  });
}
