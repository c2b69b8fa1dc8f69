// Which characters a font file has signs for, read from its cmap table (OpenType 1.9, format 12).
import { type FileHandle, open } from 'node:fs/promises';

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, start);
  return bytes;
}

async function findTable(file: FileHandle, tag: string): Promise<number> {
  const count = (await readAt(file, 0, 12)).readUInt16BE(4);
  const records = await readAt(file, 12, count * 16);
  for (let at = 0; at < records.length; at += 16)
    if (records.toString('latin1', at, at + 4) === tag) return records.readUInt32BE(at + 8);
  throw new Error(`the font has no ${tag} table`);
}

/** First and last code point of each run of characters. */
async function readRanges(file: FileHandle): Promise<(readonly [number, number])[]> {
  const table = await findTable(file, 'cmap');
  const count = (await readAt(file, table, 4)).readUInt16BE(2);
  const records = await readAt(file, table + 4, count * 8);
  for (let at = 0; at < records.length; at += 8) {
    const start = table + records.readUInt32BE(at + 4);
    const head = await readAt(file, start, 16);
    if (head.readUInt16BE(0) !== 12) continue;
    const groups = await readAt(file, start + 16, head.readUInt32BE(12) * 12);
    return Array.from({ length: groups.length / 12 }, (_, i) => [
      groups.readUInt32BE(i * 12),
      groups.readUInt32BE(i * 12 + 4),
    ]);
  }
  throw new Error('the font has no cmap of format 12');
}

/** Answers whether the font at `path` has a sign for a code point. Reads its table of characters, not the whole file. */
export async function readCharacters(path: string): Promise<(codePoint: number) => boolean> {
  const file = await open(path);
  try {
    const ranges = await readRanges(file);
    return codePoint => ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
  } finally {
    await file.close();
  }
}
