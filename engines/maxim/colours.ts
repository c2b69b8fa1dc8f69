// The colours of a picture for a network that knows no transparency, and the picture again from its answer.
import { bleedColours } from '../enlarge/bleed.ts';
import type { RawPixels } from '../formats/decode-dib.ts';
import type { Pixels } from '../pixels/plane.ts';

/** The colours of the picture, continued below transparent pixels. */
export function readColours(picture: RawPixels): Pixels {
  const { width, height } = picture;
  if (picture.channels === 3) return { data: picture.data, width, height };
  const { data } = bleedColours(picture);
  const colours = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) colours.set(data.subarray(4 * i, 4 * i + 3), 3 * i);
  return { data: colours, width, height };
}

/** These colours with the transparency of the original. */
export function withAlphaOf(original: RawPixels, { data, width, height }: Pixels): RawPixels {
  if (original.channels === 3)
    return { data: Buffer.from(data.buffer, data.byteOffset, data.length), width, height, channels: 3 };
  const out = Buffer.from(original.data);
  for (let i = 0; i < width * height; i++) out.set(data.subarray(3 * i, 3 * i + 3), 4 * i);
  return { data: out, width, height, channels: 4 };
}
