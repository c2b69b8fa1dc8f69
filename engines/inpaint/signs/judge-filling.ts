// Fills holes and says whether a person would probably reject the result. See docs/decisions/filling-objects.md.
import type { Pixels } from '../../pixels/plane.ts';
import { type FillControl, type Filled, inpaint } from '../inpaint.ts';
import { measureRepeats } from './find-repeats.ts';
import { measureSteps } from './find-steps.ts';
import { measureStrange } from './find-strange.ts';
import type { Canvas } from './shrink-canvas.ts';

/** What speaks against a filling: see `measureSteps`, `measureRepeats` and `measureStrange`. */
interface Signs {
  readonly steps: number;
  readonly repeats: number;
  readonly strange: number;
}

export interface JudgedFilling extends Filled {
  /** All 0 where nothing was copied in whole pieces: writing and thin things succeed. */
  readonly signs: Signs;
  readonly isUnsure: boolean;
}

/** From these on, each sign alone makes a filling unsure. docs/decisions/filling-objects.md has the figures. */
const unsureFrom: Signs = { steps: 0.4, repeats: 18, strange: 18 };

const findSigns = (canvas: Canvas): Signs => ({
  steps: measureSteps(canvas),
  repeats: measureRepeats(canvas),
  strange: measureStrange(canvas),
});

/** `inpaint`, with a judgement. Memory: four bytes per pixel of the image more. */
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
  const signs = hasPieces ? findSigns(canvas) : { steps: 0, repeats: 0, strange: 0 };
  const isUnsure =
    signs.steps >= unsureFrom.steps || signs.repeats >= unsureFrom.repeats || signs.strange >= unsureFrom.strange;
  return { ...filled, signs, isUnsure };
}
