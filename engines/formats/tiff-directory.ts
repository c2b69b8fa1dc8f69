// Reads the directories of a TIFF or BigTIFF, without the pictures they describe. Source: TIFF 6.0, section 2; BigTIFF design, Aware Systems.
import type { FileHandle } from 'node:fs/promises';

export interface TiffLayout {
  readonly isLittle: boolean;
  /** BigTIFF: addresses and counts have 8 bytes. */
  readonly isBig: boolean;
  /** Position of the first directory. */
  readonly first: number;
}

export interface TiffEntry {
  readonly type: number;
  readonly count: number;
  /** Position of the entry in the file. */
  readonly at: number;
  /** The field with its value, or with the address of a longer one. */
  readonly value: Buffer;
}

/** Bytes of one value of each type that holds whole numbers. */
const typeBytes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 16: 8 };
/** A list of whole numbers that is read has one for each channel at most. */
const maxNumbers = 64;
/** A directory has some thirty entries. */
const maxEntries = 4096;

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  return bytes.subarray(0, bytesRead);
}

function toNumber(bytes: Buffer, isLittle: boolean): number {
  if (bytes.length === 8) return Number(isLittle ? bytes.readBigUInt64LE(0) : bytes.readBigUInt64BE(0));
  return isLittle ? bytes.readUIntLE(0, bytes.length) : bytes.readUIntBE(0, bytes.length);
}

/** Undefined for a file that ends within its header, or whose header is neither. */
export async function readLayout(file: FileHandle): Promise<TiffLayout | undefined> {
  const head = await readAt(file, 0, 16);
  if (head.length < 8) return undefined;
  const isLittle = head[0] === 0x49;
  const isBig = toNumber(head.subarray(2, 4), isLittle) === 43;
  if (isBig && head.length < 16) return undefined;
  return { isLittle, isBig, first: toNumber(isBig ? head.subarray(8, 16) : head.subarray(4, 8), isLittle) };
}

/** Returns the position of the directory after the one at `at`, 0 after the last; undefined where the file ends. */
export async function readNext(file: FileHandle, layout: TiffLayout, at: number): Promise<number | undefined> {
  const [countBytes, entryBytes, addressBytes] = layout.isBig ? [8, 20, 8] : [2, 12, 4];
  if (!Number.isSafeInteger(at)) return undefined;
  const count = await readAt(file, at, countBytes);
  if (count.length < countBytes) return undefined;
  const end = at + countBytes + toNumber(count, layout.isLittle) * entryBytes;
  if (!Number.isSafeInteger(end)) return undefined;
  const next = await readAt(file, end, addressBytes);
  return next.length < addressBytes ? undefined : toNumber(next, layout.isLittle);
}

/** Reads the entries of the directory at `at` by tag. */
export async function readDirectory(
  file: FileHandle,
  { isLittle, isBig }: TiffLayout,
  at: number,
): Promise<ReadonlyMap<number, TiffEntry>> {
  const [countBytes, entryBytes] = isBig ? [8, 20] : [2, 12];
  const entries = new Map<number, TiffEntry>();
  if (!Number.isSafeInteger(at)) return entries;
  const count = await readAt(file, at, countBytes);
  if (count.length < countBytes) return entries;
  const max = Math.min(maxEntries, toNumber(count, isLittle));
  const bytes = await readAt(file, at + countBytes, max * entryBytes);
  for (let from = 0; from + entryBytes <= bytes.length; from += entryBytes) {
    const entry = bytes.subarray(from, from + entryBytes);
    entries.set(toNumber(entry.subarray(0, 2), isLittle), {
      type: toNumber(entry.subarray(2, 4), isLittle),
      count: toNumber(entry.subarray(4, isBig ? 12 : 8), isLittle),
      at: at + countBytes + from,
      value: entry.subarray(isBig ? 12 : 8),
    });
  }
  return entries;
}

/** All values of an entry of whole numbers, up to 64. */
export async function readNumbers(
  file: FileHandle,
  { isLittle }: TiffLayout,
  entry: TiffEntry | undefined,
): Promise<number[]> {
  const length = entry && typeBytes[entry.type];
  if (!entry || length === undefined) return [];
  const count = Math.min(entry.count, maxNumbers);
  const isInside = length * entry.count <= entry.value.length;
  const bytes = isInside ? entry.value : await readAt(file, toNumber(entry.value, isLittle), length * count);
  return Array.from({ length: Math.min(count, Math.floor(bytes.length / length)) }, (_, i) =>
    toNumber(bytes.subarray(i * length, (i + 1) * length), isLittle),
  );
}

/** The first value of an entry of whole numbers; undefined if there is none. */
export async function readFirst(
  file: FileHandle,
  { isLittle }: TiffLayout,
  entry: TiffEntry | undefined,
): Promise<number | undefined> {
  const length = entry && typeBytes[entry.type];
  if (!entry || length === undefined || entry.count < 1) return undefined;
  const isInside = length * entry.count <= entry.value.length;
  const bytes = isInside ? entry.value : await readAt(file, toNumber(entry.value, isLittle), length);
  return bytes.length < length ? undefined : toNumber(bytes.subarray(0, length), isLittle);
}

/** The values of an entry of fractions; undefined unless it has `count` of them. */
export async function readFractions(
  file: FileHandle,
  { isLittle }: TiffLayout,
  entry: TiffEntry | undefined,
  count: number,
): Promise<number[] | undefined> {
  const fractionType = 5;
  if (!entry || entry.type !== fractionType || entry.count !== count) return undefined;
  const bytes = await readAt(file, toNumber(entry.value, isLittle), count * 8);
  if (bytes.length < count * 8) return undefined;
  const part = (at: number) => toNumber(bytes.subarray(at, at + 4), isLittle);
  return Array.from({ length: count }, (_, i) => part(i * 8) / part(i * 8 + 4));
}
