// Noise reduction: inputs, strength and output format.
import { defineAsks } from 'contract/asks.ts';
import { megapixelsOf, type RunSize } from 'contract/facts.ts';
import { photoTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const formats = ['same', 'jpg', 'png', 'webp'] as const;
/** The strength at which as much is removed as was measured. */
export const asMeasured = 50;
export const strongest = 100;

export const denoiseOptions = z.object({
  /** 0 leaves the image unchanged, 50 removes the noise that was measured, more also smooths fine detail. A clean image changes only above 50. */
  strength: z.number().min(0).max(strongest).default(asMeasured),
  /** same: the format of the input, if it is one of these. */
  format: z.enum(formats).default('same'),
});
export type DenoiseOptions = z.output<typeof denoiseOptions>;

/** Megapixels up to which the network restores a picture at its whole size beside half of it; of a larger one, a quarter of the pixels or fewer. */
const maxWhole = 1.2;
const maxRestored = 1.5;
const restoredOf = (megapixels: number) =>
  megapixels <= maxWhole ? (5 / 4) * megapixels : Math.min(maxRestored, megapixels / 4);
/** CPU seconds of the network for each megapixel that it restores, and of the bands for each megapixel of the picture. */
const [networkSeconds, bandSeconds] = [60, 4];

/** Six times the duration on one core, plus two minutes. */
const deadlineMs = ({ facts }: RunSize): number => {
  const megapixels = megapixelsOf(facts, 'imageUrl') ?? 100;
  return 120_000 + 6000 * (networkSeconds * restoredOf(megapixels) + bandSeconds * megapixels);
};

export const asks = defineAsks({ strength: { range: [0, strongest] } });

export const denoise = defineTool({
  name: 'denoise',
  route: '/editor/denoise',
  asks,
  category: 'picture',
  icon: 'grip',
  calls: [
    {
      name: 'denoise',
      path: '/web/picture/denoise',
      keyCode: 'BLUR_TO_CLEAR',
      lane: 'model-long',
      cost: oneUse,
      deadlineMs,
      startPercent: 20,
      inputs: [{ field: 'imageUrl', required: true, accept: photoTypes, maxBytes: maxPictureBytes }],
      options: denoiseOptions,
      gives: givesFormat(),
      amount: ({ facts }) => megapixelsOf(facts, 'imageUrl'),
    },
  ],
});
