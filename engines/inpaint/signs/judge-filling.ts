// Fills holes and says whether a person would probably reject the result. A filling that is doubted is tried again by the network that ships. See
// docs/decisions/filling-objects.md.
import type { Pixels } from '../../pixels/plane.ts';
import { findShippedNetwork } from '../imagine.ts';
import { type FillControl, type Filled, inpaint } from '../inpaint.ts';
import { findRest, minRest } from '../rest/find-rest.ts';
import { findThings } from './find-foreign.ts';
import { measureRepeats } from './find-repeats.ts';
import { measureSteps } from './find-steps.ts';
import { measureStrange } from './find-strange.ts';
import { imagineBest, look } from './imagine-best.ts';
import type { Canvas } from './shrink-canvas.ts';
import {
  isClearlyBetter,
  isFillingUnsure,
  isWorthImagining,
  type Looks,
  type Signs,
  weighLooks,
} from './weigh-signs.ts';

export interface JudgedFilling extends Filled {
  /** All 0 where nothing was copied in whole pieces: writing and thin things succeed. */
  readonly signs: Signs;
  readonly isUnsure: boolean;
  /** Whether it is unsure and goes on from a part of the thing that was probably not marked. */
  readonly leavesRest: boolean;
}

interface JudgeControl extends Omit<FillControl, 'copied'> {
  /** Whether the network that ships may fill what is doubted; default true. */
  readonly imagines?: boolean;
}

/** The looks that a person would most probably reject; undefined of none. */
const findWorst = (all: readonly Looks[]): Looks | undefined =>
  all.toSorted((a, b) => weighLooks(b) - weighLooks(a))[0];

/** A canvas whose doubtful holes may have been filled anew. */
interface Looked extends Pick<Signs, 'looks' | 'imagined'> {
  readonly canvas: Canvas;
}

/** Looks at each filling of a thing, and fills it by the network that ships where that looks better. Reports the share of the work done. */
async function lookAtThings(canvas: Canvas, imagines: boolean, report: (share: number) => void): Promise<Looked> {
  const things = findThings(canvas);
  let { colours } = canvas;
  const sources = Int32Array.from(canvas.sources);
  const [copied, imagined]: [Looks[], Looks[]] = [[], []];
  for (const [number, hole] of things.holes.entries()) {
    const reportOne = (share: number) => report((number + share) / things.holes.length);
    const ours = await look({ ...canvas, colours }, things, hole);
    const file = imagines && isWorthImagining(ours) ? await findShippedNetwork() : undefined;
    const anew = file && (await imagineBest({ ...canvas, colours }, { things, hole, file, report: reportOne }));
    if (!anew || !isClearlyBetter(anew.looks, ours)) {
      copied.push(ours);
      continue;
    }
    imagined.push(anew.looks);
    colours = anew.colours;
    // Nothing of it was copied.
    things.pieces.forEach((piece, pixel) => {
      if (piece === hole.number) sources[pixel] = -1;
    });
  }
  return { canvas: { ...canvas, colours, sources }, looks: findWorst(copied), imagined: findWorst(imagined) };
}

/** Share of the work after which everything is filled. */
const filledShare = 0.7;

/**
 * `inpaint`, with a judgement. Where a thing was removed, parts of two networks look at the result, and what they doubt is filled by a third one if they
 * like that better; its engine is then "migan". Memory: four bytes per pixel of the image more, and afterwards 0.3 GB for the networks that look.
 */
export async function inpaintJudged(
  picture: Pixels,
  mask: Uint8Array,
  { imagines = true, ...control }: JudgeControl = {},
): Promise<JudgedFilling> {
  const { width, height } = picture;
  const sources = new Int32Array(width * height).fill(-1);
  let hasPieces = false;
  const copied = (pixel: number, source: number) => {
    sources[pixel] = source;
    hasPieces = true;
  };
  const progress = (share: number) => control.progress?.(filledShare * share);
  const filled = await inpaint(picture, mask, { ...control, copied, progress });
  if (!hasPieces) {
    const signs = { steps: 0, repeats: 0, strange: 0, looks: undefined };
    return { ...filled, signs, isUnsure: false, leavesRest: false };
  }
  const begun = { colours: filled.data, sources, width, height, inner: { left: 0, top: 0, width, height } };
  const { canvas, ...looked } = await lookAtThings(begun, imagines, share =>
    control.progress?.(filledShare + (1 - filledShare) * share),
  );
  const signs = {
    steps: measureSteps(canvas),
    repeats: measureRepeats(canvas),
    strange: measureStrange(canvas),
    ...looked,
  };
  const isUnsure = isFillingUnsure(signs);
  const leavesRest = isUnsure && (await findRest(picture, mask)).share >= minRest;
  control.progress?.(1);
  return {
    ...filled,
    data: canvas.colours,
    ...(signs.imagined && { engine: 'migan' }),
    signs,
    isUnsure,
    leavesRest,
  };
}
