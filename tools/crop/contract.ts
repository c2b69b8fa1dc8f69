// Cropping, rotating, mirroring and straightening.
import { defineAsks } from 'contract/asks.ts';
import { pictureTypes } from 'contract/media.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const formats = ['same', 'jpg', 'png', 'webp'] as const;
export const ratios = ['free', 'own', '1:1', '4:3', '3:4', '16:9', '9:16', '3:2', '2:3'] as const;
export type Ratio = (typeof ratios)[number];
export const turns = [0, 90, 180, 270] as const;
export type Turn = (typeof turns)[number];
/** Maximum straightening in either direction, in degrees. */
export const maxAngle = 45;
/** Minimum crop, as a fraction of each side. */
const minShare = 0.01;

const start = z
  .number()
  .min(0)
  .max(1 - minShare)
  .default(0);
const length = z.number().min(minShare).max(1).default(1);

export const cropOptions = z.object({
  /** Degrees clockwise; applied first, after the EXIF orientation. */
  turn: z.literal(turns).default(0),
  /** Mirrored horizontally and vertically, after the rotation. */
  mirror: z.boolean().default(false),
  flip: z.boolean().default(false),
  /** Straightening about the centre, in degrees clockwise. The frame shrinks until it has no empty corners. */
  angle: z.number().min(-maxAngle).max(maxAngle).default(0),
  /** The part to keep, as fractions of the frame after these changes. The part outside of the frame is ignored. */
  left: start,
  top: start,
  width: length,
  height: length,
  /**
   * Aspect ratio of the crop; own: that of the frame. The crop is centred on the part to keep, and its share of the largest possible crop is that
   * part's share of the frame, so that one call suits images of any shape. free: exactly the part to keep.
   */
  ratio: z.enum(ratios).default('free'),
  /** same: the input's format, if it is one of these. */
  format: z.enum(formats).default('same'),
});
export type CropOptions = z.output<typeof cropOptions>;

/** Options that a link may set. */
export const asks = defineAsks({
  ratio: { choices: ratios, words: { own: '原比例|原始比例|original ratio|same ratio|own ratio' } },
  turn: { choices: turns },
  mirror: {
    choices: [true],
    words: { true: '左右翻转|左右颠倒|水平翻转|镜像|mirror|horizontally|left to right' },
  },
  flip: {
    choices: [true],
    words: { true: '上下翻转|垂直翻转|vertically|top to bottom' },
  },
});

export const crop = defineTool({
  name: 'crop',
  route: '/editor/crop',
  asks,
  category: 'picture',
  icon: 'crop',
  calls: [
    {
      name: 'crop',
      path: '/web/picture/crop',
      keyCode: 'IMAGE_CHANGE',
      lane: 'image',
      cost: { kind: 'none' },
      deadlineMs: 120_000,
      startPercent: 40,
      inputs: [{ field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes }],
      options: cropOptions,
      gives: givesFormat(),
      pace: ({ angle, format }) => `${format}${angle === 0 ? '' : ' straightened'}`,
    },
  ],
});
