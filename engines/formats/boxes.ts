// Reads the boxes of which MP4, HEIC and AVIF files consist. Source: ISO/IEC 14496-12, 4.2.
import type { FileHandle } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';

/** Files have a handful of boxes on the top level. */
const maxBoxes = 3000;
const maxBoxBytes = 16 * 1024 * 1024;

const corrupt = (why: string) => new AppError('FILE_CORRUPT', { why });

/** Reads `length` bytes from `at`; fewer at the end of the file. */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  return bytes.subarray(0, bytesRead);
}

export interface Box {
  readonly name: string;
  readonly body: Buffer;
}

/** Yields the consecutive boxes in these bytes. */
export function* readBoxes(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short;
    if (size < head) return;
    yield { name: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + head, at + size) };
    at += size;
  }
}

/** Bytes of version and flags in front of the body of most boxes. */
export const afterVersion = 4;

/** Returns the body of the first box of this name on the top level; undefined in a file without one. Throws FILE_CORRUPT. */
export async function readTopBox(file: FileHandle, name: string): Promise<Buffer | undefined> {
  for (let at = 0, boxes = 0; boxes < maxBoxes; boxes++) {
    if (!Number.isSafeInteger(at)) throw corrupt('boxes');
    const head = await readAt(file, at, 16);
    if (head.length < 8) return undefined;
    const short = head.readUInt32BE(0);
    const size = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (head.toString('latin1', 4, 8) === name) {
      const headBytes = short === 1 ? 16 : 8;
      if (size > maxBoxBytes || (size !== 0 && size < headBytes)) throw corrupt(name);
      return readAt(file, at + headBytes, (size === 0 ? maxBoxBytes : size) - headBytes);
    }
    if (size < 8) return undefined;
    at += size;
  }
  throw corrupt('boxes');
}
