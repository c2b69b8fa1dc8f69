// Composes the person over the new background, at the size of the photo.

import { readPixels } from 'engines/image.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { readColour } from 'engines/pixels/read-colour.ts';
import { fromPixels } from 'engines/preview.ts';
import type { Area } from './place-head.ts';
import type { Portrait } from './portrait.ts';

export interface Background {
  /** Colours as #rrggbb; the background is a gradient from top to bottom. */
  readonly top: string;
  readonly bottom: string;
}

interface Row {
  /** In pixels of the portrait; may lie outside of it. */
  readonly y: number;
  readonly left: number;
  readonly behind: readonly number[];
  /** Index of the first byte to write. */
  readonly start: number;
  readonly width: number;
}

function composeRow({ pixels, alpha }: Portrait, { y, left, behind, start, width }: Row, to: Uint8Array): void {
  const isRowThere = y >= 0 && y < pixels.height;
  for (let x = left, i = start; x < left + width; x++, i += 3) {
    const isThere = isRowThere && x >= 0 && x < pixels.width;
    const at = y * pixels.width + x;
    const share = isThere ? alpha[at]! / 255 : 0;
    for (let k = 0; k < 3; k++)
      to[i + k] = behind[k]! + (share > 0 ? (pixels.data[at * 3 + k]! - behind[k]!) * share : 0) + 0.5;
  }
}

/** Composes the area over the background, rounded to whole pixels of the portrait. */
function compose(portrait: Portrait, area: Area, background: Background): Pixels {
  const [left, top] = [Math.round(area.x), Math.round(area.y)];
  const width = Math.max(1, Math.round(area.w));
  const height = Math.max(1, Math.round(area.h));
  const [from, to] = [readColour(background.top), readColour(background.bottom)];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const down = height > 1 ? y / (height - 1) : 0;
    const behind = from.map((value, k) => value + (to[k]! - value) * down);
    composeRow(portrait, { y: top + y, left, behind, start: y * width * 3, width }, data);
  }
  return { data, width, height };
}

/** Returns `area` of the portrait as a photo of `width` x `height` pixels. */
export async function drawPhoto(
  portrait: Portrait,
  area: Area,
  background: Background,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Pixels> {
  const composed = compose(portrait, area, background);
  const resized = fromPixels({ ...composed, channels: 3 }).resize(width, height, { fit: 'fill', kernel: 'lanczos3' });
  const { data } = await readPixels(resized, 3);
  return { data, width, height };
}
