// Counts the frames of an animated PNG: no decoder here supports animation, so a warning says that only its first frame is used.
import type { FileHandle } from 'node:fs/promises';

const signatureBytes = 8;
const chunkHead = 8;
const checkBytes = 4;
/** A file has about a dozen chunks before its pixels; more only waste time. */
const mostChunks = 200;

/**
 * Returns the number of frames declared by the acTL chunk, 1 without one. Source: PNG, Third Edition, 11.3.6.1: the chunk precedes the first IDAT.
 */
export async function countApngFrames(file: FileHandle): Promise<number> {
  const head = Buffer.alloc(chunkHead + 4);
  for (let at = signatureBytes, number = 0; number < mostChunks; number++) {
    const { bytesRead } = await file.read(head, 0, head.length, at);
    const name = head.toString('latin1', 4, 8);
    if (bytesRead < head.length || name === 'IDAT') return 1;
    if (name === 'acTL') return Math.max(1, head.readUInt32BE(chunkHead));
    at += chunkHead + head.readUInt32BE(0) + checkBytes;
  }
  return 1;
}
