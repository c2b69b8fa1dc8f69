// Restores a picture tile by tile with a network that takes squares of one size. Tiles overlap and fade into each other.

import type { PartProgress } from 'contract/run.ts';
import { luma601 } from '../pixels/luma.ts';
import { mirrorOnce } from '../pixels/mirror.ts';
import type { Pixels, Plane } from '../pixels/plane.ts';
import type { TileNetwork } from './open.ts';

/** Pixels over which neighbouring tiles fade into each other: at their very edge their results differ by up to 4 levels. */
const usualOverlap = 64;
const colours = 3;
/** Milliseconds for a tile, until one has been measured. */
export const usualTileMs = 2500;

export interface Place {
  readonly left: number;
  readonly top: number;
}

/** The levels of a tile from 0 to 1. Beyond the right and lower border the picture is mirrored. */
export function readTile({ data, width, height }: Pixels, { left, top }: Place, side: number): Float32Array {
  const tile = new Float32Array(side * side * colours);
  let to = 0;
  for (let y = 0; y < side; y++) {
    const row = mirrorOnce(top + y, height) * width;
    for (let x = 0; x < side; x++) {
      const from = (row + mirrorOnce(left + x, width)) * colours;
      for (let colour = 0; colour < colours; colour++) tile[to++] = data[from + colour]! / 255;
    }
  }
  return tile;
}

/** Luma of a tile, from 0 to 1. */
export function lumaOf(tile: Float32Array, side: number): Plane {
  const data = new Float32Array(side * side);
  for (let i = 0; i < data.length; i++) data[i] = luma601(tile[3 * i]!, tile[3 * i + 1]!, tile[3 * i + 2]!);
  return { data, width: side, height: side };
}

function listStarts(length: number, side: number, overlap: number): number[] {
  const starts: number[] = [];
  for (let at = 0; ; at += side - overlap) {
    starts.push(Math.min(at, Math.max(0, length - side)));
    if (at + side >= length) return starts;
  }
}

/** Weight of a tile's pixel by its distance from the tile's border. Never 0, as nothing else covers the border of the picture. */
const weightAt = (at: number, side: number, overlap: number): number =>
  Math.min(1, (Math.min(at, side - 1 - at) + 0.5) / overlap);

/** The restored picture, of the same size. Neighbouring tiles share at least `overlap` pixels. */
export async function restoreTiles(
  pixels: Pixels,
  { side, restore }: TileNetwork,
  progress: PartProgress,
  overlap = usualOverlap,
): Promise<Pixels> {
  const { width, height } = pixels;
  const sum = new Float32Array(width * height * colours);
  const weights = new Float32Array(width * height);
  const lefts = listStarts(width, side, overlap);
  const places = listStarts(height, side, overlap).flatMap(top => lefts.map(left => ({ left, top })));
  let tileMs = usualTileMs;
  for (const [index, place] of places.entries()) {
    progress(index / places.length, { until: (index + 1) / places.length, usualMs: tileMs });
    const startedAt = performance.now();
    const restored = await restore(readTile(pixels, place, side));
    tileMs = performance.now() - startedAt;
    for (let y = 0; y < Math.min(side, height - place.top); y++)
      for (let x = 0; x < Math.min(side, width - place.left); x++) {
        const weight = weightAt(x, side, overlap) * weightAt(y, side, overlap);
        const to = (place.top + y) * width + place.left + x;
        weights[to]! += weight;
        for (let colour = 0; colour < colours; colour++)
          sum[to * colours + colour]! += weight * restored[(y * side + x) * colours + colour]!;
      }
  }
  const data = new Uint8Array(sum.length);
  for (let i = 0; i < data.length; i++)
    data[i] = Math.max(0, Math.min(255, Math.round((255 * sum[i]!) / weights[Math.floor(i / colours)]!)));
  return { data, width, height };
}
