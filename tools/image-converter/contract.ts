// Image format conversion: inputs and options.
import { defineAsks } from 'contract/asks.ts';
import { colourSchema } from 'contract/colour.ts';
import { pictureTypes } from 'contract/media.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const outputFormats = ['jpg', 'png', 'webp', 'avif', 'gif', 'bmp', 'tiff', 'ico', 'pdf'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Formats whose file size `quality` and `targetKb` control. */
export const lossyFormats: readonly OutputFormat[] = ['jpg', 'webp', 'avif'];
export const defaultQuality = 80;

export const convertOptions = z.object({
  format: z.enum(outputFormats),
  /** 1..100 for jpg, webp and avif, and for the image inside a pdf. */
  quality: z.number().int().min(1).max(100).default(defaultQuality),
  /** Maximum file size in KB (1024 bytes); quality, then dimensions, are reduced until it fits. */
  targetKb: z.number().int().min(1).max(51_200).optional(),
  /** Pixels; one alone keeps the aspect ratio. */
  width: z.number().int().min(1).max(16_383).optional(),
  height: z.number().int().min(1).max(16_383).optional(),
  /** inside: fits in the box; cover: fills and crops; contain: fits and pads with the background; fill: stretches. */
  fit: z.enum(['inside', 'cover', 'contain', 'fill']).default('inside'),
  /** Whether `width` and `height` may enlarge the image. */
  enlarge: z.boolean().default(false),
  /**
   * Whether the result keeps date, camera, exposure and credit. `true` omits location, serial numbers and the owner's name; `everything` keeps these
   * too.
   */
  keepMetadata: z.union([z.boolean(), z.literal('everything')]).default(false),
  /** srgb converts the colours for the web; keep embeds the input's ICC profile. */
  colorProfile: z.enum(['srgb', 'keep']).default('srgb'),
  /** Colour behind transparent pixels if the format has no alpha, and around `contain`. */
  background: colourSchema.prefault('#ffffff'),
});
export type ConvertOptions = z.output<typeof convertOptions>;

/** Options that a link may set. Animations and documents have their own tools. */
export const asks = defineAsks({
  format: { choices: ['jpg', 'png', 'webp', 'avif', 'bmp', 'tiff', 'ico'], isTelling: true },
  targetKb: { range: [1, 51_200] },
});

export const imageConverter = defineTool({
  name: 'image-converter',
  route: '/editor/imageConverter',
  asks,
  category: 'picture',
  icon: 'file-image',
  calls: [
    {
      name: 'convert',
      path: '/web/picture/format/newPicFormat',
      keyCode: 'IMAGE_CHANGE',
      lane: 'image',
      cost: { kind: 'none' },
      deadlineMs: 120_000,
      startPercent: 40,
      inputs: [{ field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes }],
      options: convertOptions,
      gives: givesFormat(),
      pace: options => String(options.format),
    },
  ],
});
