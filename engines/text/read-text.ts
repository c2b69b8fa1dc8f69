// Reads the text in an image: detects the lines, finds the page's orientation, reads each line, and reports the layout of the page.
import { type PartProgress, within } from 'contract/run.ts';
import type { Pixels } from '../pixels/plane.ts';
import { dropDoubtful } from './drop-doubtful.ts';
import type { TextBox } from './find-text.ts';
import { emptyLimit, measureInk } from './ink.ts';
import { findLines } from './lines.ts';
import { openTextReader, type TextNetwork } from './models.ts';
import { hasOtherLanguage, readOtherLanguages, type TextLanguage } from './other-languages.ts';
import { boundsOf, mapQuad, type Point, type Quad } from './rectangle.ts';
import { writeLine } from './spaces.ts';
import { splitBoxes } from './split-boxes.ts';
import { sidesOf } from './strip.ts';
import { findWays, type PageWay, type Quarters, type Reading, readBest, waysFor } from './turn.ts';
import { finishWideLines } from './wide-lines.ts';

export interface TextLine {
  readonly text: string;
  /** Mean score of its characters, 0..1. */
  readonly score: number;
  readonly language: TextLanguage;
  /** Corners in image pixels, clockwise from the start of the text. */
  readonly quad: Quad;
  /** Start and end of the ink along the quad, as shares of its length: boxes are wider than their text. */
  readonly inked?: readonly [from: number, to: number];
}

export interface ReadText {
  /** One for each separate piece of a line, in no particular order. */
  readonly lines: readonly TextLine[];
  /** Direction of the page in quarter turns; with 1, its lines run from top to bottom. */
  readonly quarters: Quarters;
  /** Whether the page is written in columns of upright characters, and thus upright. */
  readonly isColumnar: boolean;
  /** Whether there were too many lines, so that only those with the highest scores were read. */
  readonly isCut: boolean;
  /** About how many characters are in lines that were found beside others and could not be read. */
  readonly unread: number;
}

export interface ReadTextOptions {
  readonly maxLines?: number;
  /** A reading network of PaddleOCR in ONNX that replaces the one that ships. */
  readonly modelFile?: string | undefined;
  readonly progress?: PartProgress;
}

const defaultMaxLines = 1500;
/** Minimum score of a line: below it there are mostly leaves, bricks or noise. */
const lowestScore = 0.6;
/** Minimum score of a line of one or two characters, which are often false detections. */
const lowestShortScore = 0.75;

/** What was found and not read is a line of the page if it is this long and high, in its own and in the page's line heights. */
const minUnreadLength = 3;
const unreadHeights = [0.6, 1.6] as const;

const shareOfFinding = 0.3;
const shareOfTurning = 0.4;
const shareOfReading = 0.8;
/** Estimated milliseconds for finding the orientation, for which a few lines are read. */
const usualTurningMs = 500;
/** Number of lines read in parallel; the network uses one core for each. */
const atATime = 2;

/** Converts a reading to a line; undefined when its score is too low. */
function toLine(reading: Reading): TextLine | undefined {
  const { strip, characters, score, quad } = reading;
  if (characters.length === 0) return undefined;
  if (score < (characters.length <= 2 ? lowestShortScore : lowestScore)) return undefined;
  const text = writeLine(strip, characters);
  const language = /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
  return { text, score, language, quad, inked: findInked(reading) };
}

/** A detected sign whose box is lower than this share of the page's lines has been cut: the box of a bracket ends in its curves. */
const lowSign = 0.85;
const widestSign = 1.3;
/** Minimum score of a sign that is read in a larger box. */
const lowestGrownScore = 0.85;

const middleOf = (quad: Quad): Point => [(quad[0][0] + quad[2][0]) / 2, (quad[0][1] + quad[2][1]) / 2];

/** Sides of the larger box, in line heights: the network reads a sign with some background around it. */
const grownLength = 1.2;
const grownHeight = 1.1;

/** Returns the box of a small single sign enlarged to the height of the page's lines; undefined if it is none, or other text is in the way. */
function growSign(quad: Quad, quads: readonly Quad[], lineHeight: number): Quad | undefined {
  const { length, height } = sidesOf(quad);
  if (Math.max(length, height) > widestSign * lineHeight || Math.min(length, height) > lowSign * lineHeight)
    return undefined;
  const [across, down] = [(grownLength * lineHeight) / 2, (grownHeight * lineHeight) / 2];
  const [x, y] = middleOf(quad);
  const isInTheWay = (other: Quad) => {
    const box = boundsOf(other);
    const isBeside = box.x < x + across && box.x + box.w > x - across;
    return other !== quad && isBeside && box.y < y + down / 2 && box.y + box.h > y - down / 2;
  };
  if (quads.some(isInTheWay)) return undefined;
  return mapQuad(quad, ([px, py]) => [x + Math.sign(px - x) * across, y + Math.sign(py - y) * down]);
}

