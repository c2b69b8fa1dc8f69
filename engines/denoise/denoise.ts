// Takes the noise of a sensor out of a photograph: with a network at a part of its size, and by the energy of the finer bands above that. See
// docs/decisions/denoising.md.
import { setImmediate as breathe } from 'node:timers/promises';
import { type PartProgress, within } from 'contract/run.ts';
import { findDenoising, type TileNetwork } from '../maxim/open.ts';
import { resize } from '../maxim/resize.ts';
import { type Place, readTile, restoreTiles, usualTileMs } from '../maxim/tiles.ts';
import type { Pixels } from '../pixels/plane.ts';
import { addBand, type Band, type BandNoise, keepDetail, makeCalm, noiseOf, type Over } from './keep-detail.ts';

/** The network sees the picture at this part of its size or less: a camera's noise spans pixels, and is even only in a reduced copy. */
const largestPart = 1 / 2;
/** Pixels of that copy at most. */
const maxRestored = 1_500_000;
/** Sides in pixels below which a picture is mostly mirrored margin. */
const minSide = 64;
/** Detail counts as noise up to this many times the energy of the noise of its band. */
const usual: Over = { luma: 2.4, colour: 3.4 };
/** Share of the time of the network; the bands take the rest. */
const restoredShare = 0.85;
/** Where the noise is measured first, as shares of both sides. */
const probedAt = [1 / 4, 3 / 4] as const;
/**
 * Levels below which noise is hardly seen. Of 21 clean photographs 20 have less of both, with up to 1.3 and 0.9, of those from a bright room two.
 */
const minSeen: BandNoise = { luma: 1.4, colour: 1.2 };

/** Sizes from that of the network to that of the picture: each band between two of them spans an octave or less. */
function listSizes({ width, height }: Pixels): { width: number; height: number }[] {
  const part = Math.min(largestPart, Math.sqrt(maxRestored / (width * height)));
  const sizes: { width: number; height: number }[] = [];
  for (let at = part; at < 1; at *= 2)
    sizes.push({ width: Math.max(1, Math.round(width * at)), height: Math.max(1, Math.round(height * at)) });
  return [...sizes, { width, height }];
}

interface Denoising {
  /** Standard deviations of the noise at half the size of the picture, in levels. */
  readonly noise: BandNoise;
  /** Whether there is too little noise to be seen. */
  readonly isClean: boolean;
  /** The picture without its noise. `more` is how many times as much counts as noise, from 1. */
  readonly remove: (more: number, progress: PartProgress) => Promise<Pixels>;
}

/** Noise in up to four tiles of the picture at half its size: what the network takes away there, where it is calm. */
async function measureNoise(picture: Pixels, network: TileNetwork, progress: PartProgress): Promise<BandNoise> {
  const { side, restore } = network;
  const half = { width: Math.ceil(picture.width * largestPart), height: Math.ceil(picture.height * largestPart) };
  const copy = await resize(picture, half);
  const starts = (length: number) => [
    ...new Set(probedAt.map(at => Math.max(0, Math.min(length - side, Math.round(at * length - side / 2))))),
  ];
  const places = starts(half.height).flatMap(top => starts(half.width).map((left): Place => ({ left, top })));
  const calm = makeCalm();
  for (const [index, place] of places.entries()) {
    progress(index / places.length, { until: (index + 1) / places.length, usualMs: usualTileMs });
    const tile = readTile(copy, place, side);
    const seen = toPixels(tile, side);
    const restored = toPixels(await restore(tile), side);
    addBand({ picture: seen, without: restored, base: restored }, calm);
  }
  return noiseOf(calm);
}

const toPixels = (levels: Float32Array, side: number): Pixels => ({
  data: Uint8Array.from(levels, level => Math.max(0, Math.min(255, Math.round(255 * level)))),
  width: side,
  height: side,
});

async function removeNoise(
  picture: Pixels,
  network: TileNetwork,
  more: number,
  progress: PartProgress,
): Promise<Pixels> {
  const over = { luma: usual.luma * more, colour: usual.colour * more };
  const copies = await Promise.all(listSizes(picture).map(size => resize(picture, size)));
  const restored = await restoreTiles(copies[0]!, network, within(progress, 0, restoredShare));
  let made = keepDetail({ picture: copies[0]!, without: restored, base: restored }, over);
  for (const [index, finer] of copies.slice(1).entries()) {
    progress(restoredShare + ((1 - restoredShare) * index) / (copies.length - 1));
    await breathe();
    const band: Band = {
      picture: finer,
      without: await resize(copies[index]!, finer, 'cubic'),
      base: await resize(made, finer, 'cubic'),
    };
    made = keepDetail(band, over);
  }
  progress(1);
  return made;
}

/** Measures the noise of a picture. Undefined if it is too small. */
export async function planDenoising(picture: Pixels, progress: PartProgress): Promise<Denoising | undefined> {
  if (Math.min(picture.width, picture.height) < minSide) return undefined;
  const network = await findDenoising().open();
  const noise = await measureNoise(picture, network, progress);
  const isClean = noise.luma < minSeen.luma && noise.colour < minSeen.colour;
  return { noise, isClean, remove: (more, report) => removeNoise(picture, network, more, report) };
}
