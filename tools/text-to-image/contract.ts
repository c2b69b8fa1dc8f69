// AI drawing: a prompt, optionally with an image to start from, becomes up to four images.
import { defineAsks, wordsOf } from 'contract/asks.ts';
import {
  drawingModels,
  drawingSides,
  longestPrompt,
  maxDrawings,
  type StyleName,
  styleIds,
  styleNames,
} from 'contract/drawing.ts';
import { type ShapeName, shapes } from 'contract/drawing-wish.ts';
import type { RunSize } from 'contract/facts.ts';
import { photoTypes } from 'contract/media.ts';
import { requireDrawServer } from 'contract/require-draw-server.ts';
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { type Cost, defineTool, type ToolCall } from 'contract/tool.ts';
import { z } from 'zod';

const side = z.number().int().min(drawingSides.min).max(drawingSides.max).default(1024);

const drawFields = {
  prompt: z.string().trim().min(1).max(longestPrompt),
  /** Describes what to leave out. */
  negativePrompt: z.string().trim().max(longestPrompt).default(''),
  /** An id from /web/aidrawModel/pageList; auto: the drawing server if there is one. */
  modelId: z.enum(['auto', ...(Object.keys(drawingModels) as (keyof typeof drawingModels)[])]).default('auto'),
  /** An id from /web/aiStyle/queryPage; auto: the style named in the prompt, otherwise the first. */
  styleId: z.enum(['auto', ...styleIds]).default('auto'),
  width: side,
  height: side,
  count: z.number().int().min(1).max(maxDrawings).default(1),
  /** The same seed gives the same images. Default: a random one. */
  seed: z.number().int().min(0).max(2_147_483_647).optional(),
};

/** 0 keeps the start image, 1 keeps only its colours. */
const strength = z.number().min(0).max(1).default(0.6);

export const drawOptions = z.object(drawFields);
export const redrawOptions = z.object({ ...drawFields, strength });
const sendOptions = z.object({ ...drawFields, strength, conversationId: z.string().max(100).optional() });
export type DrawOptions = z.output<typeof drawOptions> &
  Partial<Pick<z.output<typeof sendOptions>, 'strength' | 'conversationId'>>;

/** Each image costs one use. */
const cost = ({ options }: RunSize): Cost => ({ kind: 'use', amount: Number(options.count ?? 1) });

const megapixels = ({ options }: RunSize): number =>
  (Number(options.width ?? 1024) * Number(options.height ?? 1024) * Number(options.count ?? 1)) / 1_000_000;

/** Enough for a drawing server; the illustrator takes seconds. */
const deadlineMs = 300_000;
const msPerMegapixel = 2500;

const startPicture = (required: boolean) =>
  ({ field: 'image_url', required, accept: photoTypes, maxBytes: maxPictureBytes }) as const;

const drawing = {
  keyCode: 'EXPEND_IMAGE',
  lane: 'remote',
  cost,
  deadlineMs,
  startPercent: 20,
  refuse: (body, engines) => requireDrawServer(body, engines, body.files.image_url ? 'redraw' : 'draw'),
  pace: options => `${String(options.modelId)} ${String(options.styleId)}`,
  amount: megapixels,
  usualMs: size => 800 + megapixels(size) * msPerMegapixel,
} as const satisfies Partial<ToolCall>;

/** Options that a link may set. */
export const asks = defineAsks({
  style: {
    choices: styleIds,
    words: wordsOf(styleNames, {
      flat: '扁平|扁平风|flat design|flat illustration',
      papercut: '剪纸风|paper cutout|papercut',
      watercolour: '水彩画|watercolour',
      oil: '油画风|oil painting|oil',
      ink: '水墨画|国画|中国画|sumi|ink painting',
      riso: '孔版|risograph',
      line: '淡彩|钢笔画|线稿|line art|ink and wash',
      pixel: '像素画|像素风|8 bit|8-bit|pixel',
      glass: '彩色玻璃|stained-glass',
      stitch: '绣花|embroidered|stitched',
      neon: '霓虹灯|霓虹风',
      chalk: '粉笔|粉笔画|黑板|chalk',
    } satisfies Partial<Record<StyleName, string>>),
  },
  shape: {
    choices: Object.keys(shapes) as ShapeName[],
    words: {
      square: '正方形|方图|头像|1:1|square|avatar',
      portrait: '竖图|竖版|竖构图|3:4|4:5|portrait format|upright',
      landscape: '横图|横版|横构图|4:3|landscape format',
      story: '手机壁纸|竖屏|9:16|phone wallpaper|instagram story|instagram stories|story format|vertical',
      wide: '宽屏|电脑壁纸|桌面壁纸|横幅|16:9|widescreen|desktop wallpaper|banner|wide',
    } satisfies Record<ShapeName, string>,
  },
  count: { range: [1, maxDrawings] },
});

export const textToImage = defineTool({
  name: 'text-to-image',
  route: '/editor/textToImage',
  asks,
  category: 'ai',
  icon: 'palette',
  remedies: {
    DRAW_FAILED: ['retry'],
    DRAW_REFUSED: ['options'],
    DRAW_NOT_CONFIGURED: ['options'],
    DRAW_START_UNSUPPORTED: ['options'],
    PROMPT_NOT_UNDERSTOOD: ['options'],
  },
  calls: [
    { ...drawing, name: 'draw', path: '/web/textToImage', inputs: [], options: drawOptions },
    {
      ...drawing,
      name: 'redraw',
      path: '/web/imageToImage',
      inputs: [startPicture(true)],
      options: redrawOptions,
      gives: ['png'],
    },
    { ...drawing, name: 'send', path: '/msg/newSend', inputs: [startPicture(false)], options: sendOptions },
  ],
  lookups: [
    {
      path: '/web/aiStyle/queryPage',
      entries: styleIds.map(id => ({ id, name: styleNames[id], cover: `${id}.webp` })),
    },
  ],
});
