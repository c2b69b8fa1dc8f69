// Watermark removal from clips: areas with times, or marks that are found in the clip.
import { defineAsks } from 'contract/asks.ts';
import { type ClipPlan, planClip } from 'contract/clip/plan.ts';
import { AppError } from 'contract/errors.ts';
import type { RunFacts, RunSize } from 'contract/facts.ts';
import { clipTypes, type MediaName } from 'contract/media.ts';
import { free, usesForSeconds } from 'contract/prices.ts';
import { maxClipBytes, maxPictureBytes } from 'contract/routes/uploads.ts';
import { type CallBody, type Cost, defineTool } from 'contract/tool.ts';
import { z } from 'zod';
import { previewSeconds } from './preview.ts';

const maskTypes = ['png', 'webp', 'jpg', 'bmp', 'gif'] as const satisfies readonly MediaName[];
const farthest = 20_000;
const maxAreas = 24;
const maxPainted = 24;

const seconds = z.number().min(0).max(86_400);
const times = { start: seconds.optional(), end: seconds.optional() };

const areaList = z
  .array(
    z.object({
      x: z.number().min(-farthest).max(farthest),
      y: z.number().min(-farthest).max(farthest),
      w: z.number().positive().max(farthest),
      h: z.number().positive().max(farthest),
      ...times,
    }),
  )
  .max(maxAreas)
  .default([]);

const preview = {
  /** Makes only a preview: three seconds from this time on. */
  previewAt: seconds.optional(),
};

export const removeOptions = z.object({
  /**
   * Boxes around marks, in pixels of the upright clip, from `start` to `end` in seconds; without times for the whole clip. Only the mark inside is
   * changed.
   */
  list: areaList,
  /** The times of each mask of `brushUrls`, in the same order; masks without times apply to the whole clip. */
  brushTimes: z.array(z.object(times)).max(maxPainted).default([]),
  ...preview,
});
export type RemoveOptions = z.output<typeof removeOptions>;

export const findOptions = z.object({
  /** marks stay in one place; subtitles are lines of text that stay for seconds and then change. */
  what: z.enum(['marks', 'subtitles']).default('marks'),
  /** Where to search. Default: everywhere; for subtitles, the lower part of the frame and its top. */
  list: areaList,
  /** Returns only the boxes, and no clip. */
  findOnly: z.boolean().default(false),
  ...preview,
});
export type FindOptions = z.output<typeof findOptions>;

/** Returns the plan of a run; undefined if the clip's tracks are not known yet. */
function planOf({ videoUrl }: RunFacts): ClipPlan | undefined {
  const clip = videoUrl?.[0];
  const plan = clip?.streams && planClip(clip, { format: 'mp4', quality: 90, mute: false, speed: 1 });
  return typeof plan === 'object' ? plan : undefined;
}

const secondsOf = ({ facts }: RunSize) => facts.videoUrl?.[0]?.seconds;

/** Returns the megapixels of all frames that are written. */
function workOf({ options, facts }: RunSize): number | undefined {
  const plan = planOf(facts);
  if (!plan?.size) return undefined;
  const written = options.previewAt === undefined ? plan.seconds : Math.min(previewSeconds, plan.seconds);
  const work = (plan.size.width * plan.size.height * plan.framesPerSecond * written) / 1e6;
  return options.findOnly === true ? work / 5 : work;
}

const minuteMs = 60_000;
/** Per megapixel of frames on two idle cores; large areas take longer. */
const usual = { startMs: 6000, msPerMegapixel: 40 };
const deadline = { minMs: 6 * minuteMs, msPerMegapixel: 400, maxMs: 240 * minuteMs };

const shared = {
  keyCode: 'VIDEO_REMOVE_WATERMARK',
  lane: 'video',
  // Boxes are free. A preview of three seconds is free to watch; downloading it costs a use, because consecutive previews would make up the whole
  // clip.
  cost: ({ options, facts }: RunSize): Cost => {
    if (options.findOnly === true) return free;
    return options.previewAt === undefined
      ? usesForSeconds(facts.videoUrl?.[0], 30)
      : { kind: 'use', amount: 1, isFreeToSee: true };
  },
  startPercent: 40,
  deadlineMs: (size: RunSize) =>
    Math.min(deadline.maxMs, deadline.minMs + (workOf(size) ?? 5000) * deadline.msPerMegapixel),
  amount: workOf,
  usualMs: (size: RunSize) => {
    const work = workOf(size);
    return work === undefined ? undefined : usual.startMs + work * usual.msPerMegapixel;
  },
} as const;

const clip = { field: 'videoUrl', required: true, accept: clipTypes, maxBytes: maxClipBytes } as const;

/** Options that a link may set. */
export const asks = defineAsks({
  what: { choices: ['marks', 'subtitles'], words: { subtitles: '字幕|台词|弹幕|subtitle|caption|hardsub|hard sub' } },
});

/** Whether an area lasts; it may lie behind the end of a clip nevertheless. */
const lasts = ({ start = 0, end = Number.POSITIVE_INFINITY }: FindOptions['list'][number]) => start < end;

/** Throws MASK_EMPTY. The run throws it too, for areas outside the frame. */
function requireArea({ options, files }: CallBody): void {
  if (!(options as RemoveOptions).list.some(lasts) && !files.brushUrls?.length) throw new AppError('MASK_EMPTY');
}

/** Throws MASK_EMPTY if there are areas and none of them lasts. */
function requireLasting({ options }: CallBody): void {
  const { list } = options as FindOptions;
  if (list.length > 0 && !list.some(lasts)) throw new AppError('MASK_EMPTY');
}

export const inpaintVideo = defineTool({
  name: 'inpaint-video',
  route: '/editor/inpaintVideo',
  asks,
  category: 'video',
  icon: 'eraser',
  needs: 'ffmpeg',
  remedies: {
    MASK_EMPTY: ['picture'],
    MASK_COVERS_ALL: ['picture'],
    MARK_UNCLEAR: ['picture'],
    MARK_NOT_FOUND: ['picture'],
    SUBTITLES_NOT_FOUND: ['picture'],
    CLIP_WITHOUT_PICTURE: ['file'],
    CLIP_TOO_LONG: ['file'],
  },
  calls: [
    {
      ...shared,
      name: 'remove',
      path: '/web/waterMaker/remove/newDivTimeVideoRemoveWaterMaker',
      trial: { kind: 'clip', seconds: secondsOf },
      inputs: [
        clip,
        // White is removed completely. A mask may have any size and is stretched to the frame.
        {
          field: 'brushUrls',
          required: false,
          accept: maskTypes,
          maxBytes: maxPictureBytes,
          isMask: true,
          many: { min: 0, max: maxPainted },
        },
      ],
      options: removeOptions,
      gives: ['mp4'],
      refuse: requireArea,
      pace: ({ previewAt }) => (previewAt === undefined ? 'all' : 'preview'),
    },
    {
      ...shared,
      name: 'auto',
      path: '/web/aiVideoRmMark',
      trial: { kind: 'auto-clip', seconds: secondsOf },
      inputs: [clip],
      options: findOptions,
      gives: ({ findOnly }) => (findOnly ? [] : ['mp4']),
      refuse: requireLasting,
      pace: ({ previewAt, findOnly }) => (findOnly ? 'find' : previewAt === undefined ? 'all' : 'preview'),
    },
  ],
});
