// Decodes a BMP file: its fourteen-byte header, then the bitmap after it.
import { AppError } from 'contract/errors.ts';
import { decodeDib, type RawPixels } from './decode-dib.ts';

const fileHeadBytes = 14;

/** Throws FILE_CORRUPT and PIXELS_TOO_MANY. */
export function decodeBmp(bytes: Buffer): RawPixels {
  if (bytes.length < fileHeadBytes + 12) throw new AppError('FILE_CORRUPT');
  const pixelsAt = bytes.readUInt32LE(10);
  if (pixelsAt >= bytes.length) throw new AppError('FILE_CORRUPT');
  return decodeDib(bytes, fileHeadBytes, { pixelsAt });
}
