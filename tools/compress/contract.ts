// Compression: the same picture in fewer bytes.
import { defineAsks } from 'contract/asks.ts';
import { photoTypes } from 'contract/media.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const formats = ['same', 'jpg', 'webp'] as const;
export const defaultQuality = 75;

export const compressOptions = z.object({
  /** 1..100. A JPEG that was saved with less is not saved with more. */
  quality: z.number().int().min(1).max(100).default(defaultQuality),
  /** Upper bound of the file in KB of 1024 bytes; quality, then dimensions, are lowered until it fits. */
  targetKb: z.number().int().min(1).max(51_200).optional(),
  /** same: as it came; HEIC, TIFF and BMP become JPG, or PNG where something shows through. */
  format: z.enum(formats).default('same'),
});
export type CompressOptions = z.output<typeof compressOptions>;

/** What a link may set. */
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
      pace: ({ format, targetKb }) => `${format}${targetKb === undefined ? '' : ' to fit'}`,
    },
  ],
});
