// The amounts by which an image is extended at each side, and the resulting size.

/** Pixels to add at each side: integers from 0. */
export interface Sides {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of an image extended by `sides`. */
export const expandedSize = ({ width, height }: Size, { left, right, top, bottom }: Sides): Size => ({
  width: width + left + right,
  height: height + top + bottom,
});

/** Returns the index of the image pixel nearest to a new one. */
export function findNearest({ width, height }: Size, { left, right, top, bottom }: Sides, pixel: number): number {
  const y = Math.floor(pixel / width);
  const row = Math.min(height - bottom - 1, Math.max(top, y));
  return row * width + Math.min(width - right - 1, Math.max(left, pixel - y * width));
}
