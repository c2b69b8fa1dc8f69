// The options of one mark as a call sends them, the same for pictures and clips: its text, its place and its look.
import { z } from 'zod';
import { colourSchema } from '../colour.ts';
import { positions } from './place.ts';

export const fontWeights = [300, 400, 500, 700, 900] as const;
export const longestText = 300;

const fraction = z.number().min(0).max(1);

/** The options that determine the outlines of a text. */
export const textOptions = z.object({
  /** The words of a text mark, on several lines if it has line breaks. */
  markContent: z.string().max(longestText).optional(),
  /**
   * Texts are drawn in Noto Sans SC; another font name gives the warning font-replaced. Characters that it lacks are drawn with the machine's fonts
   * if they contain them.
   */
  font: z.string().max(100).default('noto-sans-sc'),
  fontWeight: z.literal(fontWeights).default(700),
  align: z.enum(['left', 'center', 'right']).default('center'),
  /** Letter spacing in ems, positive or negative. */
  letterSpacing: z.number().min(-0.1).max(1).default(0),
});
export type TextOptions = z.output<typeof textOptions>;

/**
 * Size and position of a mark; contract/mark/place.ts defines which field takes precedence. Lengths are fractions, so that the
 * same call suits every picture of a batch.
 */
const placing = {
  /** Left edge of the mark's box before it is turned, as a fraction of the picture's width; 0 is the picture's left edge. */
  markX: z.number().min(-1).max(1).optional(),
  /** Top edge of the box, as a fraction of the picture's height. */
  markY: z.number().min(-1).max(1).optional(),
  /** Width of the box the mark is fitted into (centred, with its proportions), as a fraction of the width. Precedes fontSize and imageSize. */
  markW: z.number().min(0.001).max(1).optional(),
  /** Height of the box, as a fraction of the height. Either markW or markH is enough. */
  markH: z.number().min(0.001).max(1).optional(),
  /** The corner, edge or centre of the picture at which to place it if markX and markY are absent. */
  position: z.enum(positions).default('bottom-right'),
  /** Distance of the mark from the picture's edges, as a fraction of the picture's shorter edge. */
  margin: z.number().min(0).max(0.5).default(0.04),
  /** Distance of the mark's centre to the right of (below) the named corner, edge or centre, in shorter edges; replaces the margin. */
  offsetX: z.number().min(-20).max(20).optional(),
  offsetY: z.number().min(-20).max(20).optional(),
  /** The em of a text, as a fraction of the picture's shorter edge; above 1 in pixels. A mark is never made larger than the picture. */
  fontSize: z.number().min(0.005).max(2000).default(0.07),
  /** The longer side of a picture mark, as a fraction of the picture's shorter edge. */
  imageSize: z.number().min(0.005).max(2).default(0.3),
  /** Degrees clockwise about the mark's centre. */
  rotate: z.number().min(-360).max(360).default(0),
  /** Whether the mark is repeated over the whole picture, in rows that are shifted by half a step. */
  tile: z.boolean().default(false),
  /** Gap between the marks of a tile, as a fraction of the shorter edge. */
  tileGap: fraction.default(0.1),
};

const look = {
  /** Colour of a text: #rrggbb, or auto for white or near black, whichever contrasts more with the picture under it. */
  color: z.union([colourSchema, z.literal('auto')]).prefault('#ffffff'),
  /** Opacity of the whole mark: 0 is invisible, 1 is solid; values above 1 are percent. */
  opacity: z
    .number()
    .min(0)
    .max(100)
    .transform(value => (value > 1 ? value / 100 : value))
    .prefault(0.6),
  /** Lengths of outline and shadow are in ems of a text, or shorter sides of a picture mark. 0: no outline. */
  outlineWidth: z.number().min(0).max(0.2).default(0),
  outlineColor: colourSchema.prefault('#000000'),
  /** Opacity of the shadow; 0: none. */
  shadow: fraction.default(0),
  shadowColor: colourSchema.prefault('#000000'),
  shadowBlur: z.number().min(0).max(0.5).default(0.06),
  shadowDistance: z.number().min(0).max(0.5).default(0.04),
};

export const oneMark = textOptions.extend({
  /** text draws markContent, image draws the file markUrl; markUrl without markContent is an image. */
  markType: z.enum(['text', 'image']).default('text'),
  ...placing,
  ...look,
});
export type OneMark = z.output<typeof oneMark>;
