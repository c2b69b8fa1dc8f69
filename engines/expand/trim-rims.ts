// Finds the black or white rim that a scan, a crop or a frame of a video leaves along a side: a few pixels that would be a line within the expanded image.
import type { RawPixels } from '../formats/decode-dib.ts';
import { luma601 } from '../pixels/luma.ts';
import type { Sides } from './sides.ts';

/** Deepest rim: a share of the image's height or width, and in pixels at least and at most. Deeper ones are bars or frames, which are meant. */
const maxRimShare = 0.012;
const [minDeepest, maxDeepest] = [3, 6];
/** Brightest black, darkest white, and minimum step from the rim to the image, in levels. */
const black = 20;
const white = 246;
const minStep = 18;
/** A rim may end softly over this many pixels, which go with it. */
const softPixels = 2;
/** Shortest rim, as a share of the side: a dark pixel at the border is no rim. A scan that lies askew has one along a part of a side. */
const shortest = 0.08;
/** Gap in pixels that a rim may have, and the most by which its depth changes from one place to the next: it is straight, things in the image are not. */
const maxGap = 2;
const maxJump = 1;

/** Depth of the rim at one place of a side, in pixels; 0 if there is none. `levels` go from the border inwards. */
function depthAt(levels: (k: number) => number, maxDepth: number): number {
  const first = levels(0);
  const isBlack = first <= black;
  if (!isBlack && first < white) return 0;
  let depth = 1;
  while (depth <= maxDepth && (isBlack ? levels(depth) <= black : levels(depth) >= white)) depth++;
  if (depth > maxDepth) return 0;
  return Math.abs(levels(depth + softPixels - 1) - first) >= minStep ? depth : 0;
}

/** Depth of the rim along a side of `length` places, with its soft end, in pixels: that of the deepest unbroken part that is long enough, or 0. */
function measureRim(length: number, depth: (place: number) => number): number {
  let [start, last, before, deepest, found] = [0, -1, 0, 0, 0];
  for (let place = 0; place <= length; place++) {
    const here = place < length ? depth(place) : 0;
    if (here > 0) {
      const isBroken = last < 0 || place - last > maxGap + 1 || Math.abs(here - before) > maxJump;
      if (isBroken) [start, deepest] = [place, 0];
      [last, before] = [place, here];
      deepest = Math.max(deepest, here);
      if (place - start + 1 >= shortest * length) found = Math.max(found, deepest);
    }
  }
  return found > 0 ? found + softPixels : 0;
}

/** Returns how deep the rim is at each side that is expanded, in pixels; 0 where there is none, and for images with transparency. */
export function findRims({ data, width, height, channels }: RawPixels, sides: Sides): Sides {
  if (channels !== 3) return { left: 0, right: 0, top: 0, bottom: 0 };
  const lumaAt = (x: number, y: number) => {
    const at = (y * width + x) * 3;
    return luma601(data[at]!, data[at + 1]!, data[at + 2]!);
  };
  const deepest = (extent: number) =>
    Math.min(maxDeepest, Math.max(minDeepest, Math.round(extent * maxRimShare)), Math.floor(extent / 8));
  const measure = (added: number, along: number, across: number, pixel: (place: number, k: number) => number) =>
    added === 0 ? 0 : measureRim(along, place => depthAt(k => pixel(place, k), deepest(across)));
  return {
    left: measure(sides.left, height, width, (y, k) => lumaAt(k, y)),
    right: measure(sides.right, height, width, (y, k) => lumaAt(width - 1 - k, y)),
    top: measure(sides.top, width, height, (x, k) => lumaAt(x, k)),
    bottom: measure(sides.bottom, width, height, (x, k) => lumaAt(x, height - 1 - k)),
  };
}

/** The image without its rims, and the sides that lead to the same size. */
export function trimRims(picture: RawPixels, sides: Sides): { picture: RawPixels; sides: Sides } {
  const { left, right, top, bottom } = findRims(picture, sides);
  if (left + right + top + bottom === 0) return { picture, sides };
  const [width, height] = [picture.width - left - right, picture.height - top - bottom];
  const { channels } = picture;
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) {
    const from = ((y + top) * picture.width + left) * channels;
    data.set(picture.data.subarray(from, from + width * channels), y * width * channels);
  }
  return {
    picture: { ...picture, data, width, height },
    sides: {
      left: sides.left + left,
      right: sides.right + right,
      top: sides.top + top,
      bottom: sides.bottom + bottom,
    },
  };
}
