// Lays out pixels as device-independent bitmaps for BMP files and icons: blue first, bottom row first. Source: Microsoft, "Bitmap Storage".
import type { RawPixels } from './decode-dib.ts';

export const dibHeaderBytes = 40;
const pixelsPerMetre = 2835;

/** Returns a BITMAPINFOHEADER without compression; `rows` includes an icon's mask. */
export function writeDibHeader(width: number, rows: number, bits: 24 | 32, pixelBytes: number): Buffer {
  const header = Buffer.alloc(dibHeaderBytes);
  header.writeUInt32LE(dibHeaderBytes, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(rows, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bits, 14);
  header.writeUInt32LE(pixelBytes, 20);
  header.writeInt32LE(pixelsPerMetre, 24);
  header.writeInt32LE(pixelsPerMetre, 28);
  return header;
}

export const dibRowBytes = (width: number, channels: 3 | 4) => Math.ceil((width * channels) / 4) * 4;

/** Returns `rows` rows of the image, counted from the bottom, after skipping `skip` rows. */
export function layOutRows({ data, width, height, channels }: RawPixels, skip: number, rows: number): Buffer {
  const rowBytes = dibRowBytes(width, channels);
  const out = Buffer.alloc(rowBytes * rows);
  for (let row = 0; row < rows; row++) {
    let from = (height - 1 - skip - row) * width * channels;
    let to = row * rowBytes;
    for (let x = 0; x < width; x++, from += channels, to += channels) {
      out[to] = data[from + 2]!;
      out[to + 1] = data[from + 1]!;
      out[to + 2] = data[from]!;
      if (channels === 4) out[to + 3] = data[from + 3]!;
    }
  }
  return out;
}
