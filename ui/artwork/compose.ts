// Draws artworks. Used by the screen and by every export, so that both look the same.
import type { Artwork, Layer } from 'contract/artwork/artwork.ts';
import { fillStyleOf } from './fill-style.ts';
import { boundsOf } from './geometry.ts';
import { type PagePlacement, type PaintSources, paintLayer } from './paint-layer.ts';
import type { Context } from './scratch.ts';

export interface Composition {
  readonly artwork: Pick<Artwork, 'width' | 'height' | 'background'>;
  /** Bottom first. */
  readonly layers: readonly Layer[];
  readonly place: PagePlacement;
  readonly sources: PaintSources;
}

const isOnCanvas = (
  layer: Layer,
  { scale, x, y }: PagePlacement,
  { width, height }: { width: number; height: number },
) => {
  const { left, top, right, bottom } = boundsOf(layer);
  const reach = layer.shadow ? layer.shadow.blur + Math.abs(layer.shadow.x) + Math.abs(layer.shadow.y) : 0;
  const spare =
    reach +
    (layer.type === 'text' || layer.type === 'shape' || layer.type === 'vector'
      ? Math.min(layer.width, layer.height)
      : 2);
  return (
    (right + spare) * scale + x >= 0 &&
    (left - spare) * scale + x <= width &&
    (bottom + spare) * scale + y >= 0 &&
    (top - spare) * scale + y <= height
  );
};

/** Draws layers over the canvas's current content, clipped to the page. */
export function composeLayers(context: Context, { artwork, layers, place, sources }: Composition): void {
  context.save();
  context.setTransform(place.scale, 0, 0, place.scale, place.x, place.y);
  context.beginPath();
  context.rect(0, 0, artwork.width, artwork.height);
  context.clip();
  for (const layer of layers)
    if (!layer.isHidden && isOnCanvas(layer, place, context.canvas)) paintLayer(context, layer, place, sources);
  context.restore();
}

/** Clears the canvas and draws the page with all of these layers. */
export function composeArtwork(context: Context, composition: Composition): void {
  const { artwork, place } = composition;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  if (artwork.background) {
    context.setTransform(place.scale, 0, 0, place.scale, place.x, place.y);
    const page = { x: 0, y: 0, width: artwork.width, height: artwork.height };
    context.fillStyle = fillStyleOf(context, artwork.background, page);
    context.fillRect(page.x, page.y, page.width, page.height);
    context.setTransform(1, 0, 0, 1, 0, 0);
  }
  composeLayers(context, composition);
}
