// Decodes a device-independent bitmap, the image inside a BMP file and inside older icon entries. Own code because the npm decoders read palettes and
// pixels at the wrong place after V4/V5 headers, swap 32-bit channels and trust the sizes in the header. Source: Microsoft, "Bitmap Storage" and the
// BITMAPINFOHEADER..BITMAPV5HEADER pages.
import { AppError } from 'contract/errors.ts';
import { unpackRunLengths } from './decode-dib-runs.ts';
import { checkPixels } from './picture-limits.ts';

export interface RawPixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly compression: number;
  /** Red, green, blue, alpha; zero when the channel is absent. */
  readonly masks: readonly [number, number, number, number];
  readonly paletteAt: number;
  readonly paletteEntryBytes: number;
  readonly paletteLength: number;
}

/** From this header on, browsers take its mask of alpha also where the other masks do not count. */
const v4HeaderBytes = 108;

const runLength8 = 1;
const runLength4 = 2;
const bitFields = 3;
const alphaBitFields = 6;

function readHeader(bytes: Buffer, at: number, isIcon: boolean): Header {
  const headerBytes = bytes.readUInt32LE(at);
  if (headerBytes === 12) {
    const bits = bytes.readUInt16LE(at + 10);
    return {
      width: bytes.readUInt16LE(at + 4),
      height: bytes.readUInt16LE(at + 6),
      isTopDown: false,
      bits,
      compression: 0,
      masks: defaultMasks(bits),
      paletteAt: at + 12,
      paletteEntryBytes: 3,
      paletteLength: bits <= 8 ? 2 ** bits : 0,
    };
  }
  // Every real file has at least sixteen more bytes after the header: masks, a palette or pixels.
  if (headerBytes < 40 || headerBytes > 256 || at + headerBytes + 16 > bytes.length) throw new AppError('FILE_CORRUPT');
  const signedHeight = bytes.readInt32LE(at + 8);
  const bits = bytes.readUInt16LE(at + 14);
  const compression = bytes.readUInt32LE(at + 16);
  const colours = bytes.readUInt32LE(at + 32);
  const hasMasks = compression === bitFields || compression === alphaBitFields;
  const hasAlphaMask = compression === alphaBitFields || headerBytes >= 56;
  const masksBehindHeader = hasMasks && headerBytes === 40 ? (hasAlphaMask ? 16 : 12) : 0;
  return {
    width: bytes.readInt32LE(at + 4),
    // The height of an icon's bitmap includes the rows of its mask.
    height: Math.abs(signedHeight) / (isIcon ? 2 : 1),
    isTopDown: signedHeight < 0,
    bits,
    compression,
    masks: hasMasks
      ? [
          bytes.readUInt32LE(at + 40),
          bytes.readUInt32LE(at + 44),
          bytes.readUInt32LE(at + 48),
          hasAlphaMask ? bytes.readUInt32LE(at + 52) : 0,
        ]
      : defaultMasks(bits, bits === 32 && headerBytes >= v4HeaderBytes ? bytes.readUInt32LE(at + 52) : 0),
    paletteAt: at + headerBytes + masksBehindHeader,
    paletteEntryBytes: 4,
    paletteLength: bits <= 8 ? Math.min(colours || 2 ** bits, 2 ** bits) : Math.min(colours, 256),
  };
}

function defaultMasks(bits: number, alpha = 0): Header['masks'] {
  return bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, alpha];
}

/** Returns a function that extracts one masked field of a pixel as 0..255. */
function maskReader(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 255;
  const shift = 31 - Math.clz32(mask & -mask);
  const highest = mask >>> shift;
  if (highest === 255) return pixel => (pixel >>> shift) & 255;
  return pixel => Math.round((((pixel & mask) >>> shift) * 255) / highest);
}

/** A JPEG or a PNG in the clothes of a BMP, and the codings of CMYK: for printers alone. */
const printerCodings = [4, 5, 11, 12, 13];

function checkSupported({ bits, compression }: Header): void {
  if (printerCodings.includes(compression)) throw new AppError('FILE_UNSUPPORTED', { format: 'BMP' });
  const isKnown =
    (compression === 0 && [1, 2, 4, 8, 16, 24, 32].includes(bits)) ||
    (compression === runLength8 && bits === 8) ||
    (compression === runLength4 && bits === 4) ||
    ((compression === bitFields || compression === alphaBitFields) && (bits === 16 || bits === 32));
  if (!isKnown) throw new AppError('FILE_CORRUPT', { bits, compression });
}

/**
 * Decodes the bitmap whose header is at `at`; `pixelsAt` is the position of the pixels declared by a BMP file. Throws FILE_CORRUPT and
 * PIXELS_TOO_MANY. Memory: one image of 3 or 4 bytes per pixel.
 */
