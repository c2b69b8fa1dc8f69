// Compression: the same image in fewer bytes.
import { defineAsks } from 'contract/asks.ts';
import { photoTypes } from 'contract/media.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const formats = ['same', 'jpg', 'webp'] as const;
export const defaultQuality = 75;

export const compressOptions = z.object({
  /** 1..100. A JPEG is never saved with a higher quality than it had. */
  quality: z.number().int().min(1).max(100).default(defaultQuality),
  /** Maximum file size in KB (1024 bytes); quality, then dimensions, are reduced until it fits. */
  targetKb: z.number().int().min(1).max(51_200).optional(),
  /** same: the input's format; HEIC, TIFF and BMP become JPG, or PNG if they have transparent pixels or few colours. */
  format: z.enum(formats).default('same'),
});
export type CompressOptions = z.output<typeof compressOptions>;

/** Options that a link may set. */
export const asks = defineAsks({ targetKb: { range: [1, 51_200], isTelling: true } });

export const compress = defineTool({
  name: 'compress',
  route: '/editor/compress',
  asks,
  category: 'picture',
  icon: 'file-down',
  calls: [
    {
      name: 'compress',
      path: '/web/picture/compress',
      keyCode: 'IMAGE_CHANGE',
      lane: 'image',
      cost: { kind: 'none' },
      deadlineMs: 180_000,
      startPercent: 40,
      inputs: [{ field: 'imageUrl', required: true, accept: photoTypes, maxBytes: maxPictureBytes }],
      options: compressOptions,
      gives: givesFormat(),
      pace: ({ format, targetKb }) => `${format}${targetKb === undefined ? '' : ' to fit'}`,
    },
  ],
});
