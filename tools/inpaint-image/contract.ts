// Watermark removal: inputs, the ways to specify the area, and the calls that find marks.
import { AppError } from 'contract/errors.ts';
import { megapixelsOf, type RunSize } from 'contract/facts.ts';
import { type MediaName, pictureTypes } from 'contract/media.ts';
import { free, oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { type CallBody, defineTool } from 'contract/tool.ts';
import { z } from 'zod';

const maskTypes = ['png', 'webp', 'jpg', 'bmp', 'gif'] as const satisfies readonly MediaName[];

/** Maximum coordinate, larger than any image. Areas are clipped to the image. */
const farthest = 200_000;
const maxBoxes = 200;
/** Maximum number of other images with the same mark. */
const maxSiblings = 15;
/** Maximum number of removals that come before the last one. */
const maxEarlier = 20;

export const removeOptions = z.object({
  /** Boxes in pixels of the upright image, from its top left. Parts outside the image are ignored. */
  coordinates: z
    .array(
      z.object({
        x: z.number().min(-farthest).max(farthest),
        y: z.number().min(-farthest).max(farthest),
        w: z.number().positive().max(farthest),
        h: z.number().positive().max(farthest),
      }),
    )
    .max(maxBoxes)
    .default([]),
  /** png: every pixel outside the area is unchanged; same: the format of the input, so a jpg is compressed again. */
  format: z.enum(['png', 'same']).default('png'),
  /** Whether a small part of a thing that lies just outside the area is removed as well: only then pixels outside the area change. */
  includesRest: z.boolean().default(false),
});
export type RemoveCallOptions = z.output<typeof removeOptions>;

export const findOptions = z.object({});
export type FindOptions = z.output<typeof findOptions>;

const picture = { field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes } as const;
const kind = { keyCode: 'PICTURE_REMOVE_WATERMARK', startPercent: 20 } as const;

/** Throws MASK_EMPTY. The run throws it too, for areas outside the image and for a black mask. */
function requireArea({ options, files }: CallBody): void {
  if ((options as RemoveCallOptions).coordinates.length === 0 && !files.imageBrushUrl) throw new AppError('MASK_EMPTY');
}

/** Every earlier removal fills the image once more. */
function filledMegapixels({ facts }: RunSize): number | undefined {
  const once = megapixelsOf(facts, 'imageUrl');
  return once === undefined ? undefined : once * (1 + (facts.earlierBrushUrls?.length ?? 0));
}

export const inpaintImage = defineTool({
  name: 'inpaint-image',
  route: '/editor/inpaintImage',
  category: 'ai',
  icon: 'eraser',
  remedies: {
    MASK_EMPTY: ['picture'],
    MASK_COVERS_ALL: ['picture'],
  },
  calls: [
    {
      ...kind,
      name: 'remove',
      path: '/web/waterMaker/remove/newInpaintingImage',
      lane: 'image',
      cost: oneUse,
      deadlineMs: 300_000,
      inputs: [
        picture,
        // White is removed. The mask may have any size and is stretched to the image.
        { field: 'imageBrushUrl', required: false, accept: maskTypes, maxBytes: maxPictureBytes, isMask: true },
        // Masks of removals that come first, in order: each works on the result of the one before.
        {
          field: 'earlierBrushUrls',
          required: false,
          accept: maskTypes,
          maxBytes: maxPictureBytes,
          isMask: true,
          many: { min: 0, max: maxEarlier },
        },
        {
          field: 'sameMarkUrls',
          required: false,
          accept: pictureTypes,
          maxBytes: maxPictureBytes,
          many: { min: 0, max: maxSiblings },
        },
      ],
      options: removeOptions,
      gives: givesFormat(),
      refuse: requireArea,
      amount: filledMegapixels,
    },
    {
      ...kind,
      name: 'locate',
      path: '/web/baidu/logoIdentify',
      lane: 'model',
      cost: free,
      deadlineMs: 120_000,
      inputs: [picture],
      options: findOptions,
    },
    {
      ...kind,
      name: 'mask',
      path: '/web/imageTextMask',
      lane: 'model',
      cost: free,
      deadlineMs: 120_000,
      inputs: [picture],
      options: findOptions,
      gives: ['png'],
    },
  ],
});
