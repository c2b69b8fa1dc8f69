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

/** Returns the first chunk, for 8 bits per channel: grey, RGB, or RGBA. */
export function makeHead(width: number, height: number, channels: 1 | 3 | 4): Buffer[] {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, colourTypes[channels], 0, 0, 0], 8);
  return makeChunk('IHDR', head);
}

/** Returns a zlib stream of the rows, stored without compression, each after the filter type "none". */
function storeRows(rgba: Uint8Array, width: number, height: number, channels: 3 | 4): Buffer {
  const rows = Buffer.alloc((width * channels + 1) * height);
  let to = 0;
  for (let y = 0, from = 0; y < height; y++) {
    to++;
    if (channels === 4) {
      rows.set(rgba.subarray(from, from + width * 4), to);
      from += width * 4;
      to += width * 4;
      continue;
    }
    for (let x = 0; x < width; x++, from += 4, to += 3) {
      rows[to] = rgba[from]!;
      rows[to + 1] = rgba[from + 1]!;
      rows[to + 2] = rgba[from + 2]!;
    }
  }
  return deflateSync(rows, { level: 0, chunkSize: 1 << 20 });
}

/** Returns the file's bytes. `rgba` has four bytes per pixel; without `hasAlpha` the fourth is dropped. */
export function wrapPng(picture: {
  rgba: Uint8Array;
  width: number;
  height: number;
  hasAlpha: boolean;
  profile: Buffer | undefined;
  exif: Buffer | undefined;
}): Buffer {
  const { rgba, width, height, hasAlpha, profile } = picture;
  // The chunk contains bare TIFF; elsewhere EXIF is preceded by a six-byte name.
  const exif = picture.exif?.subarray(0, 4).toString('latin1') === 'Exif' ? picture.exif.subarray(6) : picture.exif;
  return Buffer.concat([
    pngSignature,
    ...makeHead(width, height, hasAlpha ? 4 : 3),
    ...(profile ? makeChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)])) : []),
    ...(exif ? makeChunk('eXIf', exif) : []),
    ...makeChunk('IDAT', storeRows(rgba, width, height, hasAlpha ? 4 : 3)),
    ...makeChunk('IEND', new Uint8Array()),
  ]);
}
