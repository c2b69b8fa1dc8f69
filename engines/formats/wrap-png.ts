// Wraps raw pixels in an uncompressed PNG, so that the output of our own decoders (pixels, colour profile, EXIF) enters the same pipeline as every
// other file. Source: W3C, Portable Network Graphics, Third Edition.
import { crc32, deflateSync } from 'node:zlib';

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function makeChunk(name: string, body: Uint8Array): Buffer[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length, 0);
  head.write(name, 4, 'latin1');
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body, crc32(head.subarray(4))), 0);
  return [head, Buffer.from(body.buffer, body.byteOffset, body.length), check];
}

const colourTypes = { 1: 0, 3: 2, 4: 6 } as const;

/** Returns the first chunk for pixels with these channels: grey, RGB, or RGBA. */
export function makeHead(width: number, height: number, channels: 1 | 3 | 4, bits: 8 | 16 = 8): Buffer[] {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, colourTypes[channels], 0, 0, 0], 8);
  return makeChunk('IHDR', head);
}

interface Wrapped {
  /** Interleaved samples of 8 or 16 bits. Those of 16 bits are reordered in place. */
  readonly data: Uint8Array | Uint16Array;
  readonly width: number;
  readonly height: number;
  /** In `data`. The fourth is dropped without `hasAlpha`. */
  readonly channels: 3 | 4;
  readonly hasAlpha: boolean;
  readonly profile: Buffer | undefined;
  readonly exif: Buffer | undefined;
  readonly xmp: Buffer | undefined;
}

/** The bytes of the samples in the order of a PNG, most significant first. */
function inFileOrder(data: Wrapped['data']): Buffer {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return data.BYTES_PER_ELEMENT === 2 ? bytes.swap16() : bytes;
}

/** Returns a zlib stream of the rows, stored without compression, each after the filter type "none". */
function storeRows({ data, width, height, channels, hasAlpha }: Wrapped): Buffer {
  const bytes = inFileOrder(data);
  const sampleBytes = data.BYTES_PER_ELEMENT;
  const [from, to] = [channels * sampleBytes, (hasAlpha ? 4 : 3) * sampleBytes];
  const rows = Buffer.alloc((width * to + 1) * height);
  for (let y = 0, at = 0; y < height; y++) {
    at++;
    const start = y * width * from;
    if (from === to) {
      bytes.copy(rows, at, start, start + width * from);
      at += width * from;
    } else
      for (let x = 0, pixel = start; x < width; x++, pixel += from)
        for (let k = 0; k < to; k++) rows[at++] = bytes[pixel + k]!;
  }
  return deflateSync(rows, { level: 0, chunkSize: 1 << 20 });
}

/** Returns the file's bytes. */
export function wrapPng(picture: Wrapped): Buffer {
  const { data, width, height, hasAlpha, profile, xmp } = picture;
  // The chunk contains bare TIFF; elsewhere EXIF is preceded by a six-byte name.
  const exif = picture.exif?.subarray(0, 4).toString('latin1') === 'Exif' ? picture.exif.subarray(6) : picture.exif;
  const xmpHead = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1');
  return Buffer.concat([
    pngSignature,
    ...makeHead(width, height, hasAlpha ? 4 : 3, data.BYTES_PER_ELEMENT === 2 ? 16 : 8),
    ...(profile ? makeChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)])) : []),
    ...(exif ? makeChunk('eXIf', exif) : []),
    ...(xmp ? makeChunk('iTXt', Buffer.concat([xmpHead, xmp])) : []),
    ...makeChunk('IDAT', storeRows(picture)),
    ...makeChunk('IEND', new Uint8Array()),
  ]);
}
