// Finds the orientation of a page by reading a few of its lines in each direction.

import type { Pixels } from '../pixels/plane.ts';
import { layColumn } from './column.ts';
import type { TextBox } from './find-text.ts';
import type { TextNetwork } from './models.ts';
import type { Quad } from './rectangle.ts';
import { cutStrip, growQuad, sidesOf, turnQuad } from './strip.ts';
import { type ReadStrip, readStrip } from './text-reader.ts';

/** Direction of the text in clockwise quarter turns from horizontal; 1 reads from top to bottom. */
export type Quarters = 0 | 1 | 2 | 3;

export interface Reading extends ReadStrip {
  readonly strip: Pixels;
  /** Corners clockwise from where the text starts. */
  readonly quad: Quad;
  /** How far the strip reaches beyond the quad on each side, in heights of the quad. */
  readonly aside: number;
}

export interface Way {
  readonly quarters: Quarters;
  /** Whether upright characters are arranged vertically. */
  readonly isColumn: boolean;
}

const level: Way = { quarters: 0, isColumn: false };
/** The network also reads characters rotated by 90°, with lower scores. */
const standing: readonly Way[] = [
  { quarters: 1, isColumn: false },
  { quarters: 3, isColumn: false },
  { quarters: 1, isColumn: true },
];
const lying: readonly Way[] = [level, { quarters: 2, isColumn: false }];

/** Minimum ratio of a line's sides that shows the direction of the text. */
const elongation = 1.5;
const samples = 6;
/** Maximum length of a sample line, in line heights: longer ones cost more to read than they tell. */
const longestSample = 30;
/** Mean score of horizontal readings above which the page is not read upside down as well. */
const sureScore = 0.9;

/** Returns the height of a line over its width: above 1 it is vertical. */
function slendernessOf(quad: Quad): number {
  const { length, height } = sidesOf(quad);
  return height / Math.max(1e-6, length);
}

/** Room around a box: boxes are so tight that accents of capital letters are cut off. More of it makes the letters too small for the network. */
const roomForAccents = { above: 0.06, below: 0.03, aside: 0.1 };

/** Reads a box in one orientation. The quad of the reading starts where the text starts. */
async function readBox(pixels: Pixels, quad: Quad, way: Way, network: TextNetwork): Promise<Reading> {
  const turned = turnQuad(quad, way.quarters);
  const isGrown = network.isWide && !way.isColumn;
  const cut = cutStrip(pixels, isGrown ? growQuad(turned, roomForAccents) : turned);
  const strip = way.isColumn ? layColumn(cut) : cut;
  return { ...(await readStrip(strip, network)), strip, quad: turned, aside: isGrown ? roomForAccents.aside : 0 };
}

/** Rates a reading: wrong orientations give few characters with low scores. */
const worthOf = ({ score, characters }: ReadStrip) => score ** 4 * Math.sqrt(characters.length);

/** Returns the best of several readings of one box. */
export async function readBest(
  pixels: Pixels,
  quad: Quad,
  ways: readonly Way[],
  network: TextNetwork,
): Promise<Reading> {
  let best: Reading | undefined;
  for (const way of ways) {
    const reading = await readBox(pixels, quad, way, network);
    if (!best || worthOf(reading) > worthOf(best)) best = reading;
  }
  return best!;
}

/** Returns the ways to read a box on a page of direction `page`, the most probable first. */
export function waysFor(quad: Quad, page: Way): readonly Way[] {
  const slenderness = slendernessOf(quad);
  const pageStands = page.quarters % 2 === 1;
  if (slenderness >= elongation && !pageStands) return standing;
  if (slenderness <= 1 / elongation && pageStands) return lying;
  if (!page.isColumn) return [page];
  // A single character of a column is read upright.
  return slenderness < elongation ? [level] : [page, standing[0]!];
}

export interface PageWay {
  readonly way: Way;
  /** Readings made so far, by the quads of their boxes. */
  readonly readings: ReadonlyMap<Quad, Reading>;
  /** Whether its lines were read with high scores. */
  readonly isSure: boolean;
}

/** Returns the ways in which the page may be read, the likeliest first. */
export async function findWays(
  pixels: Pixels,
  boxes: readonly TextBox[],
  network: TextNetwork,
): Promise<[PageWay, ...PageWay[]]> {
  const longSide = ({ quad }: TextBox) => Math.max(sidesOf(quad).length, sidesOf(quad).height);
  const stands = boxes.filter(({ quad }) => slendernessOf(quad) >= elongation);
  const lies = boxes.filter(({ quad }) => slendernessOf(quad) <= 1 / elongation);
  const total = (list: readonly TextBox[]) => list.reduce((sum, box) => sum + longSide(box), 0);
  const [ways, candidates] = total(stands) > total(lies) ? [standing, stands] : [lying, lies];
  const isShort = ({ quad }: TextBox) => {
    const slenderness = slendernessOf(quad);
    return Math.max(slenderness, 1 / slenderness) <= longestSample;
  };
  const short = candidates.filter(isShort);
  const chosen = (short.length > 0 ? short : candidates).sort((a, b) => longSide(b) - longSide(a)).slice(0, samples);
  if (chosen.length === 0) return [{ way: level, readings: new Map(), isSure: true }];
  const [first, ...others] = (await weighWays(pixels, chosen, ways, network)).toSorted((a, b) => rankOf(b) - rankOf(a));
  return [first!, ...others];
}

interface Weighed extends PageWay {
  readonly worth: number;
}

async function weighWays(
  pixels: Pixels,
  boxes: readonly TextBox[],
  ways: readonly Way[],
  network: TextNetwork,
): Promise<Weighed[]> {
  const weighed: Weighed[] = [];
  for (const way of ways) {
    const read = await Promise.all(boxes.map(({ quad }) => readBox(pixels, quad, way, network)));
    const readings = new Map(boxes.map(({ quad }, i) => [quad, read[i]!]));
    const isSure = read.reduce((sum, { score }) => sum + score, 0) / read.length > sureScore;
    weighed.push({ way, readings, isSure, worth: read.reduce((sum, reading) => sum + worthOf(reading), 0) });
    if (way === level && isSure) break;
  }
  return weighed;
}

/** Only columns can be read as columns, but the network also reads them rotated: with nearly equal scores the column wins. */
const columnBonus = 1.15;

const rankOf = ({ way, worth }: Weighed) => worth * (way.isColumn ? columnBonus : 1);
