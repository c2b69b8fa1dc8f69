// Smart cutout: inputs, background, shadow, outline, and corrections of the matte.
import { defineAsks } from 'contract/asks.ts';
import { colourSchema } from 'contract/colour.ts';
import { AppError } from 'contract/errors.ts';
import { megapixelsOf } from 'contract/facts.ts';
import { type MediaName, pictureTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';
import { backgroundIds, backgroundNames } from './backgrounds.ts';

const maskTypes = ['png', 'webp', 'jpg', 'bmp', 'gif'] as const satisfies readonly MediaName[];

export const cutoutOptions = z.object({
  /**
   * rgba: on a transparent background. mask: white on the subject. composite: on a background. Default: composite if a background is given, otherwise
   * rgba.
   */
  returnType: z.enum(['rgba', 'mask', 'composite']).optional(),
  /** person: keeps only the connected parts of the subject that contain a face. */
  subject: z.enum(['general', 'person']).default('general'),
  /**
   * Which parts of an ambiguous matte are the subject: `more` also keeps parts with low alpha, `largest` and `second` keep one of several
   * disconnected objects. The warnings `subject-unsure`, `parts-half-seen` and `several-subjects` say when this may help.
   */
  extent: z.enum(['usual', 'more', 'largest', 'second']).default('usual'),
  /** If several backgrounds are given, the first of this order is used: backgroundUrl, backgroundId, backgroundBlur, backgroundColor. */
  backgroundColor: colourSchema.optional(),
  /** An id from /web/cutImage/backgroundType/getList. */
  backgroundId: z.enum(backgroundIds).optional(),
  /** Strength of the blur of the image's own background. */
  backgroundBlur: z.number().int().min(1).max(100).optional(),
  /** drop: on a wall behind the subject. ground: on the floor below it. */
  shadow: z.enum(['none', 'drop', 'ground']).default('none'),
  shadowStrength: z.number().int().min(0).max(100).default(50),
  /** In percent of the longer side; 0 means no outline. */
  outlineWidth: z.number().min(0).max(5).default(0),
  outlineColor: colourSchema.prefault('#ffffff'),
  /** subject: crops to the subject plus a margin in percent of the subject's longer side. */
  crop: z.enum(['none', 'subject']).default('none'),
  cropMargin: z.number().min(0).max(50).default(6),
  /** jpg has no alpha channel: without a background, the background is white. */
  format: z.enum(['png', 'webp', 'jpg']).default('png'),
  /** Whether strokes spread over similar colours up to the next edge. Otherwise they apply to the painted pixels only. */
  strokesSpread: z.boolean().default(true),
});
export type CutoutCallOptions = z.output<typeof cutoutOptions>;

const picture = { required: false, maxBytes: maxPictureBytes } as const;

/** Options that a link may set. */
export const asks = defineAsks({
  background: {
    choices: ['none', 'color', 'blur'],
    words: {
      color:
        '白底|白色背景|纯白|背景换成白|背景改成白|背景变白|换白色|white background|background white|background to white|on white',
      blur: '虚化|模糊背景|背景模糊|blur the background|blurred background|blur background',
    },
  },
  color: {
    choices: ['#d9001b', '#438edb', '#000000'],
    words: {
      '#d9001b': '红底|红色背景|背景换成红|背景改成红|背景变红|red background|background red|background to red',
      '#438edb': '蓝底|蓝色背景|背景换成蓝|背景改成蓝|背景变蓝|blue background|background blue|background to blue',
      '#000000': '黑底|黑色背景|背景换成黑|背景改成黑|背景变黑|black background|background black|background to black',
    },
    sets: { background: 'color' },
  },
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
        // An earlier matte of this image, white on the subject, of any size. With it, the network is skipped.
        { ...picture, field: 'matteUrl', accept: maskTypes, isMask: true },
        // White marks the pixels to correct. A mask may have any size and is stretched to the image. Where both are white, erase wins.
        { ...picture, field: 'keepUrl', accept: maskTypes, isMask: true },
        { ...picture, field: 'eraseUrl', accept: maskTypes, isMask: true },
      ],
      options: cutoutOptions,
      gives: givesFormat(),
      refuse: ({ options: { returnType, format } }) => {
        if (returnType === 'rgba' && format === 'jpg')
          throw new AppError('TRANSPARENCY_UNSUPPORTED', { format: 'JPG' });
      },
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
