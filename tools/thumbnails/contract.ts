// Thumbnails: one image in the sizes of platforms, cropped around its subject.
import { defineAsks } from 'contract/asks.ts';
import { colourSchema } from 'contract/colour.ts';
import { AppError } from 'contract/errors.ts';
import { pictureTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { defineTool, type InputFileRule } from 'contract/tool.ts';
import { z } from 'zod';
import { platformIds, platformWords } from './platforms.ts';

export const outputFormats = ['jpg', 'png', 'webp'] as const;
export const maxSizes = 20;
export const minSide = 16;
export const maxSide = 4096;
export const maxKbLimit = 10_240;
const defaultSizes = ['wechat-article-cover', 'xiaohongshu-3-4', 'instagram-square'] as const;

const side = z.number().int().min(minSide).max(maxSide);
const fraction = z.number().min(0).max(1);

export const thumbnailOptions = z.object({
  /** Ids of platform sizes; with `custom` at most 20 in total. */
  sizes: z
    .array(z.enum(platformIds))
    .max(maxSizes)
    .default([...defaultSizes]),
  /** Custom sizes in pixels. */
  custom: z
    .array(z.strictObject({ width: side, height: side }))
    .max(maxSizes)
    .default([]),
  /** smart: cropped around faces and salient parts; cover: cropped around `focus` or the centre; contain: the whole image with a border. */
  fit: z.enum(['smart', 'cover', 'contain']).default('smart'),
  /** For cover: the point to keep in the centre, as fractions of the sides. */
  focus: z.strictObject({ x: fraction, y: fraction }).optional(),
  /** The border of `contain`: the colour, or the blurred image. */
  border: z.enum(['colour', 'blur']).default('colour'),
  /** Colour behind transparent pixels if the format has no alpha, and around `contain`. */
  background: colourSchema.prefault('#ffffff'),
  format: z.enum(outputFormats).default('jpg'),
  /** 1..100 for jpg and webp. */
  quality: z.number().int().min(1).max(100).default(85),
  /** Maximum size of each file in KB (1024 bytes): quality is reduced until it fits. */
  maxKb: z.number().int().min(1).max(maxKbLimit).optional(),
});
export type ThumbnailOptions = z.output<typeof thumbnailOptions>;

/** Options that a link may set. */
export const asks = defineAsks({
  sizes: { choices: platformIds, isList: true, words: platformWords },
  format: { choices: outputFormats },
  maxKb: { range: [1, maxKbLimit] },
});

const input: InputFileRule = { field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes };

export const thumbnails = defineTool({
  name: 'thumbnails',
  route: '/editor/thumbnails',
  asks,
  category: 'design',
  icon: 'layout-grid',
  remedies: {
    SIZES_MISSING: ['options'],
    SIZES_TOO_MANY: ['options'],
  },
  calls: [
    {
      name: 'makeThumbnails',
      path: '/web/picture/thumbnails',
      keyCode: 'IMAGE_CHANGE',
      lane: 'model',
      cost: oneUse,
      deadlineMs: 180_000,
      startPercent: 20,
      inputs: [input],
      options: thumbnailOptions,
      gives: givesFormat(),
      refuse: ({ options }) => {
        const { sizes, custom } = options as ThumbnailOptions;
        if (sizes.length === 0 && custom.length === 0) throw new AppError('SIZES_MISSING');
      },
      pace: options => `${String(options.fit)} ${String(options.format)}`,
    },
    {
      // Writes no files: returns the faces and the saliency from which the screen computes its crops.
      name: 'findFocus',
      path: '/web/picture/thumbnails/focus',
      keyCode: 'IMAGE_CHANGE',
      lane: 'model',
      cost: { kind: 'none' },
      deadlineMs: 60_000,
      startPercent: 20,
      inputs: [input],
      options: z.object({}),
    },
  ],
});
