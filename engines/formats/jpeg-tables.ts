// Reads the quantisation tables of a JPEG file, which tell how coarsely it was saved.
import { type FileHandle, open } from 'node:fs/promises';

export interface JpegTables {
  /** Quantisation steps of the 64 frequencies, row by row. */
  readonly luma: Float32Array;
  /** Absent in grey images. */
  readonly chroma?: Float32Array;
  /** 1..100 on the scale of the Independent JPEG Group, estimated from the luma table. */
  readonly quality: number;
}

/** Sum of the luminance table of ITU-T T.81, Annex K, which is quality 50 on that scale. */
const sumAtFifty = 3688;
const tableMarker = 0xdb;
const scanMarker = 0xda;
/** The tables may be preceded by a profile and a preview, in segments of 64 KB. */
const maxSegments = 400;

/** Position of each stored number: diagonals in alternating directions (ITU-T T.81, figure A.6). */
const zigzag = Array.from({ length: 64 }, (_, i) => i).sort((a, b) => {
  const [sumA, sumB] = [(a >> 3) + (a & 7), (b >> 3) + (b & 7)];
  if (sumA !== sumB) return sumA - sumB;
  return sumA % 2 === 0 ? (a & 7) - (b & 7) : (b & 7) - (a & 7);
});

/** Adds the tables in the body of a DQT segment, with 8 or 16 bits per number. */
function readSegment(body: Uint8Array, tables: Map<number, Float32Array>): void {
  for (let at = 0; at < body.length; ) {
    const width = body[at]! >> 4 ? 2 : 1;
    const stored = body.subarray(at + 1, at + 1 + 64 * width);
    if (stored.length < 64 * width) return;
    const table = new Float32Array(64);
    for (const [i, place] of zigzag.entries())
      table[place] = width === 1 ? stored[i]! : stored[i * 2]! * 256 + stored[i * 2 + 1]!;
    tables.set(body[at]! & 15, table);
    at += 1 + 64 * width;
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

async function findTables(file: FileHandle): Promise<Map<number, Float32Array>> {
  const tables = new Map<number, Float32Array>();
  let at = 2;
  for (let segment = 0; segment < maxSegments; segment++) {
    const head = await readAt(file, at, 4);
    if (head.length < 4 || head[0] !== 0xff || head[1] === scanMarker) break;
    const length = head[2]! * 256 + head[3]!;
    if (head[1] === tableMarker && length > 2) readSegment(await readAt(file, at + 4, length - 2), tables);
    at += 2 + length;
  }
  return tables;
}

/** Reads the tables; returns undefined for a file without a luma table before its first scan. */
export async function readJpegTables(path: string): Promise<JpegTables | undefined> {
  const file = await open(path);
  try {
    const tables = await findTables(file);
    const [luma, chroma] = [tables.get(0), tables.get(1)];
    const percent = ((luma?.reduce((sum, step) => sum + step, 0) ?? 0) / sumAtFifty) * 100;
    if (!luma || percent === 0) return undefined;
    const quality = Math.round(percent <= 100 ? 100 - percent / 2 : 5000 / percent);
    return { luma, ...(chroma && { chroma }), quality: Math.min(100, Math.max(1, quality)) };
  } finally {
    await file.close();
  }
}
