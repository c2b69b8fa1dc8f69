// Decodes a BMP file: its fourteen-byte header, then the bitmap after it.
import { AppError } from 'contract/errors.ts';
import { decodeDib, type RawPixels } from './decode-dib.ts';

const fileHeadBytes = 14;

/** The longest header, in which a profile may be named, and the positions of its fields. */
const profileHeaderBytes = 124;
const field = { space: 56, start: 112, length: 116 };
/** "MBED", least significant byte first. */
const embedded = 'DEBM';

/** Returns the ICC profile in the file. Source: Microsoft, BITMAPV5HEADER. */
export function readBmpProfile(bytes: Buffer): Buffer | undefined {
  const at = fileHeadBytes;
  if (bytes.length < at + profileHeaderBytes || bytes.readUInt32LE(at) !== profileHeaderBytes) return undefined;
  if (bytes.toString('latin1', at + field.space, at + field.space + 4) !== embedded) return undefined;
  const start = at + bytes.readUInt32LE(at + field.start);
  const profile = bytes.subarray(start, start + bytes.readUInt32LE(at + field.length));
  return profile.toString('latin1', 36, 40) === 'acsp' ? profile : undefined;
}

/** Programs that know no alpha leave its bytes at 0 whatever the header says; a picture of which nothing is seen means them. */
function ignoreUnusedAlpha(pixels: RawPixels): RawPixels {
  const { data, width, height, channels } = pixels;
  if (channels === 3) return pixels;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return pixels;
  const seen = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) seen.set(data.subarray(i * 4, i * 4 + 3), i * 3);
  return { data: seen, width, height, channels: 3 };
}

/** Throws FILE_CORRUPT, FILE_UNSUPPORTED and PIXELS_TOO_MANY. */
export function decodeBmp(bytes: Buffer): RawPixels {
  if (bytes.length < fileHeadBytes + 12) throw new AppError('FILE_CORRUPT');
  const pixelsAt = bytes.readUInt32LE(10);
  if (pixelsAt >= bytes.length) throw new AppError('FILE_CORRUPT');
  return ignoreUnusedAlpha(decodeDib(bytes, fileHeadBytes, { pixelsAt }));
}
