// Resizing to other dimensions in pixels.
import { defineAsks } from 'contract/asks.ts';
import { pictureTypes } from 'contract/media.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const maxSide = 16_383;
const maxPercent = 400;
export const formats = ['same', 'jpg', 'png', 'webp'] as const;

const side = z.number().int().min(1).max(maxSide).optional();

export const resizeOptions = z.object({
  /** Pixels; one alone keeps the aspect ratio. They take precedence over `longEdge`, and that over `percent`. */
  width: side,
  height: side,
  /** Length of the longer side in pixels. */
  longEdge: side,
  /** Scale of both sides in percent. */
  percent: z.number().min(1).max(maxPercent).optional(),
  /** If width and height are given: inside fits in the box, cover fills it and crops, fill stretches. */
  fit: z.enum(['inside', 'cover', 'fill']).default('fill'),
  /** Whether `width`, `height` and `longEdge` may enlarge an image. */
  enlarge: z.boolean().default(true),
  /** same: the input's format, if it is one of these; animations stay GIF or WebP. */
  format: z.enum(formats).default('same'),
});
export type ResizeOptions = z.output<typeof resizeOptions>;

/** Options that a link may set. */
export const asks = defineAsks({
  by: { choices: ['pixels', 'percent', 'edge'] },
  width: { range: [1, 16_383], isTelling: true, sets: { by: 'pixels' } },
  height: { range: [1, 16_383], sets: { by: 'pixels' } },
  longEdge: { range: [1, 16_383], isTelling: true, sets: { by: 'edge' } },
  percent: { range: [1, 400], isTelling: true, sets: { by: 'percent' } },
});

export const resize = defineTool({
  name: 'resize',
  route: '/editor/resize',
  asks,
  category: 'picture',
  icon: 'maximize-2',
  calls: [
    {
      name: 'resize',
      path: '/web/picture/resize',
      keyCode: 'IMAGE_CHANGE',
      lane: 'image',
      cost: { kind: 'none' },
      deadlineMs: 120_000,
      startPercent: 40,
      inputs: [{ field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes }],
      options: resizeOptions,
      gives: givesFormat(),
      pace: options => String(options.format),
    },
  ],
});