export function decodeDib(bytes: Buffer, at: number, place: { pixelsAt: number } | 'icon'): RawPixels {
  if (at + 12 > bytes.length) throw new AppError('FILE_CORRUPT');
  const isIcon = place === 'icon';
  const header = readHeader(bytes, at, isIcon);
  checkPixels(header.width, header.height);
  if (!Number.isInteger(header.height)) throw new AppError('FILE_CORRUPT');
  checkSupported(header);
  const pixelsAt = isIcon ? header.paletteAt + header.paletteLength * header.paletteEntryBytes : place.pixelsAt;
  const rowBytes = Math.ceil((header.width * header.bits) / 32) * 4;
  const isPacked = header.compression === runLength8 || header.compression === runLength4;
  if (!isPacked && pixelsAt + rowBytes * header.height > bytes.length) throw new AppError('FILE_CORRUPT');
  if (header.bits > 8) return readTrueColour(bytes, header, pixelsAt, rowBytes, isIcon);
  const indexes = isPacked
    ? unpackRunLengths(bytes.subarray(pixelsAt), header.width, header.height, header.compression === runLength4)
    : readIndexes(bytes, header, pixelsAt, rowBytes);
  return applyPalette(bytes, header, indexes);
}

/** Returns the position of an icon's mask, which follows its colours. */
export function findIconMask(
  bytes: Buffer,
  at: number,
): { maskAt: number; maskRowBytes: number; hasAlphaBits: boolean } {
  const header = readHeader(bytes, at, true);
  const colourRowBytes = Math.ceil((header.width * header.bits) / 32) * 4;
  return {
    maskAt: header.paletteAt + header.paletteLength * header.paletteEntryBytes + colourRowBytes * header.height,
    maskRowBytes: Math.ceil(header.width / 32) * 4,
    hasAlphaBits: header.bits === 32,
  };
}

function readIndexes(bytes: Buffer, header: Header, pixelsAt: number, rowBytes: number): Uint8Array {
  const { width, height, bits, isTopDown } = header;
  const indexes = new Uint8Array(width * height);
  const perByte = 8 / bits;
  const mask = 2 ** bits - 1;
  for (let y = 0; y < height; y++) {
    const from = pixelsAt + (isTopDown ? y : height - 1 - y) * rowBytes;
    for (let x = 0; x < width; x++) {
      const byte = bytes[from + Math.floor(x / perByte)]!;
      indexes[y * width + x] = (byte >>> (8 - bits - (x % perByte) * bits)) & mask;
    }
  }
  return indexes;
}

function applyPalette(bytes: Buffer, header: Header, indexes: Uint8Array): RawPixels {
  const { paletteAt, paletteEntryBytes, paletteLength, width, height } = header;
  if (paletteAt + paletteLength * paletteEntryBytes > bytes.length) throw new AppError('FILE_CORRUPT');
  // Indexes beyond the palette are black, as in browsers.
  const palette = new Uint8Array(256 * 3);
  for (let i = 0; i < paletteLength; i++) {
    const entry = paletteAt + i * paletteEntryBytes;
    palette.set([bytes[entry + 2]!, bytes[entry + 1]!, bytes[entry]!], i * 3);
  }
  const data = new Uint8Array(width * height * 3);
  for (let i = 0, to = 0; i < indexes.length; i++, to += 3) {
    const from = indexes[i]! * 3;
    data[to] = palette[from]!;
    data[to + 1] = palette[from + 1]!;
    data[to + 2] = palette[from + 2]!;
  }
  return { data, width, height, channels: 3 };
}

function readTrueColour(bytes: Buffer, header: Header, pixelsAt: number, rowBytes: number, isIcon: boolean): RawPixels {
  const { width, height, bits, isTopDown } = header;
  const [red, green, blue, alpha] = header.masks.map(maskReader) as [Reader, Reader, Reader, Reader];
  // The fourth byte of a 32-bit pixel without masks is alpha in an icon and meaningless in a BMP file.
  const alphaReader: Reader = isIcon && bits === 32 && header.masks[3] === 0 ? maskReader(0xff000000) : alpha;
  const channels = header.masks[3] !== 0 || (isIcon && bits === 32) ? 4 : 3;
  const pixelBytes = bits / 8;
  const data = new Uint8Array(width * height * channels);
  let to = 0;
  for (let y = 0; y < height; y++) {
    let from = pixelsAt + (isTopDown ? y : height - 1 - y) * rowBytes;
    for (let x = 0; x < width; x++, from += pixelBytes, to += channels) {
      if (bits === 24) {
        data[to] = bytes[from + 2]!;
        data[to + 1] = bytes[from + 1]!;
        data[to + 2] = bytes[from]!;
        continue;
      }
      const pixel =
        bits === 16
          ? bytes[from]! | (bytes[from + 1]! << 8)
          : bytes[from]! | (bytes[from + 1]! << 8) | (bytes[from + 2]! << 16) | (bytes[from + 3]! << 24);
      data[to] = red(pixel);
      data[to + 1] = green(pixel);
      data[to + 2] = blue(pixel);
      if (channels === 4) data[to + 3] = alphaReader(pixel);
    }
  }
  return { data, width, height, channels };
}

type Reader = (pixel: number) => number;
