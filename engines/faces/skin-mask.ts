// Computes a mask of a person's skin: face, ears and neck without eyes, brows and lips, restricted to the colour of the cheeks.

import { boxMean } from '../pixels/box-filter.ts';
import { luma601 } from '../pixels/luma.ts';
import { median } from '../pixels/median.ts';
import type { Pixels } from '../pixels/plane.ts';
import type { Point } from './judge-face.ts';

/** Polygons of the face mesh: the outline of the face, and the eyes, brows and lips, which are spared. */
const oval = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];
const spared = [
  [226, 247, 30, 29, 27, 28, 56, 190, 243, 112, 26, 22, 23, 24, 110, 25],
  [446, 467, 260, 259, 257, 258, 286, 414, 463, 341, 256, 252, 253, 254, 339, 255],
  [70, 63, 105, 66, 107, 55, 65, 52, 53, 46],
  [300, 293, 334, 296, 336, 285, 295, 282, 283, 276],
  [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146],
];

export interface Region {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Sets `value` inside the polygon (even-odd rule, pixel centres). */
function fillPolygon(to: Float32Array, region: Region, points: readonly Point[], value: number): void {
  for (let row = 0; row < region.h; row++) {
    const y = region.y + row + 0.5;
    const crossings: number[] = [];
    for (let i = 0; i < points.length; i++) {
      const [ax, ay] = points[i]!;
      const [bx, by] = points[(i + 1) % points.length]!;
      if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax) - region.x);
    }
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const end = Math.min(region.w - 1, Math.round(crossings[i + 1]! - 0.5));
      for (let x = Math.max(0, Math.round(crossings[i]! - 0.5)); x <= end; x++) to[row * region.w + x] = value;
    }
  }
}

/** Chroma as red and blue minus luma, by which skin of any shade is recognised. */
const chroma = (r: number, g: number, b: number): [number, number] => {
  const y = luma601(r, g, b);
  return [r - y, b - y];
};

/** Returns the median colour of cheeks, forehead and nose, which are skin in every face without a mask. */
function skinTone({ data, width, height }: Pixels, mesh: readonly Point[]) {
  const samples = [50, 280, 117, 346, 205, 425, 151, 108, 337, 4].flatMap(index => {
    const [x, y] = mesh[index]!.map(Math.floor) as [number, number];
    if (x < 0 || y < 0 || x >= width || y >= height) return [];
    const at = (y * width + x) * 3;
    return [[...chroma(data[at]!, data[at + 1]!, data[at + 2]!), luma601(data[at]!, data[at + 1]!, data[at + 2]!)]];
  });
  return [0, 1, 2].map(i => median(samples.map(sample => sample[i]!))) as [red: number, blue: number, light: number];
}

/** Chroma distance at which a pixel counts half as skin. */
const halfSkin = 34;
/** Luma below this share of the skin's belongs to hair, brows or nostrils. */
const darkShare = 0.45;

function likeSkin(r: number, g: number, b: number, [red, blue, light]: readonly [number, number, number]): number {
  const [cr, cb] = chroma(r, g, b);
  const far = ((cr - red) ** 2 + (cb - blue) ** 2) / halfSkin ** 2;
  const dark = Math.min(1, Math.max(0, (luma601(r, g, b) / Math.max(1, light) - darkShare) / 0.25));
  return dark / (1 + far * far);
}

/** Reach of the ears beyond the face as a share of its width, and of the neck below the chin as a share of the face's height. */
const earReach = 0.22;
const neckReach = 0.75;
/** Weight of skin outside the face: hair and clothes may have nearly its colour. */
const outsideTrust = 0.9;

/** Returns the part of the image that contains face, ears and neck. */
export function regionOf({ width, height }: Pixels, mesh: readonly Point[]): Region {
  const [xs, ys] = [mesh.map(([x]) => x), mesh.map(([, y]) => y)];
  const [faceWidth, faceHeight] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  const x = Math.max(0, Math.floor(Math.min(...xs) - faceWidth * earReach));
  const y = Math.max(0, Math.floor(Math.min(...ys) - faceWidth * 0.08));
  const right = Math.min(width, Math.ceil(Math.max(...xs) + faceWidth * earReach));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys) + faceHeight * neckReach));
  return { x, y, w: Math.max(1, right - x), h: Math.max(1, bottom - y) };
}

/** Height of the temples as a share of the face's height; above them only hair is beside the face. */
const earsFrom = 0.3;

/** Marks where ears and neck may be: beside the face from the temples down, and below it. */
function fillAround(mask: Float32Array, region: Region, mesh: readonly Point[]): void {
  const ys = mesh.map(([, y]) => y);
  const top = Math.min(...ys);
  const from = top + (Math.max(...ys) - top) * earsFrom;
  const first = Math.max(0, Math.round(from - region.y));
  mask.fill(outsideTrust, first * region.w);
}

/** Returns the mask of this person's skin, 0..1. */
export function maskSkin(pixels: Pixels, mesh: readonly Point[], region: Region): Float32Array {
  const { data, width } = pixels;
  const mask = new Float32Array(region.w * region.h);
  const ring = (indexes: readonly number[]) => indexes.map(index => mesh[index]!);
  fillAround(mask, region, mesh);
  fillPolygon(mask, region, ring(oval), 1);
  for (const part of spared) fillPolygon(mask, region, ring(part), 0);
  const soft = boxMean(mask, region.w, region.h, Math.max(1, Math.round(region.w * 0.015)));
  const tone = skinTone(pixels, mesh);
  for (let y = 0, i = 0; y < region.h; y++)
    for (let x = 0, at = ((region.y + y) * width + region.x) * 3; x < region.w; x++, i++, at += 3)
      soft[i]! *= likeSkin(data[at]!, data[at + 1]!, data[at + 2]!, tone);
  return boxMean(soft, region.w, region.h, Math.max(1, Math.round(region.w * 0.006)));
}
