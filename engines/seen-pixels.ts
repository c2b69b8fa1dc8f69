// A picture's colours as displayed on white, and its alpha separately, for algorithms without support for transparency.
import type { RawPixels } from './formats/decode-dib.ts';
import { isSeenThrough, type Picture, readPixels } from './image.ts';
import type { Pixels } from './pixels/plane.ts';

/** Composites pixels over white, since the colours stored under transparent pixels are meaningless. */
export function flattenOverWhite({ data, width, height, channels }: RawPixels): Pixels {
  if (channels === 3) return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height };
  const flat = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < flat.length; from += 4, to += 3) {
    const alpha = data[from + 3]!;
    for (let k = 0; k < 3; k++) flat[to + k] = Math.round((data[from + k]! * alpha + 255 * (255 - alpha)) / 255);
  }
  return { data: flat, width, height };
}

export interface SeenPixels {
  readonly pixels: Pixels;
  /** The picture's alpha, 0..255; absent when it is opaque everywhere. */
  readonly seen?: Uint8Array;
}

export async function readSeenPixels(picture: Picture): Promise<SeenPixels> {
  const isOpen = await isSeenThrough(picture);
  const raw = await readPixels(picture.start({ paintsColour: true }), isOpen ? 4 : 3);
  const pixels = flattenOverWhite(raw);
  if (!isOpen) return { pixels };
  const seen = new Uint8Array(raw.width * raw.height);
  for (let i = 0; i < seen.length; i++) seen[i] = raw.data[i * 4 + 3]!;
  return { pixels, seen };
}
