// All ID photo sizes, and conversions between millimetres and pixels.

import { sizesOfChina } from './china.ts';
import type { PhotoSize } from './size-shape.ts';
import { sizesOfTheWorld } from './world.ts';

export const sizes: readonly PhotoSize[] = [...sizesOfChina, ...sizesOfTheWorld];
export const sizeIds = sizes.map(size => size.id) as [string, ...string[]];

const mmPerInch = 25.4;

export const toPixels = (mm: number, dpi: number): number => Math.max(1, Math.round((mm / mmPerInch) * dpi));
export const toMm = (pixels: number, dpi: number): number => (pixels / dpi) * mmPerInch;

/** Returns the dimensions in pixels. */
export function pixelsOf({ px, widthMm, heightMm, dpi }: PhotoSize): { width: number; height: number } {
  return px ? { width: px[0], height: px[1] } : { width: toPixels(widthMm, dpi), height: toPixels(heightMm, dpi) };
}

export function findSize(id: string): PhotoSize | undefined {
  return sizes.find(size => size.id === id);
}
