// ID photos, and people cut out of their background: inputs and options.
import { defineAsks } from 'contract/asks.ts';
import { makeColourSchema } from 'contract/colour.ts';
import { megapixelsOf } from 'contract/facts.ts';
import { type MediaName, photoTypes } from 'contract/media.ts';
import { oneUse } from 'contract/prices.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';
import { backgrounds } from './sizes/size-shape.ts';
import { sizeIds, sizes } from './sizes/sizes.ts';
import { spellSheet, spellSize } from './sizes/spell-size.ts';
import { nameSizes, tellSize } from './spoken-sizes.ts';

export const sheetNames = ['5-inch', '6-inch', 'A4'] as const;
export type SheetName = (typeof sheetNames)[number];

export const minMm = 10;
export const maxMm = 120;
export const minDpi = 72;
export const maxDpi = 600;
export const minPx = 60;
export const maxPx = 2400;
export const maxKbLimit = 10_240;

/** The named colours are those of ID photos, e.g. their own blue and red. */
const colour = makeColourSchema(backgrounds);
const amount = z.number().int().min(0).max(100).default(0);

export const minZoom = 0.7;
export const maxZoom = 1.4;
export const maxShift = 0.2;
export const maxTurn = 15;
const shift = z.number().min(-maxShift).max(maxShift).default(0);

const maskTypes = ['png', 'webp', 'jpg', 'bmp', 'gif'] as const satisfies readonly MediaName[];

const ownSize = z.union([
  z.strictObject({
    widthMm: z.number().min(minMm).max(maxMm),
    heightMm: z.number().min(minMm).max(maxMm),
    dpi: z.number().int().min(minDpi).max(maxDpi).default(300),
  }),
  z.strictObject({
    widthPx: z.number().int().min(minPx).max(maxPx),
    heightPx: z.number().int().min(minPx).max(maxPx),
    dpi: z.number().int().min(minDpi).max(maxDpi).default(300),
  }),
]);

export const certifiedOptions = z.object({
  /** Only without `spec`: the cut-out person, the matte, or the person over the background. */
  returnType: z.enum(['rgba', 'mask', 'composite']).default('rgba'),
  /** Makes an ID photo: the id or name of a size, or custom dimensions. */
  spec: z.preprocess(spellSize, z.union([z.enum(sizeIds), ownSize])).optional(),
  /** Default: the colour that the size requires, otherwise white. */
  backgroundColor: colour.optional(),
  /** Makes the background a vertical gradient that ends in this colour. */
  backgroundTo: colour.optional(),
  /** A print sheet at 300 dpi as the second file; true means 6-inch. */
  sheet: z.preprocess(spellSheet, z.enum(sheetNames).optional()).optional(),
  /** Maximum size of the photo's file in KB (1024 bytes); default: the limits of its size. */
  maxKb: z.number().int().min(3).max(maxKbLimit).optional(),
  minKb: z.number().int().min(1).max(maxKbLimit).optional(),
  /** Whether the file has exactly `maxKb`, to the byte. */
  exactKb: z.boolean().default(false),
  /**
   * A manual correction of the head's position by the rule: scale factor, shift as shares of the photo's height, and rotation in degrees clockwise. A
   * photo that then misses its rule gets a warning.
   */
  place: z
    .object({
      zoom: z.number().min(minZoom).max(maxZoom).default(1),
      right: shift,
      down: shift,
      turn: z.number().min(-maxTurn).max(maxTurn).default(0),
    })
    .prefault({}),
  /** 0..100 each: smoothing of the skin, brightening of the person, whitening of the skin. */
  beauty: z.object({ smooth: amount, brighten: amount, whiten: amount }).prefault({}),
  /**
   * For ID photos, also returns the cut-out person, upright, as `meta.layerUrl`, with the positions of head and photo in it as `meta.layer`. A page
   * draws other backgrounds and head positions from it, and a later call that sends its alpha as `matteUrl` skips the network.
   */
  withLayer: z.boolean().default(false),
});
export type CertifiedOptions = z.output<typeof certifiedOptions>;
export type OwnSize = z.output<typeof ownSize>;

/** Options that a link may set. The dimensions come first, so that a size that is named as well takes precedence. */
export const asks = defineAsks({
  width: { range: [minMm, maxMm], sets: { size: 'custom', unit: 'mm' } },
  height: { range: [minMm, maxMm] },
  unit: { choices: ['mm'] },
  size: {
    choices: [...sizeIds, 'custom'],
    words: nameSizes(sizeIds),
    names: Object.fromEntries(sizes.map(size => [size.id, tellSize(size)])),
  },
  background: {
    choices: Object.values(backgrounds),
    words: {
      [backgrounds.blue]: '蓝底|蓝色|blue',
      [backgrounds.red]: '红底|红色|red',
      [backgrounds.white]: '白底|白色|white',
      [backgrounds.grey]: '灰底|灰色|grey|gray',
    },
  },
  maxKb: { range: [3, maxKbLimit] },
});

export const certified = defineTool({
  name: 'certified',
  route: '/editor/certified',
  asks,
  category: 'ai',
  icon: 'id-card',
  remedies: {
    PERSON_NOT_FOUND: ['file'],
    FACE_NOT_FOUND: ['file'],
    FACES_TOO_MANY: ['file'],
    FACES_TOO_FEW: ['file', 'options'],
    FACE_CUT_OFF: ['file'],
    FACE_TOO_SMALL: ['file'],
    KB_RANGE_EMPTY: ['options'],
  },
  calls: [
    {
      name: 'cutPeople',
      path: '/web/cutImage/newHumanCutImage',
      keyCode: 'MATTING',
      lane: 'model',
      cost: oneUse,
      deadlineMs: 180_000,
      startPercent: 20,
      inputs: [
        { field: 'imageUrl', required: true, accept: photoTypes, maxBytes: maxPictureBytes },
        { field: 'backgroundUrl', required: false, accept: photoTypes, maxBytes: maxPictureBytes },
        // In the frame of the layer for an ID photo, otherwise of the image. White marks the person, or the pixels that the strokes correct.
        { field: 'matteUrl', required: false, accept: maskTypes, maxBytes: maxPictureBytes, isMask: true },
        { field: 'keepUrl', required: false, accept: maskTypes, maxBytes: maxPictureBytes, isMask: true },
        { field: 'eraseUrl', required: false, accept: maskTypes, maxBytes: maxPictureBytes, isMask: true },
      ],
      options: certifiedOptions,
      gives: ['jpg', 'png'],
      amount: ({ facts }) => megapixelsOf(facts, 'imageUrl'),
      pace: options => (options.spec === undefined ? 'cutout' : 'photo'),
    },
  ],
});
