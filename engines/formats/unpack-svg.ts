// Unpacks compressed drawings (SVGZ): a gzip file with an SVG inside.
import { promisify } from 'node:util';
import { constants, gunzip, gunzipSync } from 'node:zlib';
import { AppError } from 'contract/errors.ts';
import { isPacked } from 'contract/media.ts';

const unpack = promisify(gunzip);

/** The beginning of what is packed in a file whose first bytes are `head`; nothing if these are damaged. */
export function unpackHead(head: Uint8Array): Uint8Array {
  try {
    // The head is not the whole file, so its end is no error. A few kilobytes unpack to a few megabytes at most.
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array();
  }
}

/** Returns the drawing, of at most `maxBytes`, whether it is packed or not. Throws FILE_TOO_LARGE and FILE_CORRUPT. */
export async function unpackSvg(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  if (!isPacked(bytes)) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge
      ? new AppError('FILE_TOO_LARGE', { maxMb: maxBytes / 1024 / 1024 }, { cause })
      : new AppError('FILE_CORRUPT', null, { cause });
  }
}