function findInked({ strip, quad, aside }: Reading): readonly [number, number] {
  const ink = measureInk(strip);
  const limit = emptyLimit(ink);
  const isInked = (value: number) => value >= limit;
  const [from, to] = [ink.findIndex(isInked), ink.findLastIndex(isInked) + 1];
  if (from >= to) return [0, 1];
  const { length, height } = sidesOf(quad);
  const room = (aside * height) / Math.max(length, 1e-6);
  const place = (column: number) => Math.min(1, Math.max(0, (column / ink.length) * (1 + 2 * room) - room));
  return [place(from), place(to)];
}

/** Returns the way in which the page is read. The network cannot tell it for languages that it does not know. */
async function chooseWay(
  pixels: Pixels,
  ways: readonly [PageWay, ...PageWay[]],
  network: TextNetwork,
): Promise<PageWay> {
  if (ways[0].isSure) return ways[0];
  for (const each of ways.toSorted((a, b) => a.way.quarters - b.way.quarters)) {
    const readings = [...each.readings.values()];
    if (await hasOtherLanguage(pixels, readings, each.way.isColumn, network)) return each;
  }
  return ways[0];
}

/** Reads the lines with the network; `progress` gets 0..1. */
async function readAll(
  pixels: Pixels,
  boxes: readonly TextBox[],
  { way, readings }: PageWay,
  network: TextNetwork,
  progress: PartProgress,
): Promise<Reading[]> {
  const read: Reading[] = [];
  let next = 0;
  let done = 0;
  const readOn = async () => {
    for (let i = next++; i < boxes.length; i = next++) {
      const { quad } = boxes[i]!;
      read[i] = readings.get(quad) ?? (await readBest(pixels, quad, waysFor(quad, way), network));
      progress(++done / boxes.length);
    }
  };
  await Promise.all(Array.from({ length: atATime }, readOn));
  return read;
}

/** Estimates the characters in boxes that look like lines of the page, which has others. Leaves and bricks rarely have their length and height. */
function countUnread(quads: readonly Quad[], lineHeight: number): number {
  const [low, high] = unreadHeights;
  return quads.reduce((sum, quad) => {
    const { length, height } = sidesOf(quad);
    const [long, thin] = [Math.max(length, height), Math.min(length, height)];
    const isLine = long >= minUnreadLength * thin && thin >= low * lineHeight && thin <= high * lineHeight;
    return isLine ? sum + Math.round(long / thin) : sum;
  }, 0);
}

/** Reads simplified Chinese and English with the network, and other languages with Tesseract. Memory: the pixels, and about 500 MB for both. */
export async function readText(
  pixels: Pixels,
  { maxLines = defaultMaxLines, modelFile, progress = () => undefined }: ReadTextOptions = {},
): Promise<ReadText> {
  const found = await findLines(pixels, maxLines, within(progress, 0, shareOfFinding));
  progress(shareOfFinding, { until: shareOfTurning, usualMs: usualTurningMs });
  const network = await openTextReader(modelFile);
  const pageWay = await chooseWay(pixels, await findWays(pixels, found, network), network);
  const { way } = pageWay;
  const boxes = way.isColumn ? found : splitBoxes(pixels, found, way.quarters);
  const readings = await readAll(pixels, boxes, pageWay, network, within(progress, shareOfTurning, shareOfReading));
  const rereading = within(progress, shareOfReading, 1);
  const others = await readOtherLanguages(pixels, readings, way.isColumn, network, rereading);
  const quads = boxes.map(box => box.quad);
  const heights = quads.map(quad => Math.min(sidesOf(quad).length, sidesOf(quad).height)).sort((a, b) => a - b);
  const lineHeight = heights[heights.length >> 1] ?? 0;
  // The box of a sign is enlarged for the network that ships, which takes no room of its own.
  const shipped = await openTextReader();
  const readSign = async (quad: Quad) => {
    const grown = growSign(quad, quads, lineHeight);
    const reading = grown && (await readBest(pixels, grown, waysFor(grown, way), shipped));
    return reading && reading.characters.length === 1 && reading.score >= lowestGrownScore
      ? toLine(reading)
      : undefined;
  };
  const own: TextLine[] = [];
  const lines: TextLine[] = [];
  const unread: Quad[] = [];
  for (const [i, reading] of readings.entries()) {
    const other = others.get(reading);
    if (other) lines.push({ ...other, quad: reading.quad, inked: findInked(reading) });
    else {
      const line = toLine(reading) ?? (await readSign(quads[i]!));
      if (line) own.push(line);
      else unread.push(quads[i]!);
    }
  }
  const kept = dropDoubtful(own, lines);
  lines.push(...(network.isWide ? await finishWideLines(kept, pixels) : kept));
  return {
    lines,
    quarters: way.quarters,
    isColumnar: way.isColumn,
    isCut: found.length >= maxLines,
    unread: lines.length > 0 ? countUnread(unread, lineHeight) : 0,
  };
}
