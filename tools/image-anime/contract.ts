// Avatar to anime: redraws a portrait or any other image in a look of animation, comics or painting.
import { type AnimeLookId, animeLookIds, animeLookNames } from 'contract/anime-looks.ts';
import { defineAsks } from 'contract/asks.ts';
import { colourSchema } from 'contract/colour.ts';
import { longestPrompt, maxDrawings } from 'contract/drawing.ts';
import { AppError } from 'contract/errors.ts';
import { megapixelsOf, type RunSize } from 'contract/facts.ts';
import { photoTypes } from 'contract/media.ts';
import { free } from 'contract/prices.ts';
import { requireDrawServer } from 'contract/require-draw-server.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { type Cost, defineTool } from 'contract/tool.ts';
import { z } from 'zod';

/** Minimum and maximum side of a requested drawing, in pixels. */
const sides = { min: 64, max: 2048 } as const;
const side = z.number().int().min(sides.min).max(sides.max).optional();

/**
 * builtin: the built-in looks. network: the operator's file (`ANIME`). server: the operator's drawing server. auto: the server if there is one,
 * otherwise builtin.
 */
const modelIds = ['auto', 'builtin', 'network', 'server'] as const;
/** none: the whole image. head: a square around the head of the largest face. */
export const crops = ['none', 'head'] as const;
/** keep: unchanged. blur: blurred before drawing. colour: one colour behind the subject. */
export const backgrounds = ['keep', 'blur', 'colour'] as const;
export const formats = ['same', 'jpg', 'png', 'webp'] as const;

export const animeOptions = z.object({
  /** An id from /web/headimageType/getList. */
  styleId: z.enum(animeLookIds).default('cel'),
  modelId: z.enum(modelIds).default('auto'),
  /** 0 leaves the image unchanged, 1 is the full drawing. */
  strength: z.number().min(0).max(1).default(1),
  /** Thickness of the lines relative to the look's own. */
  lineWeight: z.number().min(0.4).max(2).default(1),
  crop: z.enum(crops).default('none'),
  background: z.enum(backgrounds).default('keep'),
  /** For background "colour". */
  backgroundColour: colourSchema.default('#ffffff'),
  /** Both or neither: the drawing is cropped to this ratio and has this size. */
  width: side,
  height: side,
  /** Number of drawings, each with different strokes, paper and grain. */
  count: z.number().int().min(1).max(maxDrawings).default(1),
  /** The same seed gives the same strokes. */
  seed: z.number().int().min(0).max(2_147_483_647).default(0),
  /** Additional prompts for the drawing server; the built-in looks ignore them. */
  prompt: z.string().trim().max(longestPrompt).default(''),
  negativePrompt: z.string().trim().max(longestPrompt).default(''),
  format: z.enum(formats).default('same'),
});
export type AnimeOptions = z.output<typeof animeOptions>;

const findOptions = z.object({ matte: z.boolean().default(false) });
export type FindOptions = z.output<typeof findOptions>;

/** Each drawing costs one use. */
const cost = ({ options }: RunSize): Cost => ({ kind: 'use', amount: Number(options.count ?? 1) });

/** Enough for a drawing server; the built-in looks take seconds. */
const deadlineMs = 300_000;

/** Options that a link may set. */
export const asks = defineAsks({
  styleId: {
    choices: animeLookIds,
    words: {
      manga: '黑白漫画|漫画|日漫|manga|black and white comic',
      comic: '美漫|美式漫画|american comic|superhero comic|comic book|like a comic|as a comic',
      poster: '波普|海报|pop art|warhol',
      watercolour: '水彩|watercolor|watercolour',
      gouache: '水粉|油画|厚涂|gouache|oil painting',
      'ink-wash': '水墨|国画|ink wash|sumi',
      pencil: '素描|铅笔画|pencil sketch|graphite',
      'colour-pencil': '彩铅|彩色铅笔|colored pencil|coloured pencil',
      shoujo: '少女漫画|少女漫|shoujo',
      'film-cel': '90年代动画|老动画|复古动画|90s anime|retro anime',
    } satisfies Partial<Record<AnimeLookId, string>>,
  },
});

const picture = { field: 'image_url', required: true, accept: photoTypes, maxBytes: maxPictureBytes } as const;

export const imageAnime = defineTool({
  name: 'image-anime',
  route: '/editor/imageAnime',
  asks,
  category: 'ai',
  icon: 'smile',
  remedies: {
    DRAW_FAILED: ['retry'],
    DRAW_REFUSED: ['options'],
    DRAW_NOT_CONFIGURED: ['options'],
    DRAW_START_UNSUPPORTED: ['options'],
  },
  calls: [
    {
      name: 'draw',
      path: '/web/headimageToImage',
      keyCode: 'EXPEND_IMAGE',
      lane: 'model',
      waits: ({ options, servers }) =>
        servers.includes('redraw') && (options.modelId === 'server' || options.modelId === 'auto'),
      cost,
      deadlineMs,
      startPercent: 20,
      inputs: [picture],
      options: animeOptions,
      gives: givesFormat(),
      refuse: (body, engines) => {
        requireDrawServer(body, engines, 'redraw');
        if (body.options.modelId === 'network' && !engines.models.anime) throw new AppError('DRAW_NOT_CONFIGURED');
      },
      pace: options => `${String(options.modelId)} ${String(options.styleId)}`,
      amount: ({ options, facts }) => {
        const size = megapixelsOf(facts, 'image_url');
        return size === undefined ? undefined : Math.min(2, size) * Number(options.count ?? 1);
      },
    },
    {
      // Finds the faces and, with `matte`, a PNG matte of the subject, so that the page can draw a preview like the server's result.
      name: 'find',
      path: '/web/headimageToImage/find',
      keyCode: 'EXPEND_IMAGE',
      lane: 'model',
      cost: free,
      deadlineMs: 60_000,
      startPercent: 20,
      inputs: [picture],
      options: findOptions,
    },
  ],
  lookups: [
    {
      path: '/web/headimageType/getList',
      entries: animeLookIds.map(id => ({ id, name: animeLookNames[id], cover: `${id}.webp` })),
    },
  ],
});
