// AI product pictures: a product is cut out and stands in a scene, lit as the scene is.
import { longestPrompt } from 'contract/drawing.ts';
import { megapixelsOf, type RunSize } from 'contract/facts.ts';
import { type MediaName, pictureTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { sceneIds, sceneNames } from 'contract/scenes.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';
import { askBackground, drawnField } from './ask-background.ts';
import { mostShift, mostTurn, zooms } from './place-limits.ts';
import { sides } from './shop-sizes.ts';

const maskTypes = ['png', 'webp', 'jpg', 'bmp', 'gif'] as const satisfies readonly MediaName[];

const drawnTypes = ['png', 'jpg', 'webp'] as const satisfies readonly MediaName[];

const side = z.number().int().min(sides.least).max(sides.most).default(sides.usual);
const shift = z.number().min(-mostShift).max(mostShift).default(0);

export const productOptions = z.object({
  /** An id of /web/backgroundPicType/getList. Left out, and without a prompt: the first of them. */
  backgroundType: z.enum(sceneIds).optional(),
  /**
   * Describes the background, where no `backgroundType` is named. The drawing server draws it; without one, the scene that fits these words
   * best is taken, which `meta.scene` names, and DRAW_NOT_CONFIGURED refuses words that fit none.
   */
  prompt: z.string().trim().max(longestPrompt).default(''),
  width: side,
  height: side,
  format: z.enum(['jpg', 'png', 'webp']).default('jpg'),
  /** 60 is as dark as the scene's light makes it. */
  shadow: z.number().int().min(0).max(100).default(60),
  /** Whether a glossy ground mirrors the product; a dull one never does. */
  reflection: z.boolean().default(true),
  /** How far colour and brightness of the product go towards those of the scene's light. */
  lightMatch: z.number().int().min(0).max(100).default(50),
  /** Where the product stands, from where the scene puts it: shares of the shorter side, a factor, and degrees clockwise. */
  place: z
    .object({
      right: shift,
      down: shift,
      zoom: z.number().min(zooms.least).max(zooms.most).default(1),
      turn: z.number().min(-mostTurn).max(mostTurn).default(0),
    })
    .prefault({}),
  /**
   * Also the product alone, small: `meta.layerUrl`, and its place in the picture as `meta.product`. A page moves it about, and a later call that
   * sends its alpha as `matteUrl` needs no network.
   */
  withLayer: z.boolean().default(false),
});
export type ProductOptions = z.output<typeof productOptions>;

const picture = { required: false, maxBytes: maxPictureBytes } as const;

const drawnMegapixels = ({ options }: RunSize): number =>
  (Number(options.width ?? sides.usual) * Number(options.height ?? sides.usual)) / 1_000_000;

export const aiProduct = defineTool({
  name: 'ai-product',
  route: '/editor/aiProduct',
  category: 'ai',
  icon: 'shopping-bag',
  remedies: {
    SUBJECT_NOT_FOUND: ['file'],
    DRAW_NOT_CONFIGURED: ['options'],
    DRAW_FAILED: ['retry'],
    DRAW_REFUSED: ['options'],
  },
  calls: [
    {
      name: 'stage',
      path: '/web/shopImage',
      keyCode: 'EXPEND_IMAGE',
      lane: 'model',
      drawnFirst: { field: drawnField, question: askBackground },
      cost: oneUse,
      deadlineMs: 300_000,
      startPercent: 20,
      inputs: [
        { ...picture, field: 'imageUrl', required: true, accept: pictureTypes },
        // A matte of this picture that was found before, white where the product is, of any size: nothing is looked for, which is fast.
        { ...picture, field: 'matteUrl', accept: maskTypes, isMask: true },
        // White corrects, as in the cutout.
        { ...picture, field: 'keepUrl', accept: maskTypes, isMask: true },
        { ...picture, field: 'eraseUrl', accept: maskTypes, isMask: true },
        { ...picture, field: drawnField, accept: drawnTypes, isMade: true },
      ],
      options: productOptions,
      pace: options => (options.prompt ? 'described' : 'scene'),
      amount: size => {
        const taken = megapixelsOf(size.facts, 'imageUrl');
        return taken === undefined ? undefined : taken + drawnMegapixels(size);
      },
    },
  ],
  lookups: [
    {
      path: '/web/backgroundPicType/getList',
      entries: sceneIds.map(id => ({ id, name: sceneNames[id], cover: `${id}.webp` })),
    },
  ],
});
