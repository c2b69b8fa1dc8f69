// Chooses a light or a dark mark by what lies beneath it.
import { type Placed, type Size, turnedSize } from './place.ts';

/** The longer side of the small copy of a picture that is looked at. */
export const lookSide = 96;

/** Between black and white by relative luminance, where both stand out alike (WCAG 2.2: the contrasts are equal at 0.179). */
const balance = 0.179;

const linear = (value: number) => (value <= 10 ? value / 3295 : ((value / 255 + 0.055) / 1.055) ** 2.4);

/**
 * White or near black, whichever stands out more on average. `small` is a copy of the picture of at most `lookSide` pixels, three bytes a
 * pixel; `placed` is in pixels of the picture, and absent for a mark that is everywhere.
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
      sum +=
        0.2126 * linear(small.data[at]!) + 0.7152 * linear(small.data[at + 1]!) + 0.0722 * linear(small.data[at + 2]!);
    }
  return sum / ((right - left) * (bottom - top)) > balance ? '#111111' : '#ffffff';
}
