// Detects text in an image, at any angle, without reading it.
import type { PartProgress } from 'contract/run.ts';
import type { Pixels } from '../pixels/plane.ts';
import { fromPixels } from '../preview.ts';
import { openTextFinder } from './models.ts';
import { cornersOf, mapQuad, type Quad } from './rectangle.ts';
import { defaultRules, findRegions, type TextMap } from './regions.ts';

/** The network halves the image five times, so all sides of its input are multiples of this. */
const step = 32;
const tileSide = 1280;
/** Overlap of adjacent tiles, so that a line at their border is complete in one of them. */
const tileOverlap = 128;

/** A tile of the map, and the part of it that is kept. */
interface Tile {
  readonly from: number;
  readonly size: number;
  readonly keepFrom: number;
  readonly keepTo: number;
}

/** Cuts a side into tiles. `length` is a multiple of `step`. The kept parts are contiguous. */
function cutIntoTiles(length: number): Tile[] {
  if (length <= tileSide) return [{ from: 0, size: length, keepFrom: 0, keepTo: length }];
  const count = Math.ceil((length - tileOverlap) / (tileSide - tileOverlap));
  const stride = (length - tileSide) / (count - 1);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.round((i * stride) / step) * step;
    const next = Math.round(((i + 1) * stride) / step) * step;
    const before = Math.round(((i - 1) * stride) / step) * step;
    const middle = (a: number, b: number) => Math.round((a + tileSide + b) / 2);
    return {
      from,
      size: tileSide,
      keepFrom: i === 0 ? 0 : middle(before, from),
      keepTo: i === count - 1 ? length : middle(from, next),
    };
  });
}

export interface TextBox {
  /** Corners of the line in image pixels, clockwise from the top left; they may lie slightly outside. */
  readonly quad: Quad;
  /** 0..1 */
  readonly score: number;
}

export interface FindTextOptions {
  /** Maximum long edge of the map, in pixels; a larger image is reduced. Text 12..60 pixels high on the map is detected best. */
  readonly longEdge?: number;
  /** Whether a smaller image is enlarged to this edge. */
  readonly mayEnlarge?: boolean;
  /** Minimum score of a line, 0..1. */
  readonly minScore?: number;
  /** Maximum number of lines, the highest scores first; further ones are noise. */
  readonly maxBoxes?: number;
  readonly progress?: PartProgress;
}

type MapOptions = Pick<FindTextOptions, 'longEdge' | 'mayEnlarge' | 'progress'>;

export const defaultLongEdge = 1536;
const defaultMaxBoxes = 2000;
/** Estimated milliseconds for a tile of the map, until one has been timed. */
const usualTileMs = 800;
const means = [0.406, 0.456, 0.485];
const deviations = [0.225, 0.224, 0.229];

/** Converts a part of the image to blue, green and red planes, normalised as in the network's training. */
function toPlanes({ data, width }: Pixels, across: Tile, down: Tile): Float32Array {
  const area = across.size * down.size;
  const planes = new Float32Array(3 * area);
  for (let y = 0, to = 0; y < down.size; y++) {
    let at = ((down.from + y) * width + across.from) * 3;
    for (let x = 0; x < across.size; x++, to++, at += 3) {
      for (let c = 0; c < 3; c++) planes[c * area + to] = (data[at + 2 - c]! / 255 - means[c]!) / deviations[c]!;
    }
  }
  return planes;
}

const toStep = (pixels: number) => Math.max(step, Math.round(pixels / step) * step);

async function resize({ data, width, height }: Pixels, toWidth: number, toHeight: number): Promise<Pixels> {
  if (width === toWidth && height === toHeight) return { data, width, height };
  const pixels = { data: Buffer.from(data.buffer, data.byteOffset, data.length), width, height, channels: 3 as const };
  const resized = await fromPixels(pixels).resize(toWidth, toHeight, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  return { data: resized, width: toWidth, height: toHeight };
}

/**
 * Returns the probability of text at each pixel. The map covers the whole image, stretched to sides that are multiples of 32 and at most about
 * `longEdge` long. Memory: about 20 bytes per pixel of the map, and 200 MB for the network.
 */
export async function findTextMap(
  pixels: Pixels,
  { longEdge = defaultLongEdge, mayEnlarge = false, progress }: MapOptions = {},
): Promise<TextMap> {
  const scale = Math.min(mayEnlarge ? Infinity : 1, longEdge / Math.max(pixels.width, pixels.height));
  const width = toStep(pixels.width * scale);
  const height = toStep(pixels.height * scale);
  const small = await resize(pixels, width, height);
  const finder = await openTextFinder();
  const map = new Float32Array(width * height);
  const tiles = cutIntoTiles(height).flatMap(down => cutIntoTiles(width).map(across => ({ across, down })));
  let tileMs = usualTileMs;
  for (const [i, { across, down }] of tiles.entries()) {
    // The estimate for a tile is the duration of the previous one.
    progress?.(i / tiles.length, { until: (i + 1) / tiles.length, usualMs: tileMs });
    const startedAt = performance.now();
    const input = { data: toPlanes(small, across, down), dims: [1, 3, down.size, across.size] };
    const output = await finder.run({ [finder.inputNames[0]!]: input });
    const { data } = output[finder.outputNames[0]!]!;
    for (let y = down.keepFrom; y < down.keepTo; y++) {
      const row = (y - down.from) * across.size - across.from;
      map.set(data.subarray(row + across.keepFrom, row + across.keepTo), y * width + across.keepFrom);
    }
    tileMs = performance.now() - startedAt;
    progress?.((i + 1) / tiles.length);
  }
  return { map, width, height };
}

/** Detects lines of text, sorted from top to bottom. Distant parts of a line are separate boxes. */
export async function findText(pixels: Pixels, options: FindTextOptions = {}): Promise<TextBox[]> {
  const textMap = await findTextMap(pixels, options);
  const { minScore = defaultRules.minScore, maxBoxes = defaultMaxBoxes } = options;
  const scaleX = pixels.width / textMap.width;
  const scaleY = pixels.height / textMap.height;
  return findRegions(textMap, { ...defaultRules, minScore })
    .sort((a, b) => b.score - a.score)
    .slice(0, maxBoxes)
    .map(({ rectangle, score }) => ({
      quad: mapQuad(cornersOf(rectangle), ([x, y]) => [x * scaleX, y * scaleY]),
      score,
    }))
    .sort((a, b) => a.quad[0][1] - b.quad[0][1]);
}
