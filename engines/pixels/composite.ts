// Composites sheets of pixels: the "over" operator of Porter and Duff ("Compositing Digital Images", 1984), with straight alpha, in sRGB as browsers
// do.
import type { Sheet } from './paint-mark.ts';
import { readColour } from './read-colour.ts';

/** Returns a sheet of one colour (#rrggbb), or a transparent one. */
export function fillSheet(width: number, height: number, color: string): Sheet {
  const data = new Uint8Array(width * height * 4);
  if (color === 'transparent') return { data, width, height };
  const pixel = [...readColour(color), 255];
  data.set(pixel.slice(0, data.length));
  // Each copy doubles the filled part.
  for (let filled = 4; filled < data.length; filled *= 2)
    data.copyWithin(filled, 0, Math.min(filled, data.length - filled));
  return { data, width, height };
}

/** A sheet and the position of its top left corner, in whole pixels. */
export interface Laid {
  readonly sheet: Sheet;
  readonly left: number;
  readonly top: number;
}

/** Composites a sheet over `base` in place, clipped to it. */
export function putOver(base: Sheet, { sheet, left, top }: Laid): void {
  const firstX = Math.max(0, -left);
  const endX = Math.min(sheet.width, base.width - left);
  const endY = Math.min(sheet.height, base.height - top);
  for (let y = Math.max(0, -top); y < endY; y++) {
    let from = (y * sheet.width + firstX) * 4;
    let to = ((y + top) * base.width + left + firstX) * 4;
    for (let x = firstX; x < endX; x++, from += 4, to += 4) putPixel(base.data, to, sheet.data, from);
  }
}

function putPixel(base: Uint8Array, to: number, sheet: Uint8Array, from: number): void {
  const over = sheet[from + 3]!;
  if (over === 0) return;
  if (over === 255) {
    base[to] = sheet[from]!;
    base[to + 1] = sheet[from + 1]!;
    base[to + 2] = sheet[from + 2]!;
    base[to + 3] = 255;
    return;
  }
  const under = (base[to + 3]! * (255 - over)) / 255;
  const alpha = over + under;
  for (let channel = 0; channel < 3; channel++)
    base[to + channel] = Math.round((sheet[from + channel]! * over + base[to + channel]! * under) / alpha);
  base[to + 3] = Math.round(alpha);
}

/** Rounds the corners of a sheet in place; `radius` is in pixels, and limited to half the shorter side. */
export function roundCorners({ data, width, height }: Sheet, radius: number): void {
  const round = Math.min(radius, width / 2, height / 2);
  const reach = Math.ceil(round);
  for (let y = 0; y < reach; y++)
    for (let x = 0; x < reach; x++) {
      const distance = Math.hypot(round - x - 0.5, round - y - 0.5);
      const covered = Math.min(1, Math.max(0, round - distance + 0.5));
      if (covered === 1) continue;
      const corners = new Set([
        y * width + x,
        y * width + width - 1 - x,
        (height - 1 - y) * width + x,
        (height - 1 - y) * width + width - 1 - x,
      ]);
      for (const at of corners) data[at * 4 + 3] = Math.round(data[at * 4 + 3]! * covered);
    }
}
