// Flags of an image at a smaller size, and parts of them at full size again.
import type { Window } from './wide/stage.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const placeIn = (at: number, length: number, smaller: number): number =>
  Math.min(smaller - 1, Math.floor((at * smaller) / length));

/** Returns flags of an image in the size of a smaller copy: 1 where any of its pixels is flagged. */
export function shrinkFlags(flags: Uint8Array, { width, height }: Size, small: Size): Uint8Array {
  const shrunk = new Uint8Array(small.width * small.height);
  for (let y = 0; y < height; y++) {
    const row = placeIn(y, height, small.height) * small.width;
    for (let x = 0; x < width; x++) if (flags[y * width + x]) shrunk[row + placeIn(x, width, small.width)] = 1;
  }
  return shrunk;
}

/** Returns the part of `flags`, which are those of an image of this size in a smaller copy, that covers `box`, at full size. */
export function cutFlags(flags: Uint8Array, small: Size, size: Size, { left, top, right, bottom }: Window): Uint8Array {
  const cut = new Uint8Array((right - left) * (bottom - top));
  for (let y = top, to = 0; y < bottom; y++) {
    const row = placeIn(y, size.height, small.height) * small.width;
    for (let x = left; x < right; x++, to++) cut[to] = flags[row + placeIn(x, size.width, small.width)]!;
  }
  return cut;
}
