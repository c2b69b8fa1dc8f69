// Takes the noise of a sensor out of a photograph: with a network at a part of its size, with the same one at its whole size if it is small, and by the
// energy of the finer bands; its blacks are brought back. See docs/decisions/denoising.md.
import { setImmediate as breathe } from 'node:timers/promises';
import { type PartProgress, within } from 'contract/run.ts';
import { findDenoising, type TileNetwork } from '../maxim/open.ts';
import { resize } from '../maxim/resize.ts';
import { restoreTiles } from '../maxim/tiles.ts';
import type { Pixels } from '../pixels/plane.ts';
import { followPicture } from './follow-picture.ts';
import { type Band, keepDetail, type Over } from './keep-detail.ts';
import { lowerBlacks } from './lower-blacks.ts';
import { isSeen, probeNoise, type SeenNoise } from './probe-noise.ts';

/** The network sees the picture at this part of its size or less: a camera's noise spans pixels, and is even only in a reduced copy. */
const largestPart = 1 / 2;
/** Pixels of that copy at most. */
const maxRestored = 1_500_000;
/** Pixels of a picture whose finest octave the network restores as well: with the copy of half its size as many as above. */
const maxWhole = 1_200_000;
/** Pixels in which neighbouring tiles fade into each other. */
const overlap = 32;
/** Sides in pixels below which a picture is mostly mirrored margin. */
const minSide = 64;
/** Detail counts as noise up to this many times the energy of the noise of its band, and of its frequency. */
const usual: Over = { luma: 2.4, colour: 3.4 };
const usualOfFrequency = 2;
/** Share of the time of the network; the bands take the rest. */
const restoredShare = 0.85;

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
  readonly noise: SeenNoise;
  /** Whether there is too little noise to be seen. */
  readonly isClean: boolean;
  /** The picture without its noise. `more` is how many times as much counts as noise, from 1. */
  readonly remove: (more: number, progress: PartProgress) => Promise<Pixels>;
}

/** The same network, which answers the same tile twice in a row without computing it again: in small pictures the probe is the whole copy. */
function rememberLast({ side, restore }: TileNetwork): TileNetwork {
  let last: { readonly tile: Float32Array; readonly answer: Float32Array } | undefined;
  return {
    side,
    restore: async tile => {
      if (!last?.tile.every((level, i) => level === tile[i])) last = { tile, answer: await restore(tile) };
      return last.answer;
    },
  };
}

/** Half of what was kept of the finest band by its energy, and half of that band as the network has restored it. `base` is the picture without it. */
async function mixBand(kept: Pixels, base: Pixels, restored: Pixels, smaller: Pixels): Promise<Pixels> {
  const smooth = await resize(await resize(restored, smaller), restored, 'cubic');
  const data = kept.data.map((level, i) => {
    const other = base.data[i]! + restored.data[i]! - smooth.data[i]!;
    return Math.max(0, Math.min(255, Math.round((level + other) / 2)));
  });
  return { ...kept, data };
}

interface Removal {
  /** How many times as much counts as noise, from 1. */
  readonly more: number;
  /** Whether the picture has the noise of a sensor: without it there is nothing that was cut off at black. Faint stars would pass for it. */
  readonly isNoisy: boolean;
}

async function removeNoise(
  picture: Pixels,
  network: TileNetwork,
  { more, isNoisy }: Removal,
  progress: PartProgress,
): Promise<Pixels> {
  const over = { luma: usual.luma * more, colour: usual.colour * more };
  const isSmall = picture.width * picture.height <= maxWhole;
  const restore = (pixels: Pixels, from: number, until: number) =>
    restoreTiles(pixels, network, within(progress, from * restoredShare, until * restoredShare), overlap);
  const copies = await Promise.all(listSizes(picture).map(size => resize(picture, size)));
  const coarse = copies[0]!;
  const restored = await restore(coarse, 0, isSmall ? largestPart ** 2 : 1);
  const whole = isSmall ? await restore(picture, largestPart ** 2, 1) : undefined;
  const kept = keepDetail({ picture: coarse, without: restored, base: restored }, over);
  await breathe();
  let made = followPicture(coarse, restored, kept, usualOfFrequency * more);
  for (const [index, finer] of copies.slice(1).entries()) {
    progress(restoredShare + ((1 - restoredShare) * index) / (copies.length - 1));
    await breathe();
    const band: Band = {
      picture: finer,
      without: await resize(copies[index]!, finer, 'cubic'),
      base: await resize(made, finer, 'cubic'),
    };
    made = keepDetail(band, over);
    if (whole) made = await mixBand(made, band.base, whole, coarse);
  }
  await breathe();
  if (isNoisy) made = lowerBlacks(picture, made);
  progress(1);
  return made;
}

/** Measures the noise of a picture. Undefined if it is too small. */
export async function planDenoising(picture: Pixels, progress: PartProgress): Promise<Denoising | undefined> {
  if (Math.min(picture.width, picture.height) < minSide) return undefined;
  const network = rememberLast(await findDenoising().open());
  const noise = await probeNoise(picture, network, progress);
  const isNoisy = isSeen(noise);
  return {
    noise,
    isClean: !isNoisy,
    remove: (more, report) => removeNoise(picture, network, { more, isNoisy }, report),
  };
}
