// Watermarking of pictures: a text or a picture laid over each, once or all over.
import { colourSchema } from 'contract/colour.ts';
import { positions } from 'contract/mark/place.ts';
import { pictureTypes } from 'contract/media.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

const maxMarkBytes = 20 * 1024 * 1024;

export const fontWeights = [300, 400, 500, 700, 900] as const;
export const longestText = 300;

const fraction = z.number().min(0).max(1);

/** What decides the outlines of a text, and nothing else of a mark. */
export const textOptions = z.object({
  /** The words of a text mark, on several lines if it has line breaks. */
  markContent: z.string().max(longestText).optional(),
  /**
   * Everything is drawn in Noto Sans SC, the same everywhere; another name is answered with the warning font-replaced. What it has no
   * signs for is drawn with the machine's fonts where they have them.
   */
  font: z.string().max(100).default('noto-sans-sc'),
  fontWeight: z.literal(fontWeights).default(700),
  align: z.enum(['left', 'center', 'right']).default('center'),
  /** More or less room between letters, in ems. */
  letterSpacing: z.number().min(-0.1).max(1).default(0),
});
export type TextOptions = z.output<typeof textOptions>;

/**
 * How large a mark is and where it lies; contract/mark/place.ts says which field goes before which. Lengths are fractions, so that the
 * same call suits every picture of a batch.
 */
const placing = {
  /** Left edge of the mark's box before it is turned, as a fraction of the picture's width; 0 is the picture's left edge. */
  markX: z.number().min(-1).max(1).optional(),
  /** Top edge of the box, as a fraction of the picture's height. */
  markY: z.number().min(-1).max(1).optional(),
  /** Width of the box the mark is fitted into (keeping its shape, in the middle), as a fraction of the width. Goes before fontSize and imageSize. */
  markW: z.number().min(0.001).max(1).optional(),
  /** Height of the box, as a fraction of the height. One of markW and markH is enough. */
  markH: z.number().min(0.001).max(1).optional(),
  /** The corner, edge or centre it is placed by when markX and markY are absent. */
  position: z.enum(positions).default('bottom-right'),
  /** Between the mark and the picture's edges, as a fraction of the picture's shorter edge. */
  margin: z.number().min(0).max(0.5).default(0.04),
  /** With one of these the mark's centre lies so far right of (below) the named corner, edge or centre, in shorter edges. */
  offsetX: z.number().min(-20).max(20).optional(),
  offsetY: z.number().min(-20).max(20).optional(),
  /** The em of a text, as a fraction of the picture's shorter edge; above 1 in pixels. A mark is never made larger than the picture. */
  fontSize: z.number().min(0.005).max(2000).default(0.07),
  /** The longer side of a picture mark, as a fraction of the picture's shorter edge. */
  imageSize: z.number().min(0.005).max(2).default(0.3),
  /** Degrees clockwise about the mark's centre. */
  rotate: z.number().min(-360).max(360).default(0),
  /** Repeats it all over the picture, in rows that are shifted by half a step. */
  tile: z.boolean().default(false),
  /** Between the marks of a tile, as a fraction of the shorter edge. */
  tileGap: fraction.default(0.1),
};

const look = {
  /** Of a text: #rrggbb, or auto for white or near black, whichever stands out more from what lies beneath. */
  color: z.union([colourSchema, z.literal('auto')]).prefault('#ffffff'),
  /** Of the whole mark: 0 is invisible, 1 is solid; above 1 in percent. */
  opacity: z
    .number()
    .min(0)
    .max(100)
    .transform(value => (value > 1 ? value / 100 : value))
    .prefault(0.6),
  /** Lengths of outline and shadow are in ems of a text, or shorter sides of a picture mark. 0: no outline. */
  outlineWidth: z.number().min(0).max(0.2).default(0),
  outlineColor: colourSchema.prefault('#000000'),
  /** How strong the shadow is; 0: none. */
  shadow: fraction.default(0),
  shadowColor: colourSchema.prefault('#000000'),
  shadowBlur: z.number().min(0).max(0.5).default(0.06),
  shadowDistance: z.number().min(0).max(0.5).default(0.04),
};

export const markOptions = textOptions.extend({
  /** text draws markContent, image the picture behind markUrl; markUrl without markContent is an image. One mark for each call. */
  markType: z.enum(['text', 'image']).default('text'),
  ...placing,
  ...look,
  /** same: the format it came in, or the nearest one. Animations stay animated in gif and webp. */
  format: z.enum(['same', 'jpg', 'png', 'webp']).default('same'),
  /** 1..100 for jpg and webp. */
  quality: z.number().int().min(1).max(100).default(92),
  /**
   * Whether date, camera, exposure and credit go into the result. `true` leaves out position, serial numbers and the owner's name;
   * `everything` keeps these too.
   */
  keepMetadata: z.union([z.boolean(), z.literal('everything')]).default(true),
});
export type MarkOptions = z.output<typeof markOptions>;

export const markImage = defineTool({
  name: 'mark-image',
  route: '/editor/markImage',
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
      cost: { kind: 'none' },
      deadlineMs: 120_000,
      startPercent: 20,
      inputs: [
        { field: 'imageUrl', required: true, accept: pictureTypes, maxBytes: maxPictureBytes },
        { field: 'markUrl', required: false, accept: pictureTypes, maxBytes: maxMarkBytes },
      ],
      options: markOptions,
      pace: options => (options.format === 'png' ? 'png' : 'any'),
    },
    {
      // The text as this server draws it, for a page to show while it is being placed.
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
