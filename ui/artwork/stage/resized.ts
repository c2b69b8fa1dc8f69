// Applies a gesture on the handles to a layer.
import type { Layer, Place, TextLayer } from 'contract/artwork/artwork.ts';
import { normaliseDegrees, scaleLengths } from '../geometry.ts';
import { fitText } from '../lay-out-text.ts';

/** The resulting box, without mirroring. */
export type GestureBox = Pick<Place, 'x' | 'y' | 'width' | 'height' | 'degrees'>;

/** `isSide`: the handle of a side was dragged, which makes a text wider instead of larger. */
export function resizedLayer(layer: Layer, box: GestureBox, isSide: boolean): Layer {
  const { x, y } = box;
  const degrees = normaliseDegrees(box.degrees);
  const [factorX, factorY] = [box.width / layer.width, box.height / layer.height];
  const isMoved = Math.abs(factorX - 1) < 1e-6 && Math.abs(factorY - 1) < 1e-6;
  if (isMoved) return { ...layer, x, y, degrees };
  if (layer.type === 'text') {
    if (!isSide) {
      const size = layer.size * factorX;
      return fitText({
        ...layer,
        ...(scaleLengths(layer, factorX) as Partial<TextLayer>),
        size,
        x,
        y,
        degrees,
        width: box.width,
        height: box.height,
      });
    }
    // The top edge stays in place; fitText moves the centre accordingly.
    return fitText({ ...layer, x, y, degrees, width: Math.max(layer.size * 0.6, box.width) });
  }
  const isUniform = Math.abs(factorX - factorY) < 1e-3;
  return {
    ...layer,
    ...(isUniform && scaleLengths(layer, factorX)),
    x,
    y,
    degrees,
    width: box.width,
    height: box.height,
  } as Layer;
}
