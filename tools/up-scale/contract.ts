// Enlargement: inputs, scale factors and limits.
import { defineAsks } from 'contract/asks.ts';
import { megapixelsOf, type RunFacts, type RunSize } from 'contract/facts.ts';
import { type MediaName, pictureTypes } from 'contract/media.ts';
import { oneUse, usesForSize } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { type Cost, defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const scales = [2, 3, 4, 8] as const;
export type Scale = (typeof scales)[number];
export const modes = ['photo', 'graphic', 'text'] as const;
export const formats = ['same', 'jpg', 'png', 'webp'] as const;

export const enlargeOptions = z.object({
  /** Scale factor of both sides. */
  upscale: z.literal(scales).default(2),
  /** The kind of image: graphic and text get edges without halos. */
  mode: z.enum(modes).default('photo'),
  /** best: a network reconstructs detail. quick: resampling only. */
  detail: z.enum(['best', 'quick']).default('best'),
  /** same: the input's format, if it is one of these. */
  format: z.enum(formats).default('same'),
});
export type EnlargeOptions = z.output<typeof enlargeOptions>;

/** Maximum size of the result in megapixels. */
export const maxMegapixels = 100;
/** Maximum pixels of an original for the operator's network, which may be a hundred times slower than the built-in one. */
export const maxOperatorPixels = 3_000_000;
/** Seconds that an operator's network takes per megapixel of the original, on two processor cores. */
const operatorSecondsPerMegapixel = 140;
/** Seconds per megapixel of the original, including saving, on two processor cores: with the built-in network, and with resampling. */
export const secondsPerMegapixel: Readonly<Record<EnlargeOptions['detail'], Readonly<Record<Scale, number>>>> = {
  best: { 2: 2, 3: 6, 4: 8, 8: 20 },
  quick: { 2: 1.2, 3: 2.7, 4: 4.8, 8: 19 },
};
const megapixels = ({ facts }: RunSize) => megapixelsOf(facts, 'imageUrl');
/** Six times the duration on two cores, plus two minutes. */
const deadlineMs = (run: RunSize): number => {
  const { upscale, detail } = run.options as EnlargeOptions;
  const largest = maxMegapixels / upscale ** 2;
  const size = Math.min(largest, megapixels(run) ?? largest);
  const byOperators = Math.min(size, maxOperatorPixels / 1e6) * operatorSecondsPerMegapixel;
  return 120_000 + 6000 * Math.max(size * secondsPerMegapixel[detail][upscale], detail === 'best' ? byOperators : 0);
};

/**
 * Costs by the size of the result: one use up to 16 megapixels, another one for every 28 more. Resampling costs one use. An image of unknown size
 * costs as much as the largest, so that hiding the size does not reduce the price.
 */
function costOf(run: RunSize): Cost {
  const { upscale, detail } = run.options as EnlargeOptions;
  if (detail === 'quick') return oneUse;
  const known = megapixels(run);
  const size = known === undefined ? (run.facts.imageUrl ? maxMegapixels : 0) : known * upscale ** 2;
  return usesForSize(size, { upTo: 16, step: 28 });
}

/** Formats whose compression artefacts are removed before enlarging. */
const lossyTypes: readonly MediaName[] = ['jpg', 'heic', 'avif', 'webp'];
const keptTypes: readonly MediaName[] = ['jpg', 'webp'];

/**
 * Groups runs of similar duration: vector drawings are rendered quickly, compression artefacts are removed first, and a large PNG is slow to write.
 */
function paceOf({ upscale, mode, detail, format }: RunSize['options'], facts: RunFacts): string {
  const type = facts.imageUrl?.[0]?.type;
  const saved = format !== 'same' ? format : type && keptTypes.includes(type) ? type : 'png';
  const kind = type === undefined || lossyTypes.includes(type) ? 'lossy' : type === 'svg' ? 'drawn' : 'exact';
  return [detail, mode, `x${upscale}`, kind, saved === 'png' ? 'png' : 'packed'].join(' ');
}

/** Options that a link may set. */
export const asks = defineAsks({ upscale: { choices: scales, isTelling: true } });

export const upScale = defineTool({
  name: 'up-scale',
  route: '/editor/upScale',
  asks,
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
      cost: costOf,
      deadlineMs,
      startPercent: 20,
      inputs: [{ field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes }],
      options: enlargeOptions,
      gives: givesFormat(),
      amount: megapixels,
      pace: paceOf,
    },
  ],
});
