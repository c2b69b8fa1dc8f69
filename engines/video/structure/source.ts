// Reads parts of a file in place, for scans that follow its headers and skip what they contain.
import { readSync } from 'node:fs';

/** Headers lie close together or far apart; a window of this size serves both. */
const windowBytes = 4096;

export interface Source {
  readonly bytes: number;
  /** Fewer bytes than asked for past the end. The bytes are valid until the next read. */
  readonly read: (at: number, length: number) => Buffer;
}

/** Synchronous: a scan runs in a child process, and waiting for each header would take longer than reading it. */
export function openSource(file: number, bytes: number): Source {
  let from = 0;
  let held: Buffer = Buffer.alloc(0);
  return {
    bytes,
    read(at, length) {
      if (at < from || at + length > from + held.length) {
        if (!(at >= 0 && at < bytes)) return Buffer.alloc(0);
        const window = Buffer.allocUnsafe(Math.min(Math.max(length, windowBytes), bytes - at));
        held = window.subarray(0, readSync(file, window, 0, window.length, at));
        from = at;
      }
      return held.subarray(at - from, at - from + length);
    },
  };
}

export const sourceOf = (whole: Buffer): Source => ({
  bytes: whole.length,
  read: (at, length) => whole.subarray(at, at + length),
});
