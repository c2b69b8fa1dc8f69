// Writes a stream to a file.
import { createWriteStream } from 'node:fs';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

interface SaveOptions {
  /** As of `fs.open`; 'w' unless given. */
  readonly flags?: 'w' | 'wx' | 'a' | 'r+';
  /** The position of the first byte in the file; 0 unless given. */
  readonly start?: number;
  /** Whether the bytes are synced to the disk before the file is closed. */
  readonly flush?: boolean;
}

/**
 * Writes everything of `source` to the file, through `steps` in turn, and returns the number of bytes written. Settles only after the file is
 * closed: `pipeline` alone rejects while the system may still be creating the file if its source is a generator that fails, so that the caller would
 * remove the file before it exists. Throws the error of the source, of a step or of the disk; the file then keeps what was written.
 */
export async function saveStream(
  source: AsyncIterable<Buffer> | Readable,
  path: string,
  { steps = [], ...options }: SaveOptions & { readonly steps?: readonly Transform[] } = {},
): Promise<number> {
  const target = createWriteStream(path, { highWaterMark: 256 * 1024, ...options });
  const closed = new Promise<void>(resolve => target.once('close', resolve));
  try {
    await pipeline([source instanceof Readable ? source : Readable.from(source), ...steps, target]);
  } finally {
    await closed;
  }
  return target.bytesWritten;
}
