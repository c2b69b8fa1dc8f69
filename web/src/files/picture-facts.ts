// Width, height, transparency and animation of a picture from its first bytes, without decoding it.
// Sources: ITU T.81 annex B and EXIF 2.3 (JPEG), PNG specification, GIF89a, WebP container, BMP header, AV1 Image File Format.
import type { MediaName } from 'contract/media.ts';

export interface PictureFacts {
  width?: number;
  height?: number;
  hasAlpha?: boolean;
  isAnimated?: boolean;
}

/** Number of leading bytes to pass: a JPEG's size comes after its EXIF data and thumbnails. */
export const factBytes = 256 * 1024;

const text = (view: DataView, at: number, length: number): string => {
  let out = '';
  for (let i = at; i < Math.min(at + length, view.byteLength); i++) out += String.fromCharCode(view.getUint8(i));
  return out;
};

function readPng(view: DataView): PictureFacts {
  // A damaged file is refused as damaged once it is decoded, and not for the size that these bytes would mean.
  if (text(view, 12, 4) !== 'IHDR') return {};
  const colorType = view.getUint8(25);
  let hasAlpha = colorType === 4 || colorType === 6;
  let isAnimated = false;
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const kind = text(view, at + 4, 4);
    if (kind === 'tRNS') hasAlpha = true;
    if (kind === 'acTL') isAnimated = true;
    if (kind === 'IDAT') break;
  }
  return { width: view.getUint32(16), height: view.getUint32(20), hasAlpha, isAnimated };
}

const colorTableBytes = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

/** Reads the blocks of a GIF up to its first frame, and on until an animation is certain or the head ends. */
function readGif(view: DataView): PictureFacts {
  const facts = { width: view.getUint16(6, true), height: view.getUint16(8, true), hasAlpha: false, isAnimated: false };
  let frames = 0;
  let at = 13 + colorTableBytes(view.getUint8(10));
  while (at + 10 < view.byteLength && (frames === 0 || !facts.isAnimated)) {
    const block = view.getUint8(at);
    if (block === 0x21) {
      const label = view.getUint8(at + 1);
      if (label === 0xf9 && (view.getUint8(at + 3) & 1) === 1) facts.hasAlpha = true;
      // A GIF with a repeat count is an animation, even if its second frame is beyond the head.
      if (label === 0xff && text(view, at + 3, 11) === 'NETSCAPE2.0') facts.isAnimated = true;
      at += 2;
    } else if (block === 0x2c) {
      frames += 1;
      // Around a first frame that is smaller than the canvas there is nothing.
      const isSmaller = view.getUint16(at + 5, true) < facts.width || view.getUint16(at + 7, true) < facts.height;
      if (frames === 1 && isSmaller) facts.hasAlpha = true;
      if (frames > 1) facts.isAnimated = true;
      at += 11 + colorTableBytes(view.getUint8(at + 9));
    } else break;
    while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  return facts;
}

function readWebp(view: DataView): PictureFacts {
  const kind = text(view, 12, 4);
  if (kind === 'VP8X') {
    const flags = view.getUint8(20);
    const size = (at: number) => 1 + (view.getUint16(at, true) | (view.getUint8(at + 2) << 16));
    return { width: size(24), height: size(27), hasAlpha: (flags & 0x10) !== 0, isAnimated: (flags & 0x02) !== 0 };
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return {
      width: 1 + (bits & 0x3fff),
      height: 1 + ((bits >>> 14) & 0x3fff),
      hasAlpha: ((bits >>> 28) & 1) === 1,
      isAnimated: false,
    };
  }
  return {
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
    hasAlpha: false,
    isAnimated: false,
  };
}

/** Returns the EXIF orientation 1..8 of an APP1 segment that starts at `at` with "Exif"; 1 if absent. */
function readOrientation(view: DataView, at: number): number {
  if (text(view, at, 4) !== 'Exif') return 1;
  const tiff = at + 6;
  const isLittle = text(view, tiff, 2) === 'II';
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  const count = view.getUint16(directory, isLittle);
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * 12;
    if (view.getUint16(entry, isLittle) === 0x0112) return view.getUint16(entry + 8, isLittle);
  }
  return 1;
}

function readJpeg(view: DataView): PictureFacts {
  let orientation = 1;
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) break;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      const isTurned = orientation >= 5 && orientation <= 8;
      return {
        width: isTurned ? height : width,
        height: isTurned ? width : height,
        hasAlpha: false,
        isAnimated: false,
      };
    }
    if (marker === 0xe1) orientation = readOrientation(view, at + 4);
    at += 2 + view.getUint16(at + 2);
  }
  return { hasAlpha: false, isAnimated: false };
}

/** Only the brands: the size is deep inside. `avis` is the brand of an image sequence. */
function readAvif(view: DataView): PictureFacts {
  const brands = text(view, 8, view.getUint32(0) - 8);
  return { isAnimated: brands.includes('avis') };
}

const readers: Partial<Record<MediaName, (view: DataView) => PictureFacts>> = {
  png: readPng,
  gif: readGif,
  webp: readWebp,
  jpg: readJpeg,
  avif: readAvif,
  bmp: view => ({
    width: Math.abs(view.getInt32(18, true)),
    height: Math.abs(view.getInt32(22, true)),
    isAnimated: false,
  }),
};

/** Returns the facts of a file of this type. A field is absent if the bytes do not contain it or the head is damaged. */
export function readPictureFacts(type: MediaName, head: Uint8Array): PictureFacts {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    return readers[type]?.(view) ?? {};
  } catch (error) {
    // Reading past the end of a truncated or invalid head: nothing is known, and the server checks the file.
    if (error instanceof RangeError) return {};
    throw error;
  }
}
