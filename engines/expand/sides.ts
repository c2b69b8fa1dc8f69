// How far a picture goes on at each side, and what that makes of its size.

/** Pixels to add at each side: whole numbers from 0 on. */
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

/** The size of a picture with so many pixels more at its sides. */
export const expandedSize = ({ width, height }: Size, { left, right, top, bottom }: Sides): Size => ({
  width: width + left + right,
  height: height + top + bottom,
});

/** The pixel of the picture that is nearest to a new one. */
export function findNearest({ width, height }: Size, { left, right, top, bottom }: Sides, pixel: number): number {
  const y = Math.floor(pixel / width);
  const row = Math.min(height - bottom - 1, Math.max(top, y));
  return row * width + Math.min(width - right - 1, Math.max(left, pixel - y * width));
}
