// Sharpening: inputs, kind of blur, and strength.
import { defineAsks } from 'contract/asks.ts';
import { megapixelsOf, type RunSize } from 'contract/facts.ts';
import { photoTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

/**
 * auto: the most likely of the three, estimated from the image's spectrum. gaussian: soft in all directions. lens: out of focus. motion: smeared in
 * one direction.
 */
export const filterTypes = ['auto', 'gaussian', 'lens', 'motion'] as const;
export const formats = ['same', 'jpg', 'png', 'webp'] as const;

export const sharpenOptions = z.object({
  filterType: z.enum(filterTypes).default('auto'),
  /** 0 leaves the image unchanged, 50 reverses the measured blur, more also amplifies fine detail. A sharp image changes only above 50. */
  blurStrength: z.number().min(0).max(100).default(50),
  /** same: the format of the input, if it is one of these. */
  format: z.enum(formats).default('same'),
});
export type SharpenOptions = z.output<typeof sharpenOptions>;

/** Megapixels that the network restores at most; a larger picture is restored at a smaller size. */
const maxRestored = 3;
/** CPU seconds of the network: to find out whether it helps, and for each megapixel. */
const [probeSeconds, secondsPerMegapixel] = [20, 80];

/** Six times the duration on one core, plus three minutes for the deconvolution. */
const deadlineMs = ({ facts }: RunSize): number => {
  const megapixels = Math.min(maxRestored, megapixelsOf(facts, 'imageUrl') ?? maxRestored);
  return 180_000 + 6000 * (probeSeconds + secondsPerMegapixel * megapixels);
};

/** Options that a link may set. */
export const asks = defineAsks({
  filterType: {
    choices: filterTypes,
    words: { lens: '失焦|对焦|没对上焦|out of focus|focus', motion: '手抖|抖动|拖影|shaky|shake|motion blur' },
  },
});

export const quality = defineTool({
  name: 'quality',
  route: '/editor/quality',
  asks,
  category: 'picture',
  icon: 'focus',
  calls: [
    {
      name: 'sharpen',
      path: '/web/newblurToClear',
      keyCode: 'BLUR_TO_CLEAR',
      lane: 'model-long',
      cost: oneUse,
      deadlineMs,
      startPercent: 20,
      inputs: [{ field: 'imageUrl', required: true, accept: photoTypes, maxBytes: maxPictureBytes }],
      options: sharpenOptions,
      gives: givesFormat(),
      amount: ({ facts }) => megapixelsOf(facts, 'imageUrl'),
    },
  ],
});
