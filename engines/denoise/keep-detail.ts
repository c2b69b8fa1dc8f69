// Returns to a denoised picture what was detail. The band between the picture and a copy without it holds noise and detail; what is stronger than the
// noise is kept.
import type { Pixels } from '../pixels/plane.ts';
import { joinPixels, type Opponent, splitRows } from './opponent.ts';
import { bandMargin, Calm, energyReach, shrinkBand } from './shrink-band.ts';

export interface Band {
  /** The band is this picture ... */
  readonly picture: Pixels;
  /** ... less this one ... */
  readonly without: Pixels;
  /** ... and what is kept of it is added to this one, which also says how bright a pixel is. All three have one size. */
  readonly base: Pixels;
}

/** How many times the energy of the noise still counts as noise, of brightness and of the colour differences. */
export interface Over {
  readonly luma: number;
  readonly colour: number;
}

/** Noise of a band: of luma, and the larger one of the colour differences. */
export interface BandNoise {
  readonly luma: number;
  readonly colour: number;
}

/** Rows that are worked on together, in pixels: the planes of a whole picture would take a gigabyte. */
const stripePixels = 1_000_000;
/** Pixels whose energy is looked at, at most. */
const samples = 300_000;
/** Rows whose energies are looked at together in a picture of few pixels; the rows around them are computed in vain. */
const groupRows = 32;

function* listStripes({ width, height }: Pixels) {
  const rows = Math.max(2 * bandMargin, Math.floor(stripePixels / width));
  for (let top = 0; top < height; top += rows) {
    const end = Math.min(height, top + rows);
    yield { top, end, from: Math.max(0, top - bandMargin), until: Math.min(height, end + bandMargin) };
  }
}

const subtract = (planes: Opponent, others: Opponent) =>
  planes.map((plane, index) => plane.map((value, i) => value - others[index]![i]!));

export const makeCalm = (): readonly Calm[] => [new Calm(), new Calm(), new Calm()];

/** Adds the energies of a band, of luma and of the colour differences: of one in `step` pixels, in groups of whole rows all over the picture. */
export function addBand({ picture, without, base }: Band, calm: readonly Calm[]): void {
  const { width, height } = picture;
  const step = Math.max(1, Math.floor((width * height) / samples));
  const rows = Math.max(1, Math.round(groupRows / step));
  for (let from = 0; from < height; from += rows * step) {
    const until = Math.min(height, from + rows);
    const [top, end] = [Math.max(0, from - energyReach), Math.min(height, until + energyReach)];
    const [luma] = splitRows(base, from, until);
    const bands = subtract(splitRows(picture, top, end), splitRows(without, top, end));
    for (const [index, one] of calm.entries()) one.add(bands[index]!, luma, width, from - top);
  }
}

export function noiseOf(calm: readonly Calm[]): BandNoise {
  const [luma, red, blue] = calm.map(one => one.deviation) as [number, number, number];
  return { luma, colour: Math.max(red, blue) };
}

/** How uneven the noise is at one brightness, from 1: of luma, and the lesser one of the colour differences. */
export function spreadOf(calm: readonly Calm[]): BandNoise {
  const [luma, red, blue] = calm.map(one => one.spread) as [number, number, number];
  return { luma, colour: Math.min(red, blue) };
}

/** The base with what the band holds beyond its noise. */
export function keepDetail(band: Band, over: Over): Pixels {
  const { picture, without, base } = band;
  const { width, height } = picture;
  const data = new Uint8Array(picture.data.length);
  const calm = makeCalm();
  addBand(band, calm);
  const levels = calm.map(one => one.toLevels());
  for (const { top, end, from, until } of listStripes(picture)) {
    const planes = splitRows(base, from, until);
    const bands = subtract(splitRows(picture, from, until), splitRows(without, from, until));
    const kept = bands.map((one, index) =>
      shrinkBand(one, planes[0], width, { levels: levels[index]!, over: index === 0 ? over.luma : over.colour }),
    );
    const sums = planes.map((plane, index) => plane.map((value, i) => value + kept[index]![i]!)) as unknown as Opponent;
    joinPixels(sums, (top - from) * width, (end - from) * width, data, top * width);
  }
  return { data, width, height };
}
