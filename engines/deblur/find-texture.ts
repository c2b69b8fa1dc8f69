// Finds the squares of a picture with the most texture, in which a blur shows best.

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

/** Squares that begin at least this share of their side apart show different things. */
const apart = 0.75;

/** Where the `count` squares of `side` pixels with the most texture begin, the best first; fewer if the picture has no room for so many. */
export function findTextures({ data, width, height }: Pixels, side: number, count: number): Place[] {
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
  const sorted = places
    .map(place => ({ place, texture: textureAt(place.left, place.top) }))
    .toSorted((a, b) => b.texture - a.texture);
  const isApart = (a: Place, b: Place) => Math.max(Math.abs(a.left - b.left), Math.abs(a.top - b.top)) >= apart * side;
  const chosen: Place[] = [];
  for (const { place } of sorted)
    if (chosen.length < count && chosen.every(one => isApart(one, place))) chosen.push(place);
  return chosen;
}

/** A place as shares of the width and the height, so that it holds at every size of the picture. */
export interface Spot {
  readonly across: number;
  readonly down: number;
}

/** The middle of a square. */
export const spotOf = ({ width, height }: Pixels, { left, top }: Place, side: number): Spot => ({
  across: (left + side / 2) / width,
  down: (top + side / 2) / height,
});

/** Where the square of `side` pixels around a spot begins, as far as the picture has room. */
export function surround({ width, height }: Pixels, { across, down }: Spot, side: number): Place {
  const begin = (middle: number, length: number) =>
    Math.max(0, Math.min(length - side, Math.round(middle * length - side / 2)));
  return { left: begin(across, width), top: begin(down, height) };
}
