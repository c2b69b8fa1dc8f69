// Writes a photo as a JPEG of a requested size in KB with its resolution: print shops read the dpi, upload forms check the file size.
import { fitQuality } from 'engines/fit-quality.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { fromPixels } from 'engines/preview.ts';

export interface FileWishes {
  readonly dpi: number;
  readonly minKb?: number | undefined;
  readonly maxKb?: number | undefined;
  /** Whether the file has exactly `maxKb`. */
  readonly isExact?: boolean;
}

const kb = 1024;
const freeQuality = 95;
/** Bytes of marker and length of a comment segment; the length field itself is at most 65535. */
const commentHead = 4;
const longestComment = 0xffff + 2;

const encode = async (photo: Pixels, quality: number): Promise<Buffer> =>
  fromPixels({ ...photo, channels: 3 })
    .jpeg({ quality, chromaSubsampling: quality >= 85 ? '4:4:4' : '4:2:0', optimiseCoding: true })
    .toBuffer();

/** Makes comment segments of `missing` bytes in total: 0, or at least the head of one segment. */
function makeComments(missing: number): Buffer {
  if (missing > 0 && missing < commentHead) throw new RangeError(`A comment of ${missing} bytes does not exist`);
  const segments: Buffer[] = [];
  for (let left = missing; left > 0; ) {
    // Leaves at least a head for the last segment.
    const size = left <= longestComment ? left : Math.min(longestComment, left - commentHead);
    const segment = Buffer.alloc(size, 0x20);
    segment.writeUInt16BE(0xfffe, 0);
    segment.writeUInt16BE(size - 2, 2);
    segments.push(segment);
    left -= size;
  }
  return Buffer.concat(segments);
}

/** Makes the JFIF segment with the resolution in dots per inch (ITU-T T.871, 10.1); the encoder writes none without metadata. */
function makeJfif(dpi: number): Buffer {
  const segment = Buffer.from('ffe000104a46494600010201000100010000', 'hex');
  segment.writeUInt16BE(dpi, 12);
  segment.writeUInt16BE(dpi, 14);
  return segment;
}

/**
 * Returns the photo as JPEG. Refuses TARGET_SIZE_IMPOSSIBLE if the lowest quality is still too large. A file below `minKb`, or below the exact size,
 * is padded with comment segments, which no program displays.
 */
export async function encodePhoto(photo: Pixels, { dpi, minKb, maxKb, isExact = false }: FileWishes): Promise<Buffer> {
  const jfif = makeJfif(dpi);
  const limit = maxKb === undefined ? undefined : maxKb * kb;
  const min = isExact && limit !== undefined ? limit : (minKb ?? 0) * kb;
  // Where the smallest comment would exceed the limit, its room is reserved.
  const reserve = jfif.length + (limit !== undefined && min > limit - commentHead ? commentHead : 0);
  const file =
    limit === undefined
      ? await encode(photo, freeQuality)
      : await fitQuality({ limitBytes: limit - reserve, encode: quality => encode(photo, quality) });
  if (file.readUInt16BE(2) === 0xffe0) throw new Error('The encoder wrote a JFIF segment of its own');
  const bytes = file.length + jfif.length;
  const comments = makeComments(bytes < min ? Math.max(min - bytes, commentHead) : 0);
  return Buffer.concat([file.subarray(0, 2), jfif, comments, file.subarray(2)]);
}
