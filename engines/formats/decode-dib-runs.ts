// Decodes the run-length coding of 4-bit and 8-bit bitmaps. Source: Microsoft, "Bitmap Compression".
import { AppError } from 'contract/errors.ts';

/**
 * Returns palette indexes, top row first. Pixels skipped by the runs keep index 0. Runs beyond the image are clipped; data that ends before the end
 * mark throws FILE_CORRUPT. Every step consumes two bytes, so the work is bounded by the input.
 */
export function unpackRunLengths(bytes: Uint8Array, width: number, height: number, isFourBit: boolean): Uint8Array {
  const indexes = new Uint8Array(width * height);
  let at = 0;
  let x = 0;
  let row = 0;
  const put = (index: number) => {
    if (x < width && row < height) indexes[(height - 1 - row) * width + x] = index;
    x++;
  };
  while (row < height) {
    const count = bytes[at];
    const value = bytes[at + 1];
    if (count === undefined || value === undefined) throw new AppError('FILE_CORRUPT');
    at += 2;
    if (count > 0) {
      for (let i = 0; i < count; i++) put(isFourBit ? (i % 2 === 0 ? value >> 4 : value & 15) : value);
    } else if (value === 0) {
      x = 0;
      row++;
    } else if (value === 1) {
      return indexes;
    } else if (value === 2) {
      x += bytes[at] ?? 0;
      row += bytes[at + 1] ?? 0;
      at += 2;
    } else {
      const literalBytes = isFourBit ? Math.ceil(value / 2) : value;
      if (at + literalBytes > bytes.length) throw new AppError('FILE_CORRUPT');
      for (let i = 0; i < value; i++) {
        const byte = bytes[at + (isFourBit ? i >> 1 : i)]!;
        put(isFourBit ? (i % 2 === 0 ? byte >> 4 : byte & 15) : byte);
      }
      at += literalBytes + (literalBytes % 2);
    }
  }
  return indexes;
}
