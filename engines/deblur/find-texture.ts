// Finds the square of a picture with the most texture, in which a blur shows best.

import type { Place } from '../maxim/tiles.ts';
import type { Pixels } from '../pixels/plane.ts';

/** Gradients count up to this, so that one hard edge does not choose the square. */
const maxGradient = 25.5;
/** Places tried along each side. */
const tried = 12;

function listPlaces(length: number, side: number): number[] {
  const room = Math.max(0, length - side);
  const count = Math.min(tried, Math.ceil(room / (side / 2)));
  return count === 0 ? [0] : Array.from({ length: count + 1 }, (_, i) => Math.round((room * i) / count));
}

/** Where the square of `side` pixels with the most texture begins. */
export function findTexture({ data, width, height }: Pixels, side: number): Place {
  const textureAt = (left: number, top: number) => {
    let sum = 0;
    for (let y = top; y < Math.min(height - 1, top + side); y += 2)
      for (let x = left; x < Math.min(width - 1, left + side); x += 2) {
        const i = (y * width + x) * 3 + 1;
        sum += Math.min(maxGradient, Math.hypot(data[i + 3]! - data[i]!, data[i + 3 * width]! - data[i]!));
      }
    return sum;
  };
  const places = listPlaces(height, side).flatMap(top => listPlaces(width, side).map(left => ({ left, top })));
  return places
    .map(place => ({ place, texture: textureAt(place.left, place.top) }))
    .reduce((best, one) => (one.texture > best.texture ? one : best)).place;
}
