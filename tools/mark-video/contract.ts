// Watermarks and subtitles on clips: inputs, the options of the mark with its times and motion, and those of subtitles.
import { defineAsks } from 'contract/asks.ts';
import { planClip, workOf } from 'contract/clip/plan.ts';
import { requireSpan } from 'contract/clip/require-span.ts';
import { AppError } from 'contract/errors.ts';
import type { RunFacts, RunSize } from 'contract/facts.ts';
import { markAsks } from 'contract/mark/asks.ts';
import { motions } from 'contract/mark/motion.ts';
import { oneMark, textOptions } from 'contract/mark/options.ts';
import { requireMark } from 'contract/mark/require-mark.ts';
import { clipTypes, pictureTypes } from 'contract/media.ts';
import { usesForSeconds } from 'contract/prices.ts';
import { maxClipBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { cuePlaces, maxAtOnce, maxCueCharacters, maxSubtitleBytes } from 'contract/subtitles/cues.ts';
import { subtitleTypes } from 'contract/subtitles/formats.ts';
import { longestTag, readLanguageTag } from 'contract/subtitles/languages.ts';
import { subtitleStyle } from 'contract/subtitles/style.ts';
import { type CallBody, defineTool } from 'contract/tool.ts';
import { z } from 'zod';

const maxMarkBytes = 20 * 1024 * 1024;
const seconds = z.number().min(0).max(86_400);

export const periodLimits = { min: 1, max: 60 } as const;

/** Written in the subtitle track where no other language is requested. */
export const detectedLanguage = 'auto';

export const markVideoOptions = oneMark.extend({
  /** The part of the clip in which the mark is visible, in seconds. Default: all of it. */
  start: seconds.optional(),
  end: seconds.optional(),
  /** scroll: from right to left, repeatedly; jump: between positions. A tiled mark does not move. */
  motion: z.enum(motions).default('none'),
  /** Period in seconds of a scrolling mark, or time that a jumping mark stays at a position. */
  motionPeriod: z.number().min(periodLimits.min).max(periodLimits.max).default(8),
  /** Requests subtitles; `subtitleUrl` alone does the same. The file's content decides on its format. */
  fileType: z.enum([...subtitleTypes, 'ssa']).optional(),
  /** burn: drawn into the frames, visible everywhere. track: a separate track, which players can turn on and off; the frames are copied. */
  subtitleMode: z.enum(['burn', 'track']).default('burn'),
  subtitleStyle: subtitleStyle.prefault({}),
  /** The language of the subtitle track: a code of ISO 639 or a tag of BCP 47; `auto`: detected from the text. */
  subtitleLanguage: z
    .string()
    .max(longestTag)
    .refine(sent => sent === detectedLanguage || readLanguageTag(sent) !== undefined)
    .default(detectedLanguage),
  /** Subtitle files to write in addition to the clip. */
  subtitleFiles: z
    .array(z.enum(['srt', 'vtt', 'txt']))
    .max(3)
    .default([]),
  format: z.enum(['mp4', 'mkv']).default('mp4'),
  /** 100 is visually lossless, 50 is small and soft. Copied tracks keep their quality. */
  quality: z.number().int().min(1).max(100).default(86),
});
export type MarkVideoOptions = z.output<typeof markVideoOptions>;

/** Includes markup tags. */
const cueText = z.string().max(maxCueCharacters * 4);

/**
 * The cues that are visible at one time on a frame of this size, for the page's preview. A large frame is drawn smaller: `meta.scale` is the size of
 * the image relative to the frame, and `left` and `top` are pixels of the frame.
 */
export const cueOptions = z.object({
  cues: z
    .array(z.object({ text: cueText, second: cueText.default(''), place: z.enum(cuePlaces).optional() }))
    .min(1)
    .max(maxAtOnce),
  subtitleStyle: subtitleStyle.prefault({}),
  width: z.number().int().min(16).max(8192),
  height: z.number().int().min(16).max(8192),
});
export const readOptions = z.object({
  /** The `index` of a text subtitle stream in the facts of the file. */
  track: z.number().int().min(0).max(1000),
});
export type ReadOptions = z.output<typeof readOptions>;

export type CueOptions = z.output<typeof cueOptions>;

/** Options that a link may set. */
export const asks = defineAsks({
  ...markAsks,
  tab: {
    choices: ['mark', 'subtitles'],
    words: { subtitles: '字幕|subtitle|caption|srt', mark: '水印|watermark|logo' },
  },
  motion: {
    choices: motions,
    words: {
      scroll: '滚动|飘动|跑马灯|移动|scroll|scrolling|moving|ticker',
      jump: '跳动|跳来跳去|随机位置|变换位置|jump|jumping|random position|changing position',
    },
  },
});

const hasMark = ({ markContent, markUrl }: Readonly<Record<string, unknown>>) =>
  (typeof markContent === 'string' && markContent.trim() !== '') || markUrl !== undefined;

/** Returns the megapixels to encode; undefined if the clip's tracks are not known yet. */
function workOfRun({
  options,
  facts,
}: {
  options: Readonly<Record<string, unknown>>;
  facts: RunFacts;
}): number | undefined {
  const clip = facts.videoUrl?.[0];
  const wish = { format: options.format === 'mkv' ? 'mkv' : 'mp4', quality: 86, mute: false, speed: 1 } as const;
  const plan = clip?.streams ? planClip(clip, wish) : undefined;
  if (typeof plan !== 'object') return undefined;
  const isDrawn = options.subtitleMode !== 'track' || hasMark(options) || facts.markUrl !== undefined;
  return workOf(isDrawn ? { ...plan, video: plan.video && { ...plan.video, does: 'encode' } } : plan);
}

const minuteMs = 60_000;
/** Per megapixel of frames: three times what a machine with two busy cores takes. */
const maxMsPerMegapixel = 200;
const usualMsPerMegapixel = 20;
const usualStartMs = 2500;
/** Rendering thousands of subtitles takes minutes. */
const drawingMs = 5 * minuteMs;

function deadlineMs(run: RunSize): number {
  const work = workOfRun(run);
  if (work === undefined) return 30 * minuteMs;
  return Math.min(180 * minuteMs, 2 * minuteMs + drawingMs + work * maxMsPerMegapixel);
}

/** Throws SUBTITLES_MISSING, CLIP_RANGE_EMPTY and, without subtitles or with a mark, the refusals of `requireMark`. */
export function requireWork({ options, files }: { readonly options: MarkVideoOptions; readonly files: object }): void {
  const { subtitleUrl, secondSubtitleUrl, markUrl } = files as CallBody['files'];
  if (!subtitleUrl && (options.fileType || secondSubtitleUrl)) throw new AppError('SUBTITLES_MISSING');
  if (subtitleUrl && !markUrl && !options.markContent?.trim()) return;
  requireMark(options, Boolean(markUrl));
  requireSpan({ options });
}

export const markVideo = defineTool({
  name: 'mark-video',
  route: '/editor/markVideo',
  asks,
  category: 'video',
  icon: 'stamp',
  needs: 'ffmpeg',
  remedies: {
    MARK_PICTURE_MISSING: ['options'],
    MARK_SIGNS_MISSING: ['options'],
    MARK_MISSING: ['options'],
    MARK_ONLY_ONE: ['options'],
    SUBTITLES_MISSING: ['options'],
    SUBTITLES_EMPTY: ['options'],
    CLIP_TRACK_MISSING: ['options'],
    CLIP_WITHOUT_PICTURE: ['file'],
    CLIP_RANGE_EMPTY: ['options'],
    CLIP_TOO_LONG: ['file'],
  },
  calls: [
    {
      name: 'mark',
      path: '/web/waterMaker/add/newVideoAddWaterMaker',
      keyCode: 'VIDEO_ADD_WATERMARK',
      lane: 'video',
      cost: ({ facts }) => usesForSeconds(facts.videoUrl?.[0], 30),
      trial: { kind: 'clip', seconds: ({ facts }) => facts.videoUrl?.[0]?.seconds },
      deadlineMs,
      startPercent: 40,
      inputs: [
        { field: 'videoUrl', required: true, accept: clipTypes, maxBytes: maxClipBytes },
        { field: 'markUrl', required: false, accept: pictureTypes, maxBytes: maxMarkBytes },
        { field: 'subtitleUrl', required: false, accept: subtitleTypes, maxBytes: maxSubtitleBytes },
        // Subtitles in a second language; their cues are joined with those of the first by time.
        { field: 'secondSubtitleUrl', required: false, accept: subtitleTypes, maxBytes: maxSubtitleBytes },
      ],
      options: markVideoOptions,
      gives: givesFormat(clipTypes),
      refuse: ({ options, files }) => requireWork({ options: options as MarkVideoOptions, files }),
      pace: ({ subtitleMode }) => (subtitleMode === 'track' ? 'track' : 'drawn'),
      amount: workOfRun,
      usualMs: run => {
        const work = workOfRun(run);
        return work === undefined ? undefined : usualStartMs + work * usualMsPerMegapixel;
      },
    },
    {
      // The text of a mark as the server draws it, which the page shows while it is placed.
      name: 'inkText',
      path: '/web/waterMaker/add/videoMarkPreview',
      keyCode: 'VIDEO_ADD_WATERMARK',
      lane: 'image',
      cost: { kind: 'none' },
      deadlineMs: 20_000,
      startPercent: 20,
      inputs: [],
      options: textOptions,
    },
    {
      // The text of a subtitle track of the clip, to be edited or saved.
      name: 'readTrack',
      path: '/web/video/subtitles',
      keyCode: 'VIDEO_ADD_WATERMARK',
      lane: 'video',
      cost: { kind: 'none' },
      deadlineMs: 3 * minuteMs,
      startPercent: 20,
      inputs: [{ field: 'videoUrl', required: true, accept: clipTypes, maxBytes: maxClipBytes }],
      options: readOptions,
    },
    {
      name: 'drawCue',
      path: '/web/waterMaker/add/subtitlePreview',
      keyCode: 'VIDEO_ADD_WATERMARK',
      lane: 'image',
      cost: { kind: 'none' },
      deadlineMs: 20_000,
      startPercent: 20,
      inputs: [],
      options: cueOptions,
    },
  ],
});
