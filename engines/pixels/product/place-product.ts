// Determines position and size of a product, from the scene and the user's adjustments.
import type { Standing } from './scene-light.ts';

/** The user's adjustments relative to the default position. */
interface Place {
  /** In shares of the image's shorter side. */
  readonly right: number;
  readonly down: number;
  readonly zoom: number;
}

export interface Placed {
  /** The product before rotation, in pixels of the image. */
  readonly width: number;
  readonly height: number;
  /** The middle of its foot. */
  readonly x: number;
  readonly y: number;
}

/** Scales a product to fit its room, which a flat one fills in width and a tall one in height, and applies the adjustments. */
export function placeProduct(
  standing: Standing,
  shape: { width: number; height: number },
  side: number,
  place: Place,
): Placed {
  const scale = place.zoom * Math.min(standing.width / shape.width, standing.height / shape.height);
  return {
    width: Math.max(1, shape.width * scale),
    height: Math.max(1, shape.height * scale),
    x: standing.x + place.right * side,
    y: standing.y + place.down * side,
  };
}
