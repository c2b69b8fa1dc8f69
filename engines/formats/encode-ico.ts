// Packs square images into one icon file: small sizes as bitmaps, which the oldest readers support, large ones as PNG. Source: Microsoft, "Icons"
// (ICONDIR, ICONDIRENTRY).
import type { RawPixels } from './decode-dib.ts';
import { layOutRows, writeDibHeader } from './encode-dib.ts';

/** The sizes that systems and browsers use. */
export const iconSides = [16, 24, 32, 48, 64, 128, 256] as const;
/** Largest side in pixels of an entry that is stored as a bitmap. */
export const bitmapUpToSide = 48;

export type IconEntry =
  | { readonly side: number; readonly png: Buffer }
  | { readonly side: number; readonly pixels: RawPixels };

/** Returns a bitmap with alpha, and the mask that readers without alpha support use. */
function encodeBitmap(pixels: RawPixels): Buffer {
  const { data, width, height } = pixels;
  const maskRowBytes = Math.ceil(width / 32) * 4;
  const mask = Buffer.alloc(maskRowBytes * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (data[(y * width + x) * 4 + 3]! < 128) mask[(height - 1 - y) * maskRowBytes + (x >> 3)]! |= 128 >> (x & 7);
  const colours = layOutRows(pixels, 0, height);
  return Buffer.concat([writeDibHeader(width, height * 2, 32, colours.length + mask.length), colours, mask]);
}

/** Returns the whole file. `pixels` have four channels. */
export function encodeIco(entries: readonly IconEntry[]): Buffer {
  const head = Buffer.alloc(6 + entries.length * 16);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(entries.length, 4);
  const bodies = entries.map(entry => ('png' in entry ? entry.png : encodeBitmap(entry.pixels)));
  let start = head.length;
  for (const [i, { side }] of entries.entries()) {
    const at = 6 + i * 16;
    // 256 does not fit the byte and is written as 0.
    head.set([side % 256, side % 256], at);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(bodies[i]!.length, at + 8);
    head.writeUInt32LE(start, at + 12);
    start += bodies[i]!.length;
  }
  return Buffer.concat([head, ...bodies]);
}
