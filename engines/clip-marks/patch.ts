// The part of a frame around a mark, as three planes: luma, and both chroma planes at half the size.
import { greenOf601, luma601 } from '../pixels/luma.ts';
import type { Pixels } from '../pixels/plane.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A raw frame in YUV 4:2:0 with 8 bits and even sides. */
export interface Frame {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface PatchPlane {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Luma, blue difference, red difference. */
export type Patch = readonly [PatchPlane, PatchPlane, PatchPlane];

const evenDown = (value: number) => Math.floor(value / 2) * 2;

/**
 * Returns the smallest box of even position and size that contains all pixels that `box` touches and `margin` more on each side, within the frame.
 */
export function alignBox(
  { x, y, w, h }: Box,
  { across, down }: { readonly across: number; readonly down: number },
  { width, height }: { readonly width: number; readonly height: number },
): Box {
  const left = Math.max(0, Math.min(width - 2, evenDown(x - across)));
  const top = Math.max(0, Math.min(height - 2, evenDown(y - down)));
  const right = Math.min(width, Math.max(left + 2, evenDown(Math.ceil(x + w) + across + 1)));
  const bottom = Math.min(height, Math.max(top + 2, evenDown(Math.ceil(y + h) + down + 1)));
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** Returns the offset and stride of the three planes of a frame. */
const planesOf = ({ width, height }: Pick<Frame, 'width' | 'height'>) =>
  [
    { start: 0, stride: width, half: 1 },
    { start: width * height, stride: width / 2, half: 2 },
    { start: (width * height * 5) / 4, stride: width / 2, half: 2 },
  ] as const;

export const emptyPatch = (width: number, height: number): Patch => [
  { data: new Uint8Array(width * height), width, height },
  { data: new Uint8Array((width * height) / 4), width: width / 2, height: height / 2 },
  { data: new Uint8Array((width * height) / 4), width: width / 2, height: height / 2 },
];

export const copyPatch = ([y, u, v]: Patch): Patch => [
  { ...y, data: y.data.slice() },
  { ...u, data: u.data.slice() },
  { ...v, data: v.data.slice() },
];

/** Cuts a patch out of a frame. `box` is even, as returned by `alignBox`. */
export function cutPatch(frame: Frame, box: Box): Patch {
  const patch = emptyPatch(box.w, box.h);
  for (const [c, { start, stride, half }] of planesOf(frame).entries()) {
    const plane = patch[c]!;
    for (let row = 0; row < plane.height; row++) {
      const from = start + (box.y / half + row) * stride + box.x / half;
      plane.data.set(frame.data.subarray(from, from + plane.width), row * plane.width);
    }
  }
  return patch;
}

/** Writes the masked pixels of a patch back to the frame, in place. One mask per plane. */
export function pastePatch(frame: Frame, box: Box, patch: Patch, masks: readonly Uint8Array[]): void {
  for (const [c, { start, stride, half }] of planesOf(frame).entries()) {
    const plane = patch[c]!;
    const mask = masks[c]!;
    for (let i = 0; i < mask.length; i++) {
      if (!mask[i]) continue;
      const row = Math.floor(i / plane.width);
      frame.data[start + (box.y / half + row) * stride + box.x / half + i - row * plane.width] = plane.data[i]!;
    }
  }
}

/** Levels of limited-range video: luma from 16 to 235, chroma around 128 (ITU-R BT.601). */
export const brightness = { low: 16, span: 219 / 255 };
export const colour = { blue: 0.564 * (224 / 255), red: 0.713 * (224 / 255) };

const clamp = (value: number) => Math.max(0, Math.min(255, value));

/** Converts a patch to RGB for engines that work on images. The matrix is always BT.601, whatever the clip uses, because `fromPixels` reverses it. */
export function toPixels([y, u, v]: Patch): Pixels {
  const { width, height } = y;
  const data = new Uint8Array(width * height * 3);
  for (let row = 0, i = 0; row < height; row++) {
    for (let x = 0; x < width; x++, i++) {
      const half = (row >> 1) * u.width + (x >> 1);
      const level = (y.data[i]! - brightness.low) / brightness.span;
      const blue = level + (u.data[half]! - 128) / colour.blue;
      const red = level + (v.data[half]! - 128) / colour.red;
      data[i * 3] = Math.round(clamp(red));
      data[i * 3 + 1] = Math.round(clamp(greenOf601(level, red, blue)));
      data[i * 3 + 2] = Math.round(clamp(blue));
    }
  }
  return { data, width, height };
}

/** The inverse of `toPixels`; chroma is averaged over two by two pixels. */
export function fromPixels({ data, width, height }: Pixels): Patch {
  const patch = emptyPatch(width, height);
  const [blues, reds] = [new Float32Array((width * height) / 4), new Float32Array((width * height) / 4)];
  for (let row = 0, i = 0; row < height; row++) {
    for (let x = 0; x < width; x++, i++) {
      const [r, g, b] = [data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!];
      const level = luma601(r, g, b);
      const half = (row >> 1) * (width / 2) + (x >> 1);
      patch[0].data[i] = Math.round(brightness.low + brightness.span * level);
      blues[half]! += ((b - level) * colour.blue) / 4;
      reds[half]! += ((r - level) * colour.red) / 4;
    }
  }
  for (let i = 0; i < blues.length; i++) {
    patch[1].data[i] = Math.round(clamp(128 + blues[i]!));
    patch[2].data[i] = Math.round(clamp(128 + reds[i]!));
  }
  return patch;
}

/** Returns the chroma pixel that covers a luma pixel; `width` is that of the luma plane. */
export const halfOf = (i: number, width: number): number =>
  (Math.floor(i / width) >> 1) * (width / 2) + ((i % width) >> 1);

/** Returns a mask at the size of the chroma planes: the maximum over each four pixels. */
export function halveMask(mask: Uint8Array, width: number, height: number): Uint8Array {
  const half = new Uint8Array((width * height) / 4);
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    const at = (Math.floor(i / width) >> 1) * (width / 2) + ((i % width) >> 1);
    half[at] = Math.max(half[at]!, mask[i]!);
  }
  return half;
}
