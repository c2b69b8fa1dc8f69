// Watermarking: inputs, position and look of marks, and calls. A mark is a text or an image, drawn once or tiled.
import { markAsks } from 'contract/mark/asks.ts';
import { oneMark, textOptions } from 'contract/mark/options.ts';
import { requireMark } from 'contract/mark/require-mark.ts';
import { pictureTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { type CallBody, defineTool } from 'contract/tool.ts';
import { z } from 'zod';

export const maxMarks = 10;
const maxMarkBytes = 20 * 1024 * 1024;

const furtherMark = oneMark.extend({
  /** Index into markUrls, from 0; for image marks. */
  picture: z
    .number()
    .int()
    .min(0)
    .max(maxMarks - 2)
    .optional(),
});

export const markOptions = oneMark.extend({
  /** Marks in addition to the one that the other fields describe; each covers the previous ones. */
  more: z
    .array(furtherMark)
    .max(maxMarks - 1)
    .default([]),
  /** same: the format of the input, or the nearest one. Animations stay animated in gif and webp. */
  format: z.enum(['same', 'jpg', 'png', 'webp']).default('same'),
  /** 1..100 for jpg and webp. */
  quality: z.number().int().min(1).max(100).default(92),
  /**
   * Whether the result keeps date, camera, exposure and credit. `true` omits location, serial numbers and the owner's name; `everything` keeps these
   * too.
   */
  keepMetadata: z.union([z.boolean(), z.literal('everything')]).default(true),
});
export type MarkOptions = z.output<typeof markOptions>;

/** Throws the refusals of `requireMark`. */
function requireMarks({ options, files }: CallBody): void {
  const { more, ...first } = options as MarkOptions;
  requireMark(first, Boolean(files.markUrl));
  for (const mark of more) requireMark(mark, Boolean(files.markUrls?.[mark.picture ?? -1]));
}

export const markImage = defineTool({
  name: 'mark-image',
  route: '/editor/markImage',
  asks: markAsks,
  category: 'picture',
  icon: 'stamp',
  remedies: {
    MARK_PICTURE_MISSING: ['options'],
    MARK_SIGNS_MISSING: ['options'],
    MARK_MISSING: ['options'],
    MARK_ONLY_ONE: ['options'],
  },
  calls: [
    {
      name: 'mark',
      path: '/web/waterMaker/add/newPictureAddWaterMaker',
      keyCode: 'PICTURE_ADD_WATERMARK',
      lane: 'image',
      cost: oneUse,
      deadlineMs: 120_000,
      startPercent: 20,
      inputs: [
        { field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes },
        { field: 'markUrl', required: false, accept: pictureTypes, maxBytes: maxMarkBytes },
        {
          field: 'markUrls',
          required: false,
          accept: pictureTypes,
          maxBytes: maxMarkBytes,
          many: { min: 1, max: maxMarks - 1 },
        },
      ],
      options: markOptions,
      gives: givesFormat(),
      refuse: requireMarks,
      pace: options => (options.format === 'png' ? 'png' : 'any'),
    },
    {
      // The text as the server draws it, which the page shows while it is placed.
      name: 'inkText',
      path: '/web/waterMaker/add/markPreview',
      keyCode: 'PICTURE_ADD_WATERMARK',
      lane: 'image',
      cost: { kind: 'none' },
      deadlineMs: 20_000,
      startPercent: 20,
      inputs: [],
      options: textOptions,
    },
  ],
});
