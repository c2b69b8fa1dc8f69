// Smart cutout: inputs, background, shadow and outline, and corrections of the network.
import { defineAsks } from 'contract/asks.ts';
import { colourSchema } from 'contract/colour.ts';
import { megapixelsOf } from 'contract/facts.ts';
import { type MediaName, pictureTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';
import { backgroundIds, backgroundNames } from './backgrounds.ts';

const maskTypes = ['png', 'webp', 'jpg', 'bmp', 'gif'] as const satisfies readonly MediaName[];

export const cutoutOptions = z.object({
  /** rgba: on nothing. mask: white where the subject is. composite: on a background. Left out: composite when a background is named, else rgba. */
  returnType: z.enum(['rgba', 'mask', 'composite']).optional(),
  /** person: only those parts of the subject that have a face. */
  subject: z.enum(['general', 'person']).default('general'),
  /**
   * What the subject is taken to be where that is in doubt: `more` keeps what is only half seen as well, `largest` and `second` keep one
   * of several things that do not touch. The warnings `parts-half-seen` and `several-subjects` say when that may help.
   */
  extent: z.enum(['usual', 'more', 'largest', 'second']).default('usual'),
  /** If several backgrounds are given, the first of this order counts: backgroundUrl, backgroundId, backgroundBlur, backgroundColor. */
  backgroundColor: colourSchema.optional(),
  /** An id of /web/cutImage/backgroundType/getList. */
  backgroundId: z.enum(backgroundIds).optional(),
  /** Strength of blur of the picture's own background. */
  backgroundBlur: z.number().int().min(1).max(100).optional(),
  /** drop: falls on a wall behind the subject. ground: falls on the floor under it. */
  shadow: z.enum(['none', 'drop', 'ground']).default('none'),
  shadowStrength: z.number().int().min(0).max(100).default(50),
  /** In percent of the longer side; 0 draws none. */
  outlineWidth: z.number().min(0).max(5).default(0),
  outlineColor: colourSchema.prefault('#ffffff'),
  /** subject: cut to the subject and a margin, in percent of its longer side. */
  crop: z.enum(['none', 'subject']).default('none'),
  cropMargin: z.number().min(0).max(50).default(6),
  /** jpg cannot hold transparency: a background must be named, or it is white. */
  format: z.enum(['png', 'webp', 'jpg']).default('png'),
  /** Whether strokes spread over similar colours up to the next edge. Otherwise they apply to the pixel. */
  strokesSpread: z.boolean().default(true),
});
export type CutoutCallOptions = z.output<typeof cutoutOptions>;

const picture = { required: false, maxBytes: maxPictureBytes } as const;

/** What a link may set. */
export const asks = defineAsks({
  background: { choices: ['none', 'color'], words: { color: '白底|白色背景|纯白|white background|background white' } },
});

export const cutoutImage = defineTool({
  name: 'cutout-image',
  route: '/editor/cutoutImage',
  asks,
  category: 'ai',
  icon: 'scissors',
  remedies: {
    SUBJECT_NOT_FOUND: ['file', 'picture'],
    TRANSPARENCY_UNSUPPORTED: ['options'],
  },
  calls: [
    {
      name: 'cut',
      path: '/web/cutImage/newCutImage',
      keyCode: 'MATTING',
      lane: 'model',
      cost: oneUse,
      deadlineMs: 180_000,
      startPercent: 20,
      inputs: [
        { ...picture, field: 'imageUrl', required: true, accept: pictureTypes },
        { ...picture, field: 'backgroundUrl', accept: pictureTypes },
        // A matte of this picture that was found before, white where the subject is, of any size: nothing is looked for, which is fast.
        { ...picture, field: 'matteUrl', accept: maskTypes, isMask: true },
        // White corrects. The mask may have any size, because it is stretched over the picture. Where both are white, erase applies.
        { ...picture, field: 'keepUrl', accept: maskTypes, isMask: true },
        { ...picture, field: 'eraseUrl', accept: maskTypes, isMask: true },
      ],
      options: cutoutOptions,
      amount: ({ facts }) => megapixelsOf(facts, 'imageUrl'),
    },
  ],
  lookups: [
    {
      path: '/web/cutImage/backgroundType/getList',
      entries: backgroundIds.map(id => ({ id, name: backgroundNames[id], cover: `${id}.webp` })),
    },
  ],
});
