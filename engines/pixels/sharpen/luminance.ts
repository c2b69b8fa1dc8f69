// Converts pixels to a plane of luma and back. Chroma is unchanged, so that neither colour noise nor coloured edges appear.

import { findSpread } from '../box-filter.ts';
import { weights601 } from '../luma.ts';
import type { Plane } from '../plane.ts';

/** sRGB, 8 bits, rows from the top; the fourth channel is alpha. */
export interface PixelRows {
  readonly data: Uint8Array;
  readonly channels: 3 | 4;
  readonly width: number;
  readonly height: number;
}

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** ITU-R BT.601, as in JPEG. */
const [redShare, greenShare, blueShare] = weights601;
/** Alpha below which a pixel is invisible; its stored colour would darken the edge beside it. */
const seenFrom = 8;
const fillReach = 12;

export function readLuminance(pixels: PixelRows, area: Area): Plane {
  const { data, channels, width } = pixels;
  const plane: Plane = { data: new Float32Array(area.width * area.height), width: area.width, height: area.height };
  for (let y = 0, to = 0; y < area.height; y++) {
    let from = ((area.top + y) * width + area.left) * channels;
    for (let x = 0; x < area.width; x++, from += channels)
      plane.data[to++] = redShare * data[from]! + greenShare * data[from + 1]! + blueShare * data[from + 2]!;
  }
  if (channels === 4) fillUnseen(plane, pixels, area);
  return plane;
}

/** Fills invisible pixels with the mean of visible ones nearby. */
function fillUnseen(plane: Plane, { data, width }: PixelRows, area: Area): void {
  const seen = new Float32Array(plane.data.length);
  for (let i = 0; i < seen.length; i++) {
    const at = (area.top + Math.floor(i / area.width)) * width + area.left + (i % area.width);
    seen[i] = data[at * 4 + 3]! >= seenFrom ? 1 : 0;
  }
  if (!seen.includes(0)) return;
  const share = findSpread({ ...plane, data: seen }, fillReach).mean;
  const sum = findSpread({ ...plane, data: plane.data.map((level, i) => level * seen[i]!) }, fillReach).mean;
  for (let i = 0; i < seen.length; i++) if (!seen[i]) plane.data[i] = share[i]! > 0 ? sum[i]! / share[i]! : 128;
}

/** Adds the difference of two planes of `area` to all three channels of the pixels in its rows from `from` to `to` (exclusive). */
export function addDifference(
  pixels: PixelRows,
  area: Area,
  before: Plane,
  after: Plane,
  from: number,
  to: number,
): void {
  const { data, channels, width } = pixels;
  for (let y = from; y < to; y++) {
    let at = ((area.top + y) * width + area.left) * channels;
    for (let i = y * area.width; i < (y + 1) * area.width; i++, at += channels) {
      const difference = after.data[i]! - before.data[i]!;
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = Math.min(255, Math.max(0, data[at + channel]! + difference + 0.5));
    }
  }
}
