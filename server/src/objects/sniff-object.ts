// The type of a stored file, decided by its bytes.
import { type MediaName, sniffFile } from 'contract/media.ts';
import { unpackHead } from 'engines/formats/unpack-svg.ts';
import type { Parts } from '../parts.ts';

/** `bytes` is the size of the object. Throws the errors of `readRange`. */
export function sniffObject(
  { objects }: Pick<Parts, 'objects'>,
  { key, bytes, version }: { readonly key: string; readonly bytes: number; readonly version?: string | null },
): Promise<MediaName | null> {
  return sniffFile(async (start, length) => {
    if (start === 0) return objects.readHead(key, length, version);
    // S3 refuses a range beyond the end, which is where a forged tag points.
    if (start >= bytes) return new Uint8Array();
    return objects.readRange(key, { start, end: Math.min(start + length, bytes) - 1 }, version);
  }, unpackHead);
}
