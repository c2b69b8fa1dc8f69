// Enlarges images tile by tile. Each tile is read with a margin as wide as the network's receptive field, so that there are no seams.

import type { PartProgress } from 'contract/run.ts';
import type { RawPixels } from '../formats/decode-dib.ts';
import { mirror } from '../pixels/mirror.ts';
import { cropBorder, cubic, type Kernel, lanczos3, makePlanes, type Planes, resample } from '../pixels/resample.ts';
import { bleedColours } from './bleed.ts';
import type { Enlarger } from './network.ts';
import { finishReach, finishTile } from './tile.ts';

export interface EnlargeRequest {
  /** An integer factor for both sides. */
  readonly scale: number;
  /** graphic and text get clean edges without halos. */
  readonly mode: 'photo' | 'graphic' | 'text';
  /** Absent: resampling only. */
  readonly network?: Enlarger;
  /** The image was compressed with loss: its levels contain errors, which the result need not reproduce. */
  readonly isLossy?: boolean;
  /** Called after every tile. */
  readonly progress?: PartProgress;
}

/** Larger tiles waste less on their margins, but no longer fit the processor's cache: about 160 is fastest. */
const tileSide = 160;
/** A tile with less contrast than this, in levels, is a plain area, where a network cannot add detail. */
const plainLevels = 3;

const resampleTile = (tile: Planes, scale: number, kernel: Kernel) =>
  resample(tile, tile.width * scale, tile.height * scale, kernel);

const createResampler = (scale: number, kernel: Kernel): Enlarger => ({
  name: 'resampling',
  reach: kernel.reach,
  multiple: 1,
  isTrue: false,
  enlarge: async tile => cropBorder(resampleTile(tile, scale, kernel), kernel.reach * scale),
});

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Assumed time per tile until one has been measured. */
const usualTileMs = 200;

function readTile(pixels: RawPixels, area: Area, channels: readonly number[]): Planes {
  const tile = makePlanes(area.width, area.height, channels.length);
  const columns = Int32Array.from({ length: area.width }, (_, x) => mirror(area.x + x, pixels.width) * pixels.channels);
  let to = 0;
  for (const channel of channels) {
    for (let y = 0; y < area.height; y++) {
      const row = mirror(area.y + y, pixels.height) * pixels.width * pixels.channels + channel;
      for (let x = 0; x < area.width; x++) tile.data[to++] = pixels.data[row + columns[x]!]!;
    }
  }
  return tile;
}

/** Writes a tile, without its margin of `finishReach` original pixels, to the position of `core` in `out`. */
function writeTile(out: RawPixels, tile: Planes, core: Area, scale: number, channels: readonly number[]) {
  for (const [plane, channel] of channels.entries()) {
    for (let y = 0; y < core.height * scale; y++) {
      const from = (plane * tile.height + finishReach * scale + y) * tile.width + finishReach * scale;
      let to = ((core.y * scale + y) * out.width + core.x * scale) * out.channels + channel;
      for (let x = 0; x < core.width * scale; x++, to += out.channels) {
        const level = tile.data[from + x]!;
        out.data[to] = level <= 0 ? 0 : level >= 255 ? 255 : level + 0.5;
      }
    }
  }
}

/** The largest difference of levels within a plane. */
function measureContrast({ data, width, height, count }: Planes): number {
  let max = 0;
  for (let plane = 0; plane < count; plane++) {
    let [low, high] = [255, 0];
    for (const level of data.subarray(plane * width * height, (plane + 1) * width * height)) {
      if (level < low) low = level;
      if (level > high) high = level;
    }
    max = Math.max(max, high - low);
  }
  return max;
}

/** Enlarges a tile of one uniform colour. */
function repeatColour({ data, width, height, count }: Planes, scale: number): Planes {
  const out = makePlanes(width * scale, height * scale, count);
  const area = out.width * out.height;
  for (let plane = 0; plane < count; plane++)
    out.data.fill(data[plane * width * height]!, plane * area, (plane + 1) * area);
  return out;
}

/** Iterates over the tiles: the area each produces, and the larger area it reads. */
function* listTiles(pixels: RawPixels, { side, multiple, reach }: Enlarger): Generator<{ core: Area; area: Area }> {
  const margin = reach + finishReach;
  const step = side ? side - 2 * margin : tileSide;
  const widen = (length: number) => side ?? Math.ceil((length + 2 * margin) / multiple) * multiple;
  for (let y = 0; y < pixels.height; y += step) {
    for (let x = 0; x < pixels.width; x += step) {
      const [width, height] = [Math.min(step, pixels.width - x), Math.min(step, pixels.height - y)];
      const area = { x: x - margin, y: y - margin, width: widen(width), height: widen(height) };
      yield { core: { x, y, width, height }, area };
    }
  }
}

async function enlargeChannels(
  pixels: RawPixels,
  out: RawPixels,
  channels: readonly number[],
  request: Omit<EnlargeRequest, 'mode'> & { mode: EnlargeRequest['mode'] | 'alpha' },
): Promise<void> {
  const { scale, mode, network, isLossy = false, progress } = request;
  const kernel = mode === 'alpha' ? cubic : lanczos3;
  const enlarger = network ?? createResampler(scale, kernel);
  const total = pixels.width * pixels.height;
  let done = 0;
  let tileMs = usualTileMs;
  for (const { core, area } of listTiles(pixels, enlarger)) {
    const tile = readTile(pixels, area, channels);
    const contrast = measureContrast(tile);
    const isPlain = contrast < plainLevels;
    // Each tile is expected to take as long as the previous one.
    if (network && !isPlain)
      progress?.(done / total, { until: (done + core.width * core.height) / total, usualMs: tileMs });
    const startedAt = performance.now();
    const original = cropBorder(tile, enlarger.reach);
    const enlargePlain = () => cropBorder(resampleTile(tile, scale, kernel), enlarger.reach * scale);
    const finish = { scale, mode, isLossy, isTrue: enlarger.isTrue && !isPlain };
    const made =
      contrast === 0
        ? repeatColour(original, scale)
        : finishTile(isPlain ? enlargePlain() : await enlarger.enlarge(tile), original, finish);
    writeTile(out, made, core, scale, channels);
    done += core.width * core.height;
    if (network && !isPlain) tileMs = performance.now() - startedAt;
    progress?.(done / total);
  }
}

/**
 * Enlarges RGB or RGBA pixels `scale` times. Levels are used as they are, regardless of the colour profile. Memory: the result, plus about 100 MB for
 * the network.
 */
export async function enlarge(pixels: RawPixels, request: EnlargeRequest): Promise<RawPixels> {
  const { scale } = request;
  const { width, height, channels } = pixels;
  const data = Buffer.alloc(width * scale * height * scale * channels);
  const out: RawPixels = { data, width: width * scale, height: height * scale, channels };
  await enlargeChannels(channels === 4 ? bleedColours(pixels) : pixels, out, [0, 1, 2], request);
  // Alpha needs clean edges, and the networks were not trained on it.
  if (channels === 4) await enlargeChannels(pixels, out, [3], { scale, mode: 'alpha' });
  return out;
}
