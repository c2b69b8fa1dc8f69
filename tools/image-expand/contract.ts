// AI expansion: inputs, the ways to specify how far an image is expanded, and their limits.
import { defineAsks } from 'contract/asks.ts';
import { longestPrompt } from 'contract/drawing.ts';
import { AppError } from 'contract/errors.ts';
import { megapixelsOf } from 'contract/facts.ts';
import { pictureTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { requireDrawServer } from 'contract/require-draw-server.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { type CallBody, defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const ratios = ['1:1', '3:4', '4:3', '2:3', '3:2', '9:16', '16:9'] as const;
export type Ratio = (typeof ratios)[number];
export const formats = ['same', 'jpg', 'png', 'webp'] as const;
/**
 * builtin: pieces of the image, or the operator's network (`INPAINT`) beyond `soundShare`. server: the operator's drawing server. auto: the server
 * beyond `soundShare` if there is one, otherwise builtin.
 */
export const modelIds = ['auto', 'builtin', 'server'] as const;

/** Maximum expansion of each side, in widths or heights of the image. Making a wide photo upright takes just over one. */
export const maxShare = 2;
/** Share of the image up to which its own pieces may continue it: the run says whether they do. Further out the result is a guess. */
export const soundShare = 0.25;
/** Maximum size of the result in megapixels. */
export const maxMegapixels = 100;
/** Longest side of a result in pixels. */
const longestSide = 100_000;

const pixels = z.number().int().min(0).max(longestSide).default(0);
const share = z.number().min(0).max(maxShare).default(0);
const place = z.number().min(0).max(1).default(0.5);

export const expandOptions = z.object({
  /** Pixels to add on each side of the upright image. Takes precedence over all other ways. */
  free_expand_pixel: z.object({ left: pixels, right: pixels, top: pixels, bottom: pixels }).optional(),
  /** The same as fractions of the image's width and height. */
  share: z.object({ left: share, right: share, top: share, bottom: share }).optional(),
  /** Size of the result, not smaller than the image; one side alone leaves the other unchanged. */
  width: z.number().int().min(1).max(longestSide).optional(),
  height: z.number().int().min(1).max(longestSide).optional(),
  /** The smallest frame with this ratio that contains the image, scaled by `grow`. */
  ratio: z.enum(ratios).optional(),
  grow: z
    .number()
    .min(1)
    .max(1 + 2 * maxShare)
    .default(1),
  /** Position of the image in a frame given by size or ratio: 0 is left or top, 1 is right or bottom. */
  alignX: place,
  alignY: place,
  /** same: the input's format, if it is one of these. In a png the pixels of the original image are unchanged. */
  format: z.enum(formats).default('same'),
  modelId: z.enum(modelIds).default('auto'),
  /** What the new area should show; only the drawing server reads it. */
  prompt: z.string().trim().max(longestPrompt).default(''),
});
export type ExpandOptions = z.output<typeof expandOptions>;

/** Whether shares alone decide the size, and no side grows by more than `soundShare`. Pixels would take precedence over them. */
const isNear = ({ share, free_expand_pixel }: Partial<ExpandOptions>): boolean =>
  share !== undefined &&
  free_expand_pixel === undefined &&
  Math.max(share.left, share.right, share.top, share.bottom) <= soundShare;

/** Options that a link may set. */
export const asks = defineAsks({ ratio: { choices: ratios } });

/** The patch search runs at no more than 5 megapixels of the result. The size of the result is not known before the options are parsed. */
const msPerMegapixel = 2500;
const maxSearched = 5;

/** Throws EXPAND_MISSING if the options add nothing to any image. */
function requireSides({ options }: CallBody): void {
  const { free_expand_pixel, share, width, height, ratio } = options as ExpandOptions;
  const added = free_expand_pixel ?? share;
  const adds = added ? Object.values(added).some(length => length > 0) : (width ?? height ?? ratio) !== undefined;
  if (!adds) throw new AppError('EXPAND_MISSING');
}

export const imageExpand = defineTool({
  name: 'image-expand',
  route: '/editor/imageExpand',
  asks,
  category: 'ai',
  icon: 'expand',
  remedies: {
    EXPAND_MISSING: ['picture'],
    EXPAND_TOO_FAR: ['picture'],
    EXPAND_SMALLER: ['options'],
    EXPANDED_TOO_LARGE: ['picture', 'file'],
    DRAW_FAILED: ['retry', 'options'],
    DRAW_REFUSED: ['options'],
    DRAW_NOT_CONFIGURED: ['options'],
    DRAW_START_UNSUPPORTED: ['options'],
  },
  calls: [
    {
      name: 'expand',
      path: '/web/imageOutpainting',
      keyCode: 'EXPEND_IMAGE',
      lane: 'model',
      cost: oneUse,
      // The size of the image is not known here, so "auto" waits where the server draws, unless shares say that it will not.
      waits: ({ options, servers }) =>
        servers.includes('fill') && (options.modelId === 'server' || (options.modelId === 'auto' && !isNear(options))),
      // docs/product.md: an expansion takes at most 100 s, also where a drawing server is slow.
      deadlineMs: 100_000,
      startPercent: 20,
      inputs: [{ field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes }],
      options: expandOptions,
      gives: givesFormat(),
      refuse: (body, engines) => {
        requireSides(body);
        requireDrawServer(body, engines, 'fill');
      },
      pace: ({ modelId }) => String(modelId),
      amount: ({ facts }) => megapixelsOf(facts, 'imageUrl'),
      usualMs: ({ facts }) => {
        const megapixels = megapixelsOf(facts, 'imageUrl');
        return megapixels && 4000 + Math.min(maxSearched, 1.5 * megapixels) * msPerMegapixel + 300 * megapixels;
      },
    },
  ],
});
