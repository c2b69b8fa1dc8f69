// A part of an image with its holes, which is filled as a whole.
import type { Pixels } from '../pixels/plane.ts';

export interface Region {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue; values inside holes are undefined. */
  readonly colours: Uint8Array;
  /** 1 inside holes, 0 elsewhere. */
  readonly isHole: Uint8Array;
}

/** Returns the indices of all hole pixels, ascending. */
export function listHoles(isHole: Uint8Array): Int32Array {
  let count = 0;
  for (let pixel = 0; pixel < isHole.length; pixel++) count += isHole[pixel]!;
  const holes = new Int32Array(count);
  let next = 0;
  for (let pixel = 0; pixel < isHole.length; pixel++) if (isHole[pixel]) holes[next++] = pixel;
  return holes;
}

/** Copies a part of an image. Masked pixels become black, so that none of their content leaks. */
export function cutRegion(
  picture: Pixels,
  mask: Uint8Array,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
): Region {
  const width = right - left;
  const height = bottom - top;
  const colours = new Uint8Array(width * height * 3);
  const isHole = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * picture.width + left;
    colours.set(picture.data.subarray(from * 3, (from + width) * 3), y * width * 3);
    for (let x = 0; x < width; x++) {
      if (!mask[from + x]) continue;
      isHole[y * width + x] = 1;
      colours.fill(0, (y * width + x) * 3, (y * width + x + 1) * 3);
    }
  }
  return { width, height, colours, isHole };
}

/** Shrinks a region: each `factor` x `factor` block becomes the mean of its known pixels, and a hole when any of them is one. */
export function shrinkRegion({ width, height, colours, isHole }: Region, factor: number): Region {
  const across = Math.ceil(width / factor);
  const down = Math.ceil(height / factor);
  const sums = new Float32Array(across * down * 3);
  const counts = new Uint32Array(across * down);
  const isSmallHole = new Uint8Array(across * down);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const small = Math.floor(y / factor) * across + Math.floor(x / factor);
      if (isHole[pixel]) {
        isSmallHole[small] = 1;
        continue;
      }
      counts[small]!++;
      for (let channel = 0; channel < 3; channel++) sums[small * 3 + channel]! += colours[pixel * 3 + channel]!;
    }
  }
  const smallColours = new Uint8Array(sums.length);
  for (let index = 0; index < sums.length; index++) {
    const count = counts[Math.floor(index / 3)]!;
    smallColours[index] = count > 0 ? Math.round(sums[index]! / count) : 0;
  }
  return { width: across, height: down, colours: smallColours, isHole: isSmallHole };
}
