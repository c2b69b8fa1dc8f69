// Fills holes and says whether a person would probably reject the result. See docs/decisions/filling-objects.md.
import type { Pixels } from '../../pixels/plane.ts';
import { type FillControl, type Filled, inpaint } from '../inpaint.ts';
import { subjectEye, thingEye } from './eyes.ts';
import { measureForeign } from './find-foreign.ts';
import { measureRepeats } from './find-repeats.ts';
import { measureSteps } from './find-steps.ts';
import { measureStrange } from './find-strange.ts';
import type { Canvas } from './shrink-canvas.ts';
import { isFillingUnsure, type Signs } from './weigh-signs.ts';

export interface JudgedFilling extends Filled {
  /** All 0 where nothing was copied in whole pieces: writing and thin things succeed. */
  readonly signs: Signs;
  readonly isUnsure: boolean;
}

const noSigns: Signs = { steps: 0, repeats: 0, strange: 0, looks: undefined };

async function findSigns(canvas: Canvas): Promise<Signs> {
  const signs = { steps: measureSteps(canvas), repeats: measureRepeats(canvas), strange: measureStrange(canvas) };
  const foreign = await measureForeign(canvas, [subjectEye, thingEye]);
  return { ...signs, looks: foreign && { subject: foreign[0]!, thing: foreign[1]! } };
}

/**
 * `inpaint`, with a judgement. Where a thing was removed, parts of two networks look at the result. Memory: four bytes per pixel of the image
 * more, and afterwards 0.3 GB for the network.
 */
export async function inpaintJudged(
  picture: Pixels,
  mask: Uint8Array,
  control: Omit<FillControl, 'copied'> = {},
): Promise<JudgedFilling> {
  const { width, height } = picture;
  const sources = new Int32Array(width * height).fill(-1);
  let hasPieces = false;
  const copied = (pixel: number, source: number) => {
    sources[pixel] = source;
    hasPieces = true;
  };
  const filled = await inpaint(picture, mask, { ...control, copied });
  const canvas = { colours: filled.data, sources, width, height, inner: { left: 0, top: 0, width, height } };
  const signs = hasPieces ? await findSigns(canvas) : noSigns;
  return { ...filled, signs, isUnsure: isFillingUnsure(signs) };
}
