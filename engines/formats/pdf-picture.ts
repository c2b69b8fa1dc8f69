// Extracts the compressed image from a JPEG or PNG file in the form that a PDF stores, without decoding a pixel. Source: ITU T.81 (JPEG markers), W3C
// PNG (chunks). For files that a decoder has accepted; an inconsistent one throws FILE_CORRUPT.
import { AppError } from 'contract/errors.ts';
import type { PdfPicture } from './encode-pdf.ts';

const startOfScan = 0xda;
const endOfImage = 0xd9;
const adobeSegment = 0xee;

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Application data and comments: EXIF with places and dates, XMP, profiles. Adobe's segment is kept, since it tells how to read the colours. */
const isPrivate = (marker: number) => ((marker & 0xf0) === 0xe0 && marker !== adobeSegment) || marker === 0xfe;

/** Returns the JPEG with only the segments needed to render it. The caller adds orientation and profile. */
export function takeJpeg(bytes: Buffer): PdfPicture {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let shape: ReturnType<typeof readFrame> | undefined;
  let hasAdobeSegment = false;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new AppError('FILE_CORRUPT');
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    // The image ends at the first end marker; cameras and messengers append previews and films.
    if (marker === endOfImage) break;
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === startOfScan) end = skipScan(bytes, end);
    if (end > bytes.length) throw new AppError('FILE_CORRUPT');
    const segment = bytes.subarray(at, end);
    if (isFrame(marker) && segment.length >= 10) shape = readFrame(segment);
    if (marker === adobeSegment) hasAdobeSegment = true;
    if (!isPrivate(marker)) kept.push(segment);
    at = end;
  }
  if (!shape) throw new AppError('FILE_CORRUPT');
  kept.push(Buffer.from([0xff, endOfImage]));
  return { coding: 'jpeg', data: Buffer.concat(kept), ...shape, isInverted: hasAdobeSegment && shape.channels === 4 };
}

/** Returns the position of the first marker after `from` that is neither byte stuffing nor a restart. */
function skipScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return bytes.length;
}

function readFrame(segment: Buffer) {
  const channels = segment[9];
  if (channels !== 1 && channels !== 3 && channels !== 4) throw new AppError('FILE_CORRUPT');
  const shape = { bits: segment[4]!, height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
  return { ...shape, channels: channels as 1 | 3 | 4 };
}

/** Takes an opaque PNG without interlacing, of at most 8 bits per sample. */
export function takePng(bytes: Buffer): PdfPicture {
  const rows: Buffer[] = [];
  let palette: Buffer | undefined;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (name === 'IDAT') rows.push(body);
    if (name === 'PLTE') palette = body;
    at += 12 + length;
  }
  const kind = bytes[25];
  if (rows.length === 0 || (kind !== 0 && kind !== 2 && kind !== 3)) throw new AppError('FILE_CORRUPT');
  if (kind === 3 && !palette) throw new AppError('FILE_CORRUPT');
  return {
    coding: 'flate',
    data: Buffer.concat(rows),
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    channels: kind === 0 ? 1 : 3,
    bits: bytes[24]!,
    ...(kind === 3 && { palette: palette! }),
  };
}
