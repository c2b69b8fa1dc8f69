// Chooses white or near black for a watermark by the brightness of the image beneath it.

import { type Placed, type Size, turnedSize } from 'contract/mark/place.ts';
import { luma709 } from './luma.ts';

/** Longer side, in pixels, of the reduced image that is measured. */
export const lookSide = 96;

/** Relative luminance at which black and white have the same contrast (WCAG 2.2). */
const balance = 0.179;

const linear = (value: number) => (value <= 10 ? value / 3295 : ((value / 255 + 0.055) / 1.055) ** 2.4);

/**
 * Returns the colour (#rrggbb) with the higher contrast against the mean luminance. `small` is a copy of the image of at most `lookSide` pixels a
 * side, three bytes per pixel. `placed` is in pixels of the image; without it the mark covers the whole image.
 */
export function chooseInk(small: Size & { readonly data: Uint8Array }, picture: Size, placed?: Placed): string {
  const turned = placed ? turnedSize(placed, placed.degrees) : picture;
  const centre = placed?.centre ?? { x: picture.width / 2, y: picture.height / 2 };
  const cells = (middle: number, length: number, side: number, count: number): [number, number] => {
    const from = Math.floor(((middle - length / 2) / side) * count);
    const to = Math.ceil(((middle + length / 2) / side) * count);
    const first = Math.min(count - 1, Math.max(0, from));
    return [first, Math.min(count, Math.max(first + 1, to))];
  };
  const [left, right] = cells(centre.x, turned.width, picture.width, small.width);
  const [top, bottom] = cells(centre.y, turned.height, picture.height, small.height);
  let sum = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = (y * small.width + x) * 3;
      sum += luma709(linear(small.data[at]!), linear(small.data[at + 1]!), linear(small.data[at + 2]!));
    }
  return sum / ((right - left) * (bottom - top)) > balance ? '#111111' : '#ffffff';
}
