// Decides what belongs to a mark inside its confirmed outline.
import { findComponents } from '../pixels/components.ts';
import { growMask } from '../pixels/morphology.ts';
import { carriesMark, fitLine } from './fit-line.ts';
import type { SortedPixels } from './plan-blocks.ts';
import { type Linked, sampleLines } from './scene-links.ts';

/** The outcome of one round of `confirmShape`, and the differences that led to it. */
export interface Round {
  readonly shape: Uint8Array;
  readonly linked: readonly Linked[];
  readonly suspects: SortedPixels;
}

/** Gaps of up to twice this many pixels in an outline still count as closed. */
const gap = 3;
/** Minimum share of suspected pixels within an outline; with fewer it is the open middle of a ring. */
const minSuspected = 0.5;
/** Pixels within an outline are clean, as between two lines of writing, where enough of them are seen in other places and most of those are clean. */
const gapBetween = { seen: 0.05, clean: 0.8 };
/** Stands for an unknown shift: far more than any mark shifts a level. */
const unknownShift = 1e6;

/** Returns a test for parts that are seen to be clean in other frames, in places that are not `unknown`. */
function seenClean(
  { linked, suspects }: Round,
  unknown: Uint8Array,
  width: number,
): (part: readonly number[]) => boolean {
  const shifts = Float32Array.from(unknown, value => (value ? unknownShift : 0));
  const lines = sampleLines(linked, suspects, shifts, width);
  const [isSeen, isClean] = [new Uint8Array(unknown.length), new Uint8Array(unknown.length)];
  for (const [k, i] of suspects.places.entries()) {
    const line = fitLine(lines, k);
    if (!line) continue;
    isSeen[i] = 1;
    isClean[i] = carriesMark(line) ? 0 : 1;
  }
  return part => {
    const seen = shareOf(part, isSeen);
    return seen >= gapBetween.seen && shareOf(part, isClean) >= gapBetween.clean * seen;
  };
}

/**
 * Restores suspected pixels inside the shape. The middle of a plate wider than the scene's motion looks the same in every comparison, so it seems
 * clean. Left out of the mask, its pixels would spread over everything filled around them. What is seen to be clean beyond the outline is no plate.
 */
export function fillInside(round: Round, suspected: Uint8Array, width: number): Uint8Array {
  const { shape } = round;
  const isAtBorder = (at: number) =>
    at < width || at >= shape.length - width || at % width === 0 || (at + 1) % width === 0;
  const enclosed = (walls: Uint8Array) => {
    const parts = findComponents(
      walls.map(wall => (wall ? 0 : 1)),
      width,
      'side',
    );
    return [...parts].filter(part => !part.some(isAtBorder));
  };
  const walls = new Uint8Array(shape.length);
  growMask(shape, width, gap, walls);
  const inside = new Uint8Array(shape.length);
  const within = enclosed(walls).filter(part => shareOf(part, suspected) >= minSuspected);
  if (within.length > 0) {
    const unknown = walls.slice();
    for (const part of within) for (const at of part) unknown[at] = 1;
    const isClean = seenClean(round, unknown, width);
    for (const part of within) if (!isClean(part)) for (const at of part) inside[at] = 1;
  }
  // A hole that closes when the outline is dilated is too narrow to be the open middle of a ring.
  for (const part of enclosed(shape)) if (part.every(at => walls[at])) for (const at of part) inside[at] = 1;
  if (!inside.includes(1)) return shape;
  const wide = new Uint8Array(shape.length);
  growMask(inside, width, gap, wide);
  const filled = shape.map((value, at) => (value || inside[at] || (wide[at] && suspected[at]) ? 1 : 0));
  // Closes the holes left between the outline and the pixels it encloses.
  growMask(inside, width, gap + 1, wide);
  for (const part of enclosed(filled)) if (part.some(at => wide[at])) for (const at of part) filled[at] = 1;
  return filled;
}

const shareOf = (part: readonly number[], mask: Uint8Array) =>
  part.reduce((sum, at) => sum + mask[at]!, 0) / part.length;
