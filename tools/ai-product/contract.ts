// AI product images: cuts out a product and places it in a scene, with the light of the scene.
import { defineAsks, wordsOf } from 'contract/asks.ts';
import { longestPrompt } from 'contract/drawing.ts';
import { megapixelsOf, type RunSize } from 'contract/facts.ts';
import { type MediaName, pictureTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { sceneIds, sceneNames } from 'contract/scenes.ts';
import { givesFormat } from 'contract/steps.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';
import { askBackground, drawnField } from './ask-background.ts';
import { things } from './choose-scene.ts';
import { findScene } from './find-scene.ts';
import { maxShift, maxTurn, zooms } from './place-limits.ts';
import { shopIds, shopWords, sides } from './shop-sizes.ts';

const maskTypes = ['png', 'webp', 'jpg', 'bmp', 'gif'] as const satisfies readonly MediaName[];

const drawnTypes = ['png', 'jpg', 'webp'] as const satisfies readonly MediaName[];

const side = z.number().int().min(sides.min).max(sides.max).default(sides.usual);
const shift = z.number().min(-maxShift).max(maxShift).default(0);

export const productOptions = z.object({
  /** An id from /web/backgroundPicType/getList. Default, if there is no prompt either: the first one. */
  backgroundType: z.enum(sceneIds).optional(),
  /**
   * Describes the background if `backgroundType` is not set. The drawing server draws it; without one, the best-matching scene is used and reported
   * in `meta.scene`, and DRAW_NOT_CONFIGURED refuses words that match no scene.
   */
  prompt: z.string().trim().max(longestPrompt).default(''),
  width: side,
  height: side,
  format: z.enum(['jpg', 'png', 'webp']).default('jpg'),
  /** Opacity of the shadow; 60 is the natural shadow of the scene's light. */
  shadow: z.number().int().min(0).max(100).default(60),
  /** Whether a glossy ground reflects the product; a matt one never does. */
  reflection: z.boolean().default(true),
  /** How far the product's colour and brightness are shifted towards the scene's light. */
  lightMatch: z.number().int().min(0).max(100).default(50),
  /** Offset from the scene's own position as shares of the shorter side, scale factor, and rotation in degrees clockwise. */
  place: z
    .object({
      right: shift,
      down: shift,
      zoom: z.number().min(zooms.min).max(zooms.max).default(1),
      turn: z.number().min(-maxTurn).max(maxTurn).default(0),
    })
    .prefault({}),
  /**
   * Also returns a small cutout of the product as `meta.layerUrl`, with its box in the input image as `meta.product`. A page uses it to move the
   * product, and a later call that sends its alpha as `matteUrl` skips the network.
   */
  withLayer: z.boolean().default(false),
});
export type ProductOptions = z.output<typeof productOptions>;

/** Options that a link may set. */
export const asks = defineAsks({
  scene: { choices: sceneIds, words: wordsOf(sceneNames, things), sets: { background: 'scene' } },
  size: { choices: shopIds, words: shopWords },
  format: { choices: ['jpg', 'png', 'webp'] },
});

const picture = { required: false, maxBytes: maxPictureBytes } as const;

const drawnMegapixels = ({ options }: RunSize): number =>
  (Number(options.width ?? sides.usual) * Number(options.height ?? sides.usual)) / 1_000_000;

export const aiProduct = defineTool({
  name: 'ai-product',
  route: '/editor/aiProduct',
  asks,
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
        // An earlier matte of this image, white on the product, of any size. With it, the network is skipped.
        { ...picture, field: 'matteUrl', accept: maskTypes, isMask: true },
        // Corrections of the matte; white marks the corrected pixels, as in the cutout tool.
        { ...picture, field: 'keepUrl', accept: maskTypes, isMask: true },
        { ...picture, field: 'eraseUrl', accept: maskTypes, isMask: true },
        { ...picture, field: drawnField, accept: drawnTypes, isMade: true },
      ],
      options: productOptions,
      gives: givesFormat(),
      refuse: ({ options }, { servers }) => {
        if (!servers.includes('draw')) findScene(options as ProductOptions);
      },
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
