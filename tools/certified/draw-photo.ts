// Puts the person over the new background, in the size of the photo.

import { readPixels } from 'engines/image.ts';
import type { Pixels } from 'engines/pixels.ts';
import { fromPixels } from 'engines/preview.ts';
import type { Area } from './place-head.ts';
import type { Portrait } from './portrait.ts';

export interface Background {
  /** #rrggbb at the top and at the bottom. */
  readonly top: string;
  readonly bottom: string;
}

const channels = (colour: string): [number, number, number] =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];

/** The person over the background, cut to whole pixels of the portrait. */
function compose({ pixels, alpha }: Portrait, area: Area, background: Background): Pixels {
  const [left, top] = [Math.round(area.x), Math.round(area.y)];
  const width = Math.max(1, Math.round(area.w));
  const height = Math.max(1, Math.round(area.h));
  const [from, to] = [channels(background.top), channels(background.bottom)];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, i = 0; y < height; y++) {
    const down = height > 1 ? y / (height - 1) : 0;
    const behind = from.map((value, k) => value + (to[k]! - value) * down);
    const row = top + y;
    for (let x = 0; x < width; x++, i += 3) {
      const column = left + x;
      const isOver = row >= 0 && row < pixels.height && column >= 0 && column < pixels.width;
      const at = row * pixels.width + column;
      const share = isOver ? alpha[at]! / 255 : 0;
      for (let k = 0; k < 3; k++)
        data[i + k] = behind[k]! + (share > 0 ? (pixels.data[at * 3 + k]! - behind[k]!) * share : 0) + 0.5;
    }
  }
  return { data, width, height };
}

/** The photo: `area` of the portrait in `width` x `height` pixels. */
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
