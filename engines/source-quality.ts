// How finely a picture was saved, for results that need not be finer.
import { open } from 'node:fs/promises';
import { readJpegTables } from './formats/jpeg-tables.ts';
import type { Picture } from './image.ts';

/** A second loss is hardly seen beside the first one at this many steps above it, or halfway to the best if that is less. */
const stepsAbove = 20;
const bestQuality = 100;

/** Returns `usual`, or less for a JPEG that was saved coarsely: its blocks would be stored in more bytes than it has. */
export async function qualityFor({ path, type }: Pick<Picture, 'path' | 'type'>, usual: number): Promise<number> {
  const tables = type === 'jpg' ? await readJpegTables(path) : undefined;
  if (!tables) return usual;
  const { quality } = tables;
  return Math.min(usual, quality + stepsAbove, Math.round((quality + bestQuality) / 2));
}

/** Where the codec of a WebP is named, or in an extended file its first part: `VP8L` is lossless. */
const headBytes = 4096;

/** Whether a WebP stores its pixels exactly. */
export async function isLosslessWebp({ path, type }: Pick<Picture, 'path' | 'type'>): Promise<boolean> {
  if (type !== 'webp') return false;
  const file = await open(path);
  try {
    const head = Buffer.alloc(headBytes);
    const { bytesRead } = await file.read(head, 0, headBytes, 0);
    let at = 12;
    while (at + 8 <= bytesRead) {
      const name = head.toString('latin1', at, at + 4);
      if (name === 'VP8L') return true;
      if (name === 'VP8 ' || name === 'ANMF') return false;
      at += 8 + head.readUInt32LE(at + 4) + (head.readUInt32LE(at + 4) % 2);
    }
    return false;
  } finally {
    await file.close();
  }
}
