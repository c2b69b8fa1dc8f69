// Enlargement: inputs, factors and limits.
import { megapixelsOf, type RunSize } from 'contract/facts.ts';
import { pictureTypes } from 'contract/media.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const scales = [2, 3, 4, 8] as const;
export type Scale = (typeof scales)[number];
export const modes = ['photo', 'graphic', 'text'] as const;
export const formats = ['same', 'jpg', 'png', 'webp'] as const;

export const enlargeOptions = z.object({
  /** The factor for both sides. */
  upscale: z.literal(scales).default(2),
  /** The kind of picture: graphic and text get edges without halos. */
  mode: z.enum(modes).default('photo'),
  /** best: a network redraws the detail, up to `maxNetworkPixels`. quick: resampling alone, which takes seconds. */
  detail: z.enum(['best', 'quick']).default('best'),
  /** same: as it came, where that format is one of these. */
  format: z.enum(formats).default('same'),
});
export type EnlargeOptions = z.output<typeof enlargeOptions>;

/** Limit of the result. */
export const maxMegapixels = 100;
/** Largest original for the network; larger ones would take too long and are resampled. */
export const maxNetworkPixels = 3_000_000;
/** Time of the network for a million pixels of the original, on two processor cores. */
export const networkSecondsPerMegapixel = 140;
/** Time of resampling for a million pixels of the result, saving included. */
export const quickSecondsPerMegapixel = 0.3;
const megapixels = ({ facts }: RunSize) => megapixelsOf(facts, 'imageUrl');
/** Four times what two cores take for the network, and two minutes for all else. */
const deadlineMs = (run: RunSize): number => {
  const largest = maxNetworkPixels / 1e6;
  return 120_000 + 4000 * networkSecondsPerMegapixel * Math.min(largest, megapixels(run) ?? largest);
};

export const upScale = defineTool({
  name: 'up-scale',
  route: '/editor/upScale',
  category: 'picture',
  icon: 'scaling',
  remedies: {
    ALREADY_LARGE: ['file'],
    ENLARGED_TOO_LARGE: ['options'],
  },
  calls: [
    {
      name: 'enlarge',
      path: '/web/losslessAmplification',
      keyCode: 'LOSSLESS_AMPLIFICTION',
      lane: 'model-long',
      cost: { kind: 'none' },
      deadlineMs,
      startPercent: 20,
      inputs: [{ field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes }],
      options: enlargeOptions,
      amount: megapixels,
      pace: ({ upscale, detail }) => `${detail} x${upscale}`,
    },
  ],
});
