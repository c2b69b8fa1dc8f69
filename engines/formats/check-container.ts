// Limits the lists in a container before a library walks them. Libraries read the header of every frame and page, some of them in time quadratic in
// their number, and decode every tile of a grid, wherever it lies. Sources: WebP Container Specification; GIF89a; TIFF 6.0, section 2; ISO/IEC
// 14496-12 (boxes), ISO/IEC 23008-12 (items, grids).
import type { FileHandle } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import type { MediaName } from 'contract/media.ts';
import { afterVersion, type Box, readAt, readBoxes, readTopBox } from './boxes.ts';
import { readAssociations, readReferences } from './heif-items.ts';
import { maxPixels } from './picture-limits.ts';
import { readLayout, readNext } from './tiff-directory.ts';

/**
 * Maximum number of frames or pages: three minutes of animation have 3,000 frames, a long book 2,000 pages. Ten thousand take WebP and TIFF seconds,
 * a hundred thousand minutes.
 */
const maxEntries = 3000;
/** GIF is read in a single pass, in which a million frames take seconds. */
const maxGifFrames = 50_000;
/** Tiles at the edge extend beyond it, so a grid has more pixels than the image; a camera's grid has a few hundred tiles. */
const maxTilePixels = 2 * maxPixels;
const maxTiles = 4000;
const maxNesting = 8;

const corrupt = (why: string, cause?: unknown) => new AppError('FILE_CORRUPT', { why }, { cause });

async function checkWebp(file: FileHandle): Promise<void> {
  const head = await readAt(file, 12, 9);
  const isAnimated = head.length === 9 && head.toString('latin1', 0, 4) === 'VP8X' && (head[8]! & 2) !== 0;
  if (!isAnimated) return;
  let at = 12;
  for (let entries = 0; ; entries++) {
    if (entries > maxEntries) throw corrupt('frames');
    const chunk = await readAt(file, at, 8);
    if (chunk.length < 8) return;
    const length = chunk.readUInt32LE(4);
    at += 8 + length + (length % 2);
  }
}

const windowBytes = 256 * 1024;

/** Returns a reader for single bytes of a file that reads ahead in windows; undefined past the end. */
function readAhead(file: FileHandle) {
  let from = 0;
  let bytes: Buffer = Buffer.alloc(0);
  return async (at: number): Promise<number | undefined> => {
    if (at < from || at >= from + bytes.length) {
      from = at;
      bytes = await readAt(file, at, windowBytes);
    }
    return bytes[at - from];
  };
}

async function checkGif(file: FileHandle): Promise<void> {
  const byteAt = readAhead(file);
  const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + tableBytes((await byteAt(10)) ?? 0);
  for (let frames = 0; ; ) {
    const kind = await byteAt(at);
    if (kind === 0x21) at += 2;
    else if (kind === 0x2c) {
      if (++frames > maxGifFrames) throw corrupt('frames');
      at += 11 + tableBytes((await byteAt(at + 9)) ?? 0);
    } else return;
    for (let length = await byteAt(at); length; length = await byteAt(at)) at += length + 1;
    at += 1;
  }
}

async function checkTiff(file: FileHandle): Promise<void> {
  const layout = await readLayout(file);
  if (!layout) return;
  let next: number | undefined = layout.first;
  // A cyclic list never ends.
  for (let pages = 0; next !== undefined && next !== 0; pages++) {
    if (pages > maxEntries) throw corrupt('pages');
    next = await readNext(file, layout, next);
  }
}

/** Returns the declared size of each item in pixels, by item id. */
function readSizes(meta: readonly Box[]): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { item, property } of readAssociations(meta)) {
    if (property?.name !== 'ispe') continue;
    const pixels = property.body.readUInt32BE(afterVersion) * property.body.readUInt32BE(afterVersion + 4);
    sizes.set(item, Math.max(pixels, sizes.get(item) ?? 0));
  }
  return sizes;
}

/** Returns the parts that items are composed of, and the auxiliary items decoded with others, such as alpha. */
function readParts(meta: readonly Box[]) {
  const tilesOf = new Map<number, number[]>();
  const besides = new Set<number>();
  for (const { name, from, to } of readReferences(meta)) {
    if (name === 'auxl') besides.add(from);
    if (name === 'dimg') tilesOf.set(from, [...(tilesOf.get(from) ?? []), ...to]);
  }
  return { tilesOf, besides };
}

interface Cost {
  readonly pixels: number;
  readonly tiles: number;
}

function checkTiles(meta: Buffer): void {
  const boxes = [...readBoxes(meta.subarray(afterVersion))];
  const sizes = readSizes(boxes);
  const { tilesOf, besides } = readParts(boxes);
  const known = new Map<number, Cost>();
  const costOf = (id: number, nesting = 0): Cost => {
    const found = known.get(id);
    if (found) return found;
    if (nesting > maxNesting) throw corrupt('nesting');
    const parts = tilesOf.get(id);
    let cost: Cost = { pixels: sizes.get(id) ?? 0, tiles: 1 };
    if (parts) {
      cost = { pixels: 0, tiles: 0 };
      for (const part of parts) {
        const { pixels, tiles } = costOf(part, nesting + 1);
        cost = { pixels: cost.pixels + pixels, tiles: cost.tiles + tiles };
      }
    }
    known.set(id, cost);
    return cost;
  };
  const drawn = [...new Set([...sizes.keys(), ...tilesOf.keys()])].filter(id => !besides.has(id)).map(id => costOf(id));
  const added = [...besides].map(id => costOf(id));
  const sum = (of: keyof Cost) =>
    drawn.reduce((max, cost) => Math.max(max, cost[of]), 0) + added.reduce((all, cost) => all + cost[of], 0);
  if (sum('pixels') > maxTilePixels || sum('tiles') > maxTiles) throw corrupt('tiles');
}

async function checkHeif(file: FileHandle): Promise<void> {
  const meta = await readTopBox(file, 'meta');
  if (!meta) return;
  try {
    checkTiles(meta);
  } catch (cause) {
    if (cause instanceof RangeError || cause instanceof TypeError) throw corrupt('meta', cause);
    throw cause;
  }
}

const checks: Partial<Record<MediaName, (file: FileHandle) => Promise<void>>> = {
  gif: checkGif,
  webp: checkWebp,
  tiff: checkTiff,
  avif: checkHeif,
  heic: checkHeif,
};

/** Throws FILE_CORRUPT for a file with implausibly many frames, pages or tiles. Reads only headers. */
export const checkContainer = async (file: FileHandle, type: MediaName): Promise<void> => checks[type]?.(file);
