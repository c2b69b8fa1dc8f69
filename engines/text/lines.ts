// Detects lines of text of any size: a first pass, and a second one at a larger scale if the letters are small.

import { type PartProgress, within } from 'contract/run.ts';
import type { Pixels } from '../pixels/plane.ts';
import { defaultLongEdge, findText, type TextBox } from './find-text.ts';
import { sidesOf } from './strip.ts';

/** Letters lower than this on the map, in pixels, are detected but their boxes are too tight. */
const lowLetters = 15;
/** Letter height after enlargement for the second pass, and the maximum long edge of its map. */
const wantedLetters = 24;
const longestMap = 4096;
/** Maximum enlargement: beyond it the network would see the noise of the image. */
const maxEnlargement = 2.5;
/** Long edge of a map reduced for signs that fill the image. */
const farLongEdge = 480;

const shortSide = ({ quad }: TextBox) => {
  const { length, height } = sidesOf(quad);
  return Math.min(length, height);
};

/** Returns the lower quartile of the heights of lines, in image pixels; undefined without lines. */
function lowQuarter(boxes: readonly TextBox[]): number | undefined {
  const heights = boxes.map(shortSide).sort((a, b) => a - b);
  return heights[Math.floor(heights.length / 4)];
}

/** Detects boxes in image pixels. `progress` gets 0..1. */
export async function findLines(pixels: Pixels, maxBoxes: number, progress: PartProgress): Promise<TextBox[]> {
  const longSide = Math.max(pixels.width, pixels.height);
  const scale = Math.min(1, defaultLongEdge / longSide);
  const first = await findText(pixels, { maxBoxes, progress: within(progress, 0, 0.4) });
  const low = lowQuarter(first);
  if (low === undefined) return lookElsewhere(pixels, maxBoxes, scale, progress);
  if (low * scale >= lowLetters) return first;
  const longEdge = Math.min(longestMap, longSide * Math.min(maxEnlargement, wantedLetters / low));
  if (longEdge < longSide * scale * 1.2) return first;
  const second = await findText(pixels, {
    longEdge,
    mayEnlarge: true,
    maxBoxes,
    progress: within(progress, 0.4, 1),
  });
  return second.length >= first.length / 2 ? second : first;
}

/** The second pass when the first found nothing: a larger map if the first one was strongly reduced, otherwise a small one for large signs. */
function lookElsewhere(pixels: Pixels, maxBoxes: number, scale: number, progress: PartProgress): Promise<TextBox[]> {
  const longEdge = scale < 0.7 ? longestMap : farLongEdge;
  return findText(pixels, { longEdge, maxBoxes, progress: within(progress, 0.4, 1) });
}
