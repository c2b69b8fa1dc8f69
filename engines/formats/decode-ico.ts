// Reads the best image from an icon file. Own code because the npm decoder decodes all 65535 entries that a file may declare.
import { AppError } from 'contract/errors.ts';
import { decodeDib, findIconMask, type RawPixels } from './decode-dib.ts';

interface Entry {
  readonly side: number;
  readonly bits: number;
  readonly start: number;
  readonly bytes: number;
}

const isPng = (bytes: Buffer, at: number) =>
  at + 24 < bytes.length && bytes.readUInt32BE(at) === 0x89504e47 && bytes.readUInt32BE(at + 4) === 0x0d0a1a0a;

function listEntries(bytes: Buffer): Entry[] {
  const count = Math.min(bytes.length < 6 ? 0 : bytes.readUInt16LE(4), Math.floor((bytes.length - 6) / 16));
  const entries: Entry[] = [];
  for (let i = 0; i < count; i++) {
    const at = 6 + i * 16;
    const start = bytes.readUInt32LE(at + 12);
    if (start + 16 > bytes.length) continue;
    // 0 means 256, and an embedded PNG has its own size.
    const side = isPng(bytes, start) ? bytes.readUInt32BE(start + 16) : bytes[at] || 256;
    entries.push({ side, bits: bytes.readUInt16LE(at + 6), start, bytes: bytes.readUInt32LE(at + 8) });
  }
  return entries.sort((a, b) => b.side - a.side || b.bits - a.bits);
}

function applyMask(bytes: Buffer, at: number, pixels: RawPixels): RawPixels {
  const { maskAt, maskRowBytes, hasAlphaBits } = findIconMask(bytes, at);
  const { width, height } = pixels;
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    data.set(pixels.data.subarray(i * pixels.channels, i * pixels.channels + 3), i * 4);
    data[i * 4 + 3] = hasAlphaBits ? pixels.data[i * 4 + 3]! : 255;
  }
  // Icons from before alpha have an alpha byte of 0 everywhere, and only their mask counts.
  const hasAlpha = hasAlphaBits && data.some((value, i) => i % 4 === 3 && value > 0);
  if (hasAlpha || maskAt + maskRowBytes * height > bytes.length) {
    if (!hasAlpha) for (let i = 3; i < data.length; i += 4) data[i] = 255;
    return { data, width, height, channels: 4 };
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const byte = bytes[maskAt + (height - 1 - y) * maskRowBytes + (x >> 3)]!;
      data[(y * width + x) * 4 + 3] = byte & (128 >> (x & 7)) ? 0 : 255;
    }
  return { data, width, height, channels: 4 };
}

/**
 * Returns the largest entry, the one with the most bits among equals: a PNG as its bytes, an older bitmap as pixels. Throws FILE_CORRUPT and
 * PIXELS_TOO_MANY; a PNG is not checked yet.
 */
export function decodeIco(bytes: Buffer): { png: Buffer } | { pixels: RawPixels } {
  const best = listEntries(bytes)[0];
  if (!best) throw new AppError('FILE_CORRUPT');
  if (isPng(bytes, best.start)) return { png: bytes.subarray(best.start, best.start + best.bytes) };
  return { pixels: applyMask(bytes, best.start, decodeDib(bytes, best.start, 'icon')) };
}
