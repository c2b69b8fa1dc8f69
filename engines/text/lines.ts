// Finds lines of text of any size: a first pass, and a second one at a larger scale if the letters are small.

import { type PartProgress, within } from 'contract/run.ts';
import type { Pixels } from '../pixels/plane.ts';
import { defaultLongEdge, findText, type TextBox } from './find-text.ts';
import { sidesOf } from './strip.ts';

/** Letters lower than this on the map are found, but not to their edges. */
const lowLetters = 15;
/** Lines found by the second pass. */
const wantedLetters = 24;
const longestMap = 4096;
/** Larger than this the picture's own grain would be looked at. */
const mostEnlargement = 2.5;
/** Signs that fill the picture are only seen from afar. */
const farLongEdge = 480;

const shortSide = ({ quad }: TextBox) => {
  const { length, height } = sidesOf(quad);
  return Math.min(length, height);
};

/** Height that a quarter of the lines does not reach, in pixels of the picture; undefined without lines. */
function lowQuarter(boxes: readonly TextBox[]): number | undefined {
  const heights = boxes.map(shortSide).sort((a, b) => a - b);
  return heights[Math.floor(heights.length / 4)];
}

/** Boxes in pixels of the picture. `progress` gets 0..1. */
export async function findLines(pixels: Pixels, maxBoxes: number, progress: PartProgress): Promise<TextBox[]> {
  const longSide = Math.max(pixels.width, pixels.height);
  const scale = Math.min(1, defaultLongEdge / longSide);
  const first = await findText(pixels, { maxBoxes, progress: within(progress, 0, 0.4) });
  const low = lowQuarter(first);
  if (low === undefined) return lookElsewhere(pixels, maxBoxes, scale, progress);
  if (low * scale >= lowLetters) return first;
  const longEdge = Math.min(longestMap, longSide * Math.min(mostEnlargement, wantedLetters / low));
  if (longEdge < longSide * scale * 1.2) return first;
  const second = await findText(pixels, {
    longEdge,
    mayEnlarge: true,
    maxBoxes,
    progress: within(progress, 0.4, 1),
  });
  return second.length >= first.length / 2 ? second : first;
}

/** Nothing was seen at the usual distance: closer when there is more to see, else from afar. */
function lookElsewhere(pixels: Pixels, maxBoxes: number, scale: number, progress: PartProgress): Promise<TextBox[]> {
  const longEdge = scale < 0.7 ? longestMap : farLongEdge;
  return findText(pixels, { longEdge, maxBoxes, progress: within(progress, 0.4, 1) });
}
