// GIF: animations from images, from part of a clip or from other animations; splitting animations into frames; and clips from images.
import { defineAsks } from 'contract/asks.ts';
import { requireSpan } from 'contract/clip/require-span.ts';
import { colourSchema } from 'contract/colour.ts';
import { clipTypes, type MediaName } from 'contract/media.ts';
import { maxClipBytes, maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

const inputTypes = ['gif', 'jpg', 'png', 'webp', 'bmp', 'avif', 'tiff', 'heic'] as const satisfies readonly MediaName[];
export const maxFiles = 300;
export const fits = ['contain', 'cover', 'fill'] as const;

/** In ms. Browsers slow down shorter delays, so these are written as 20. */
export const minDelayMs = 20;
export const maxDelayMs = 60_000;
export const stillDelayMs = 500;
const delay = z.number().int().min(1).max(maxDelayMs);
const moment = z.number().min(0).max(86_400).optional();

export const makeOptions = z.object({
  format: z.enum(['gif', 'webp']).default('gif'),
  /** Pixels. One alone keeps the first image's aspect ratio; without both, the first image's size is used, at most 800 on the long edge. */
  width: z.number().int().min(8).max(4096).optional(),
  height: z.number().int().min(8).max(4096).optional(),
  fit: z.enum(fits).default('contain'),
  /** Colour around images that do not fill the frame, and behind transparent pixels; or transparent. */
  background: z.union([colourSchema, z.literal('transparent')]).prefault('#ffffff'),
  /** Duration of each frame. Default: 500 ms for stills; animations keep their own delays. */
  delayMs: delay.optional(),
  /** One per file of the list; null means `delayMs`. */
  delays: z.array(delay.nullable()).max(maxFiles).optional(),
  /** Number of plays: 0 or true loops forever, false plays once. */
  loop: z.union([z.boolean(), z.number().int().min(0).max(65_535)]).default(0),
  reverse: z.boolean().default(false),
  /** Forwards and then backwards. */
  boomerang: z.boolean().default(false),
  /** GIF: maximum number of colours per frame. */
  colors: z.number().int().min(8).max(256).default(256),
  /** GIF: strength of dithering. 0 leaves bands of colour. */
  dither: z.number().min(0).max(1).default(0.8),
  /** WebP only. */
  quality: z.number().int().min(1).max(100).default(80),
  /** The part of a clip, in seconds. Default: all of it. */
  start: moment,
  end: moment,
  /** Frames per second taken from a clip; with `delayMs` they play slower or faster than filmed. */
  fps: z.number().int().min(1).max(30).default(12),
  /** Maximum file size in KB (1024 bytes): colours, then dimensions, are reduced until it fits. */
  maxKb: z.number().int().min(10).max(51_200).optional(),
});
export type MakeOptions = z.output<typeof makeOptions>;

/** A clip from images. */
export const clipOptions = z.object({
  /**
   * Pixels. One alone keeps the first image's aspect ratio; without both, the first image's size is used, at most 1920 on the long edge. Odd sides
   * lose one pixel.
   */
  width: z.number().int().min(16).max(4096).optional(),
  height: z.number().int().min(16).max(4096).optional(),
  fit: z.enum(fits).default('contain'),
  /** Colour around images that do not fill the frame, and behind transparent pixels. */
  background: colourSchema.prefault('#000000'),
  /** From the start of one image to the start of the next. */
  secondsEach: z.number().min(0.2).max(60).default(3),
  /** Length of the cross-fade at the end of those seconds, at most all of them. 0 is a hard cut. */
  fadeSeconds: z.number().min(0).max(10).default(0.5),
  reverse: z.boolean().default(false),
});
export type ClipOptions = z.output<typeof clipOptions>;

export const maxSplitFrames = 500;

export const splitOptions = z.object({
  /** Frame numbers to extract, from 1; default: all. Numbers beyond the animation's end are ignored. */
  frames: z.array(z.number().int().min(1).max(maxSplitFrames)).max(maxSplitFrames).optional(),
});
export type SplitOptions = z.output<typeof splitOptions>;

export const filmOptions = z.object({});
export type FilmOptions = z.output<typeof filmOptions>;

const pictures = {
  field: 'list',
  accept: inputTypes,
  maxBytes: maxPictureBytes,
  many: { min: 1, max: maxFiles },
} as const;
const animation = {
  field: 'imageUrl',
  required: true,
  accept: ['gif', 'webp', 'png', 'avif'],
  maxBytes: maxPictureBytes,
} as const;
const shared = { keyCode: 'IMAGE_CHANGE', lane: 'image', cost: { kind: 'none' }, startPercent: 40 } as const;

/** Options that a link may set. */
export const asks = defineAsks({
  mode: {
    choices: ['make', 'split', 'video'],
    words: { split: '拆分|拆成|拆开|分解|单帧|split|frames', video: '视频|录像|video|clip|movie' },
  },
  maxKb: { range: [10, 51_200] },
});

export const gif = defineTool({
  name: 'gif',
  route: '/editor/gif',
  asks,
  category: 'picture',
  icon: 'clapperboard',
  remedies: {
    NOT_ANIMATED: ['file'],
    FRAMES_MISSING: ['options'],
    FRAMES_TOO_MANY: ['options', 'file'],
    CLIP_WITHOUT_PICTURE: ['file'],
    CLIP_RANGE_EMPTY: ['options'],
    CLIP_TOO_LONG: ['options', 'file'],
    GIF_TOO_LONG: ['options'],
  },
  calls: [
    {
      ...shared,
      name: 'make',
      path: '/web/picture/gif',
      mayTakeMinutes: true,
      deadlineMs: 300_000,
      inputs: [
        { ...pictures, required: 'one' },
        { field: 'videoUrl', required: 'one', accept: clipTypes, maxBytes: maxClipBytes },
      ],
      options: makeOptions,
      gives: ['gif', 'webp'],
      refuse: body => {
        if (body.files.videoUrl) requireSpan(body);
      },
    },
    {
      ...shared,
      name: 'clip',
      path: '/web/picture/clip',
      lane: 'video',
      deadlineMs: 1_800_000,
      inputs: [{ ...pictures, required: true }],
      options: clipOptions,
    },
    {
      ...shared,
      name: 'split',
      path: '/web/picture/gif/split',
      deadlineMs: 120_000,
      inputs: [animation],
      options: splitOptions,
      gives: ['png'],
    },
    {
      // All frames as thumbnails on one sheet, from which people select on the page.
      ...shared,
      name: 'film',
      path: '/web/picture/gif/film',
      deadlineMs: 60_000,
      inputs: [animation],
      options: filmOptions,
    },
  ],
});
