// Says whether a picture has noise that a person would see, and how much: from a few tiles, by what the network takes away where it is calm, and by how
// that is like a sensor's noise. Texture, weaves and scan lines are taken away as well, but differ from it. See docs/decisions/denoising.md.
import type { PartProgress } from 'contract/run.ts';
import type { TileNetwork } from '../maxim/open.ts';
import { resize } from '../maxim/resize.ts';
import { type Place, readTile, usualTileMs } from '../maxim/tiles.ts';
import { boxBlur } from '../pixels/box-filter.ts';
import type { Pixels } from '../pixels/plane.ts';
import { addBand, type BandNoise, makeCalm, noiseOf, spreadOf } from './keep-detail.ts';
import { splitRows } from './opponent.ts';
import { brightest, darkest, energyReach } from './shrink-band.ts';

/** The network sees the picture at this part of its size: a camera's noise spans pixels, and is even only in a reduced copy. */
const part = 1 / 2;
/** Where the noise is measured, as shares of both sides. */
const probedAt = [1 / 4, 3 / 4] as const;
/** Part of the pixels, the calmest ones, in which neighbours and channels are compared. */
const comparedShare = 0.3;

/** Standard deviations in levels, where the picture is calm, and what tells a sensor's noise from texture. */
export interface SeenNoise extends BandNoise {
  /** That of brightness in the octave above half the size. */
  readonly fine: number;
  /** How alike neighbouring pixels of the noise of brightness are, -1 to 1. */
  readonly likeness: number;
  /** How alike the noise of the channels is, -1 to 1: that of green with red or with blue, whichever is more. A sensor counts each in places of its own. */
  readonly greyness: number;
  /** How uneven the noise is at one brightness, from 1: of luma, and the lesser one of the colour differences. */
  readonly spread: BandNoise;
}

/** Levels from which noise counts as seen, if all three are reached: a sensor's noise is in brightness, colour and fine detail at once. */
const minAlike = { luma: 1.05, colour: 1, fine: 0.9 };
/** Levels from which one of them is enough. That of brightness is to reach into the fine octave, as leaves in the shade do not, or to be as strong as
 * that of colour. */
const minAlone = { luma: 2, colour: 3.5 };
const minShareOfFine = 0.5;
const minCoarse = 3.5;
/** A picture without colours has noise of this much. */
const minGrey = { luma: 1.4, fine: 1 };
const maxGreyColour = 0.05;
/** Up to these it is the noise of a sensor: on photographs of `tune` in a bright room the greyness is at most 0.49, the spread of colours 2.6, and less
 * with more noise. JPEG takes small differences of colour and makes their noise uneven; then that of brightness decides. */
const maxOfSensor = { greyness: 0.55, spread: { luma: 2.3, colour: 2.7 } };
/** Up to this it may be the same in all channels: the grain of a film, or what a camera has left of its noise. */
const maxGrainSpread = 1.8;

export function isSeen({ luma, colour, fine, likeness, greyness, spread }: SeenNoise): boolean {
  // Scan lines.
  if (likeness < 0) return false;
  const isGrain = spread.luma <= maxGrainSpread;
  const isGrey = colour < maxGreyColour;
  const isEven = spread.colour <= maxOfSensor.spread.colour || spread.luma <= maxOfSensor.spread.luma;
  const isOfSensor = !isGrey && greyness <= maxOfSensor.greyness && isEven;
  if (!isOfSensor && !isGrain) return false;
  if (colour >= minAlone.colour || luma >= minCoarse) return true;
  if (luma >= minAlone.luma && fine >= minShareOfFine * luma) return true;
  if (isGrey) return luma >= minGrey.luma && fine >= minGrey.fine;
  return luma >= minAlike.luma && colour >= minAlike.colour && fine >= minAlike.fine;
}

const toPixels = (levels: Float32Array, side: number): Pixels => ({
  data: Uint8Array.from(levels, level => Math.max(0, Math.min(255, Math.round(255 * level)))),
  width: side,
  height: side,
});

