// Decides whether the network restores a picture, and blends its answer in. It undoes what deconvolution does not: shaking hands, whose paths are no
// straight lines, and blurs that the spectrum does not show. A blur that is proven by the spectrum is better undone by deconvolution.
import { type PartProgress, within } from 'contract/run.ts';
import { planDeblurring } from 'engines/deblur/deblur.ts';
import type { FoundScale, SeenGradients } from 'engines/deblur/find-scale.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { isLongerThan } from 'engines/pixels/correlate-gradients.ts';
import type { Measured } from 'engines/pixels/sharpen/sharpen.ts';
import type { SharpenPlan } from 'engines/pixels/sharpen/sharpen-plane.ts';
import type { SharpenOptions } from './contract.ts';

const probedShare = 0.25;
/** A blur this many times as long as it is wide is a motion, whatever the spectrum takes it for. */
const longFrom = 1.8;

/** The network's blur is another one than a Gaussian whose length it exceeds this many times. */
const farFrom = 2;
/** Length of an even line with the variance of a Gaussian, over its standard deviation. */
const lengthOfGaussian = Math.sqrt(12);
/** Whether the network is asked at all. */
function isInDoubt({ blur, isProven }: SharpenPlan, { filterType }: SharpenOptions): boolean {
  if (filterType === 'motion') return true;
  return filterType === 'auto' && !(blur && isProven);
}

/** Whether the network's finding takes precedence over the measured blur. */
function isTrusted(found: FoundScale, { blur }: SharpenPlan, { isUnsure }: Measured): boolean {
  if (!blur || isUnsure || blur.kind === 'motion') return true;
  if (blur.kind === 'gaussian' && found.length >= farFrom * lengthOfGaussian * blur.size) return true;
  return found.length >= longFrom * found.width;
}

/** Sizes up to which a round blur that nothing proves may be a shake. */
const maxMistaken = { gaussian: 1.5, lens: 2.2, motion: 0 } as const;

/** Whether the blur is a Gaussian that the gradients contradict, or a slight round blur where the small network sees a shake. */
function isContradicted({ blur }: SharpenPlan, { part, three }: SeenGradients, isShaken: boolean): boolean {
  if (!blur) return false;
  if (isShaken && blur.size <= maxMistaken[blur.kind]) return true;
  return blur.kind === 'gaussian' && isLongerThan(part * blur.size, three);
}

interface Restored {
  /** The blur that was undone; undefined if the pixels are unchanged. */
  readonly undone?: FoundScale;
  /** Whether the picture looks blurred, by its gradients alone. False if the network was not asked. */
  readonly isBlurred: boolean;
  /** Whether the measured blur is not that of the picture, and undoing it would harm. */
  readonly isWrong: boolean;
}

/** Restores the pixels in place with the strength asked for. */
export async function restoreByNetwork(
  pixels: RawPixels,
  measured: Measured,
  plan: SharpenPlan,
  options: SharpenOptions,
  progress: PartProgress,
): Promise<Restored> {
  if (!isInDoubt(plan, options)) return { isBlurred: false, isWrong: false };
  const { deblurring, isBlurred, isShaken, largest } = await planDeblurring(pixels, within(progress, 0, probedShare));
  if (!deblurring || !isTrusted(deblurring.found, plan, measured))
    return { isBlurred, isWrong: largest !== undefined && isContradicted(plan, largest, isShaken) };
  const { data } = await deblurring.restore(within(progress, probedShare, 1));
  for (let i = 0; i < data.length; i++)
    pixels.data[i] = Math.round(pixels.data[i]! + plan.share * (data[i]! - pixels.data[i]!));
  return { undone: deblurring.found, isBlurred, isWrong: false };
}
