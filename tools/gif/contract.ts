// GIF: animations made of pictures, of a part of a clip, remade from animations, and taken apart into frames; and clips made of pictures.
import { defineAsks } from 'contract/asks.ts';
import { colourSchema } from 'contract/colour.ts';
import { clipTypes, type MediaName } from 'contract/media.ts';
import { maxClipBytes, maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

const inputTypes = ['gif', 'jpg', 'png', 'webp', 'bmp', 'avif', 'tiff', 'heic'] as const satisfies readonly MediaName[];
export const maxFiles = 300;
export const fits = ['contain', 'cover', 'fill'] as const;

/** Browsers slow down delays below 20 ms, so these are written as 20. */
const delay = z.number().int().min(1).max(60_000);

export const makeOptions = z.object({
  format: z.enum(['gif', 'webp']).default('gif'),
  /** Pixels; one alone keeps the first picture's shape, none takes its size, at most 800 on the long edge. */
  width: z.number().int().min(8).max(4096).optional(),
  height: z.number().int().min(8).max(4096).optional(),
  fit: z.enum(fits).default('contain'),
  /** Colour around pictures that do not fill the frame, and behind transparent pixels; or transparent. */
  background: z.union([colourSchema, z.literal('transparent')]).prefault('#ffffff'),
  /** Duration of each picture. Default: 500 ms for stills; animations keep their own delays. */
  delayMs: delay.optional(),
  /** For each file of the list; null follows `delayMs`. */
  delays: z.array(delay.nullable()).max(maxFiles).optional(),
  /** Number of plays: 0 or true loops for ever, false plays once. */
  loop: z.union([z.boolean(), z.number().int().min(0).max(65_535)]).default(0),
  reverse: z.boolean().default(false),
  /** Forwards and back again. */
  boomerang: z.boolean().default(false),
  /** GIF: colours of a frame. */
  colors: z.number().int().min(8).max(256).default(256),
  /** GIF: 0 leaves bands of colour, 1 mixes them with dots. */
  dither: z.number().min(0).max(1).default(0.8),
  /** WebP. */
  quality: z.number().int().min(1).max(100).default(80),
  /** Of a clip: the part to take, in seconds. Default: all of it. */
  start: z.number().min(0).max(86_400).optional(),
  end: z.number().min(0).max(86_400).optional(),
  /** Of a clip: frames taken of each second; with `delayMs` they play slower or faster than they were filmed. */
  fps: z.number().int().min(1).max(30).default(12),
  /** Upper bound of the file in KB of 1024 bytes: colours, then dimensions, are lowered until it fits. */
  maxKb: z.number().int().min(10).max(51_200).optional(),
});
export type MakeOptions = z.output<typeof makeOptions>;

/** A clip of pictures. */
export const clipOptions = z.object({
  /** Pixels; one alone keeps the first picture's shape, none takes its size, at most 1920 on the long edge. Odd sides lose a line. */
  width: z.number().int().min(16).max(4096).optional(),
  height: z.number().int().min(16).max(4096).optional(),
  fit: z.enum(fits).default('contain'),
  /** Colour around pictures that do not fill the frame, and behind transparent pixels. */
  background: colourSchema.prefault('#000000'),
  /** From the beginning of one picture to that of the next. */
  secondsEach: z.number().min(0.2).max(60).default(3),
  /** The last part of those seconds, in which it becomes the next one; at most all of them. 0 changes at once. */
  fadeSeconds: z.number().min(0).max(10).default(0.5),
  reverse: z.boolean().default(false),
});
export type ClipOptions = z.output<typeof clipOptions>;

export const maxSplitFrames = 500;

export const splitOptions = z.object({
  /** Numbers of the frames to take out, from 1; absent: all. Numbers that the animation does not have are passed over. */
  frames: z.array(z.number().int().min(1).max(maxSplitFrames)).max(maxSplitFrames).optional(),
});
export type SplitOptions = z.output<typeof splitOptions>;

export const filmOptions = z.object({});
export type FilmOptions = z.output<typeof filmOptions>;

const shared = { keyCode: 'IMAGE_CHANGE', lane: 'image', cost: { kind: 'none' }, startPercent: 40 } as const;

/** What a link may set. */
export const asks = defineAsks({
  mode: {
    choices: ['make', 'split', 'video'],
    words: { split: '拆分|拆成|拆开|分解|单帧|split|frames', video: '视频|录像|video|clip|movie' },
  },
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
      deadlineMs: 300_000,
      inputs: [
        {
          field: 'list',
          required: 'one',
          accept: inputTypes,
          maxBytes: maxPictureBytes,
          many: { min: 1, max: maxFiles },
        },
        { field: 'videoUrl', required: 'one', accept: clipTypes, maxBytes: maxClipBytes },
      ],
      options: makeOptions,
    },
    {
      ...shared,
      name: 'clip',
      path: '/web/picture/clip',
      lane: 'video',
      deadlineMs: 1_800_000,
      inputs: [
        {
          field: 'list',
          required: true,
          accept: inputTypes,
          maxBytes: maxPictureBytes,
          many: { min: 1, max: maxFiles },
        },
      ],
      options: clipOptions,
    },
    {
      ...shared,
      name: 'split',
      path: '/web/picture/gif/split',
      deadlineMs: 120_000,
      inputs: [{ field: 'imageUrl', required: true, accept: ['gif', 'webp'], maxBytes: maxPictureBytes }],
      options: splitOptions,
    },
    {
      // All frames in small, in rows on one sheet: the page lets people choose among them.
      ...shared,
      name: 'film',
      path: '/web/picture/gif/film',
      deadlineMs: 60_000,
      inputs: [{ field: 'imageUrl', required: true, accept: ['gif', 'webp'], maxBytes: maxPictureBytes }],
      options: filmOptions,
    },
  ],
});