/** The part of the picture of `side` pixels at most from that place. */
function cut({ data, width, height }: Pixels, { left, top }: Place, side: number): Pixels {
  const [wide, high] = [Math.min(side, width - left), Math.min(side, height - top)];
  const cropped = new Uint8Array(wide * high * 3);
  for (let y = 0; y < high; y++) {
    const from = ((top + y) * width + left) * 3;
    cropped.set(data.subarray(from, from + wide * 3), y * wide * 3);
  }
  return { data: cropped, width: wide, height: high };
}

/** Sums of products of what was taken out of the calmest pixels. */
interface Products {
  /** Of luma, with that of the next pixel and with itself. */
  next: number;
  own: number;
  /** Of the channels with themselves, and of green with both others. */
  red: number;
  green: number;
  blue: number;
  redGreen: number;
  greenBlue: number;
}

/** Adds the products of a tile. What is clipped has no noise, and is left out. */
function addProducts(seen: Pixels, restored: Pixels, sums: Products): void {
  const { width, height } = seen;
  const [lumas, others] = [splitRows(seen, 0, height)[0], splitRows(restored, 0, height)[0]];
  const noise = lumas.map((level, i) => level - others[i]!);
  const energy = boxBlur(
    noise.map(value => value * value),
    width,
    height,
    energyReach,
  );
  const whole = energy.filter((_, i) => others[i]! > darkest && others[i]! < brightest);
  const most = whole.toSorted()[Math.floor(whole.length * comparedShare)] ?? 0;
  for (let i = 0; i < noise.length - 1; i++) {
    if (energy[i]! > most || others[i]! <= darkest || others[i]! >= brightest || i % width === width - 1) continue;
    const [red, green, blue] = [3 * i, 3 * i + 1, 3 * i + 2].map(at => seen.data[at]! - restored.data[at]!) as [
      number,
      number,
      number,
    ];
    sums.next += noise[i]! * noise[i + 1]!;
    sums.own += noise[i]! ** 2;
    sums.red += red * red;
    sums.green += green * green;
    sums.blue += blue * blue;
    sums.redGreen += red * green;
    sums.greenBlue += green * blue;
  }
}

function compareChannels({ red, green, blue, redGreen, greenBlue }: Products): number {
  const alike = (both: number, one: number, other: number) => (one * other > 0 ? both / Math.sqrt(one * other) : 0);
  return Math.max(alike(redGreen, red, green), alike(greenBlue, green, blue));
}

/** Measures the noise in up to four tiles of the picture at half its size. */
export async function probeNoise(picture: Pixels, network: TileNetwork, progress: PartProgress): Promise<SeenNoise> {
  const { side, restore } = network;
  const half = { width: Math.ceil(picture.width * part), height: Math.ceil(picture.height * part) };
  const copy = await resize(picture, half);
  const starts = (length: number) => [
    ...new Set(probedAt.map(at => Math.max(0, Math.min(length - side, Math.round(at * length - side / 2))))),
  ];
  const places = starts(half.height).flatMap(top => starts(half.width).map((left): Place => ({ left, top })));
  const [calm, fine] = [makeCalm(), makeCalm()];
  const sums: Products = { next: 0, own: 0, red: 0, green: 0, blue: 0, redGreen: 0, greenBlue: 0 };
  for (const [index, place] of places.entries()) {
    progress(index / places.length, { until: (index + 1) / places.length, usualMs: usualTileMs });
    const tile = readTile(copy, place, side);
    const seen = toPixels(tile, side);
    const restored = toPixels(await restore(tile), side);
    addBand({ picture: seen, without: restored, base: restored }, calm);
    addProducts(seen, restored, sums);
    const area = cut(picture, { left: place.left / part, top: place.top / part }, side / part);
    const smaller = { width: Math.ceil(area.width * part), height: Math.ceil(area.height * part) };
    const without = await resize(await resize(area, smaller), area, 'cubic');
    addBand({ picture: area, without, base: without }, fine);
  }
  return {
    ...noiseOf(calm),
    fine: noiseOf(fine).luma,
    likeness: sums.own > 0 ? sums.next / sums.own : 0,
    greyness: compareChannels(sums),
    spread: spreadOf(calm),
  };
}
