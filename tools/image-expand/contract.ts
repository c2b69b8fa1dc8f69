// AI expansion: inputs, the ways to say how far a picture goes on, and their limits.
import { defineAsks } from 'contract/asks.ts';
import { megapixelsOf } from 'contract/facts.ts';
import { pictureTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const ratios = ['1:1', '3:4', '4:3', '2:3', '3:2', '9:16', '16:9'] as const;
export type Ratio = (typeof ratios)[number];
export const formats = ['same', 'jpg', 'png', 'webp'] as const;

/** Each side grows by this many times the picture's own width or height at most: an upright photo from a wide one takes just over one. */
export const mostShare = 2;
/** Up to this share a side goes on convincingly; beyond it is a guess. */
export const soundShare = 0.25;
/** Limit of the result. */
export const maxMegapixels = 100;
/** The longest side of a result, pixels. */
const longestSide = 100_000;

const pixels = z.number().int().min(0).max(longestSide).default(0);
const share = z.number().min(0).max(mostShare).default(0);
const place = z.number().min(0).max(1).default(0.5);

export const expandOptions = z.object({
  /** Pixels to add at each side of the upright picture. Comes before all other ways. */
  free_expand_pixel: z.object({ left: pixels, right: pixels, top: pixels, bottom: pixels }).optional(),
  /** The same as fractions of the picture's own width and height. */
  share: z.object({ left: share, right: share, top: share, bottom: share }).optional(),
  /** The size of the result, not smaller than the picture; one side alone leaves the other as it is. */
  width: z.number().int().min(1).max(longestSide).optional(),
  height: z.number().int().min(1).max(longestSide).optional(),
  /** The smallest frame of this shape that holds the picture, `grow` times as large. */
  ratio: z.enum(ratios).optional(),
  grow: z
    .number()
    .min(1)
    .max(1 + 2 * mostShare)
    .default(1),
  /** Where the picture stands in a frame given by size or ratio: 0 at its left or top, 1 at its right or bottom. */
  alignX: place,
  alignY: place,
  /** same: as it came, where that format is one of these. In a png every pixel of the picture itself is unchanged. */
  format: z.enum(formats).default('same'),
});
export type ExpandOptions = z.output<typeof expandOptions>;

/** What a link may set. */
export const asks = defineAsks({ ratio: { choices: ratios, isTelling: true } });

/** Pieces of a picture are looked for at up to 5 megapixels of result, whose size is not known before its options are read. */
const msPerMegapixel = 2500;
const mostSearched = 5;

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
  },
  calls: [
    {
      name: 'expand',
      path: '/web/imageOutpainting',
      keyCode: 'EXPEND_IMAGE',
      lane: 'model',
      cost: oneUse,
      deadlineMs: 100_000,
      startPercent: 20,
      inputs: [{ field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes }],
      options: expandOptions,
      amount: ({ facts }) => megapixelsOf(facts, 'imageUrl'),
      usualMs: ({ facts }) => {
        const megapixels = megapixelsOf(facts, 'imageUrl');
        return megapixels && 2000 + Math.min(mostSearched, 1.5 * megapixels) * msPerMegapixel + 300 * megapixels;
      },
    },
  ],
});
