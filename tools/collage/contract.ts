// Collages: several images in one, in a grid, a template or a long strip.
import { defineAsks } from 'contract/asks.ts';
import { colourSchema } from 'contract/colour.ts';
import { photoTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';
import { layoutNames } from './templates.ts';

export const ratios = ['1:1', '4:5', '3:4', '2:3', '9:16', '4:3', '3:2', '16:9'] as const;
export const formats = ['jpg', 'png', 'webp'] as const;
export const maxPictures = 30;
export const maxZoom = 8;

/** The visible part of an image in its cell. */
const view = z.object({
  /** Scale relative to the one that just fills the cell. */
  zoom: z.number().min(1).max(maxZoom).default(1),
  /** 0 shows the left (upper) end of the image, 1 the right (lower) one. */
  x: z.number().min(0).max(1).default(0.5),
  y: z.number().min(0).max(1).default(0.5),
});
export type View = z.output<typeof view>;

export const collageOptions = z.object({
  /** grid suits any number of images, and replaces a template for a different number. column and row show the whole images. */
  layout: z.enum(layoutNames).default('grid'),
  /** Aspect ratio of the result. The strips column and row derive theirs from the images. */
  ratio: z.enum(ratios).default('1:1'),
  /** One per image of the list. null, or none: the part that keeps the faces in the image whole, or the middle if there are none. */
  views: z.array(view.nullable()).max(maxPictures).default([]),
  /**
   * Gap between images, border around all of them, and corner radius, as fractions of the shorter side, or of the side that the images of a strip
   * share.
   */
  gap: z.number().min(0).max(0.1).default(0.015),
  border: z.number().min(0).max(0.1).default(0.015),
  radius: z.number().min(0).max(0.25).default(0),
  background: z.union([colourSchema, z.literal('transparent')]).prefault('#ffffff'),
  /**
   * Pixels of the shorter side, or of the side that the images of a strip share. Default and maximum: the size at which the image with the most
   * pixels for its cell keeps its resolution and the others are enlarged.
   */
  size: z.number().int().min(64).max(10_000).optional(),
  format: z.enum(formats).default('jpg'),
  /** 1..100 for jpg and webp. */
  quality: z.number().int().min(1).max(100).default(92),
});
export type CollageOptions = z.output<typeof collageOptions>;

/** Options that a link may set. */
export const asks = defineAsks({
  layout: {
    choices: ['grid', 'column', 'row', 'scattered'],
    words: {
      grid: '九宫格|四宫格|六宫格|宫格|网格|方格|grid',
      column:
        '竖着|竖排|竖向|纵向|上下|长图|长条|从上到下|vertical|vertically|top to bottom|on top of each other|stack|stacked|column|long image|long picture|one below the other',
      row: '横着|横排|横向|左右|并排|排成一行|一排|side by side|side-by-side|horizontal|horizontally|next to each other|row|left to right',
      scattered: '散落|随意|凌乱|照片墙|scattered|scrapbook|polaroid|loosely',
    },
  },
  ratio: { choices: ratios },
});

export const collage = defineTool({
  name: 'collage',
  route: '/editor/collage',
  asks,
  category: 'picture',
  icon: 'layout-dashboard',
  calls: [
    {
      name: 'collage',
      path: '/web/picture/collage',
      keyCode: 'IMAGE_CHANGE',
      lane: 'model',
      cost: oneUse,
      deadlineMs: 180_000,
      startPercent: 20,
      inputs: [
        {
          field: 'list',
          required: true,
          accept: photoTypes,
          maxBytes: maxPictureBytes,
          many: { min: 1, max: maxPictures },
        },
      ],
      options: collageOptions,
    },
    {
      // Writes no files: returns the faces of one image, by which the screen places it in its cell.
      name: 'findFaces',
      path: '/web/picture/collage/faces',
      keyCode: 'IMAGE_CHANGE',
      lane: 'model',
      cost: { kind: 'none' },
      deadlineMs: 60_000,
      startPercent: 20,
      inputs: [{ field: 'imageUrl', required: true, accept: photoTypes, maxBytes: maxPictureBytes }],
      options: z.object({}),
    },
  ],
});
