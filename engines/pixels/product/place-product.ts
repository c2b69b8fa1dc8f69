// Where a product stands and how large it is: by the scene, then as a person has moved it.
import type { Standing } from './scene-light.ts';

/** Beside where it would stand by itself. */
interface Place {
  /** Shares of the picture's shorter side. */
  readonly right: number;
  readonly down: number;
  readonly zoom: number;
  /** Degrees clockwise. */
  readonly turn: number;
}

export interface Placed {
  /** The product before its turn, in pixels of the picture. */
  readonly width: number;
  readonly height: number;
  /** The middle of its foot. */
  readonly x: number;
  readonly y: number;
}

/** A flat thing does not fill its room in height, a tall one not in width. */
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
