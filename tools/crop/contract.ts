// Cropping, turning, mirroring and straightening.
import { pictureTypes } from 'contract/media.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const formats = ['same', 'jpg', 'png', 'webp'] as const;
export const turns = [0, 90, 180, 270] as const;
export type Turn = (typeof turns)[number];
/** Degrees, to either side. */
export const maxAngle = 45;
/** The smallest crop, as a fraction of each side. */
const leastShare = 0.01;

const start = z
  .number()
  .min(0)
  .max(1 - leastShare)
  .default(0);
const length = z.number().min(leastShare).max(1).default(1);

export const cropOptions = z.object({
  /** Degrees clockwise; the first change after the orientation of the photograph. */
  turn: z.literal(turns).default(0),
  /** Mirrored left to right, and upside down, after the turn. */
  mirror: z.boolean().default(false),
  flip: z.boolean().default(false),
  /** Degrees clockwise by which the picture is straightened, about its middle. The frame shrinks so far that no corner is empty. */
  angle: z.number().min(-maxAngle).max(maxAngle).default(0),
  /** The part to keep, as fractions of the frame that all of this leaves. What lies beyond its end is ignored. */
  left: start,
  top: start,
  width: length,
  height: length,
  /** same: as it came, where that format is one of these. */
  format: z.enum(formats).default('same'),
});
export type CropOptions = z.output<typeof cropOptions>;

export const crop = defineTool({
  name: 'crop',
  route: '/editor/crop',
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
      pace: ({ angle, format }) => `${format}${angle === 0 ? '' : ' straightened'}`,
    },
  ],
});
