// The video converter: a clip, a part of it or its sound in another format.
import { defineAsks } from 'contract/asks.ts';
import { convertOptions } from 'contract/clip/convert-options.ts';
import { maxClipSeconds, maxSoundSeconds } from 'contract/clip/formats.ts';
import { type ClipPlan, planClip, steadyRate, withoutCopies, workOf } from 'contract/clip/plan.ts';
import { requireSpan } from 'contract/clip/require-span.ts';
import { viewCallPath } from 'contract/clip/views.ts';
import type { RunFacts, RunSize } from 'contract/facts.ts';
import { clipTypes, soundTypes } from 'contract/media.ts';
import { maxClipBytes } from 'contract/routes/uploads.ts';
import { givesFormat } from 'contract/steps.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

const viewOptions = z.object({});
export type ViewOptions = z.output<typeof viewOptions>;

/** Returns the plan of a run; undefined if the clip's tracks are not known yet. */
function planOf(options: unknown, facts: RunFacts): ClipPlan | undefined {
  const clip = facts.videoUrl?.[0];
  const wish = convertOptions.safeParse(options);
  const plan = clip?.streams && wish.success ? planClip(clip, wish.data) : undefined;
  return typeof plan === 'object' ? plan : undefined;
}

const isCopied = (plan: ClipPlan | undefined) => (plan?.video ?? plan?.sounds[0])?.does === 'copy';

const minuteMs = 60_000;
/** Per megapixel of frames: three times what a machine with two busy cores takes. */
const msPerMegapixel = { h264: 160, vp9: 400 };

/** The same on two idle cores, plus the start of the programs. */
const usualMsPerMegapixel = { h264: 15, vp9: 60 };
const usualStartMs = 1500;

function usualMs({ options, facts }: RunSize): number | undefined {
  const plan = planOf(options, facts);
  if (!plan) return undefined;
  if (plan.video?.does !== 'encode') return usualStartMs + plan.seconds * 10;
  const passes = options.targetMb === undefined ? 1 : 1.6;
  return (
    usualStartMs +
    workOf(plan) * (options.format === 'webm' ? usualMsPerMegapixel.vp9 : usualMsPerMegapixel.h264) * passes
  );
}

function deadlineMs({ options, facts }: RunSize): number {
  const plan = planOf(options, facts);
  if (!plan) return 30 * minuteMs;
  const ms = options.format === 'webm' ? msPerMegapixel.vp9 : msPerMegapixel.h264;
  const passes = options.targetMb === undefined ? 1 : 2.5;
  // A copy that fails is replaced by an encode.
  return Math.min(180 * minuteMs, 2 * minuteMs + workOf(withoutCopies(plan)) * ms * passes);
}

/** Returns the megapixels of the clip itself, because decoding is most of the work of a preview. */
function decodedMegapixels({ facts }: Pick<RunSize, 'facts'>): number | undefined {
  const clip = facts.videoUrl?.[0];
  const video = clip?.streams?.find(({ kind }) => kind === 'video');
  const seconds = Math.min(clip?.seconds ?? 0, video ? maxClipSeconds : maxSoundSeconds);
  if (!clip?.streams) return undefined;
  return (((clip.width ?? 0) * (clip.height ?? 0)) / 1e6) * steadyRate(video) * seconds + seconds;
}

const viewMs = { usual: 6, longest: 60 };

/** Options that a link may set. GIFs and sound have their own tools. */
export const asks = defineAsks({
  format: { choices: ['mp4', 'mov', 'mkv', 'webm'], isTelling: true },
  targetMb: { range: [1, 500], isTelling: true },
  shortSide: { choices: [2160, 1440, 1080, 720, 480, 360] },
  speed: { choices: [0.25, 0.5, 2, 3, 4] },
});

export const videoConverter = defineTool({
  name: 'video-converter',
  route: '/editor/videoConverter',
  asks,
  category: 'video',
  icon: 'file-video',
  needs: 'ffmpeg',
  remedies: {
    CLIP_WITHOUT_PICTURE: ['options', 'file'],
    CLIP_WITHOUT_SOUND: ['options', 'file'],
    CLIP_RANGE_EMPTY: ['options'],
    CLIP_TRACK_MISSING: ['options'],
    CLIP_TOO_LONG: ['options', 'file'],
    GIF_TOO_LONG: ['options'],
  },
  calls: [
    {
      name: 'convert',
      path: '/web/video/formatmp4/newFormatmp4',
      keyCode: 'FORMAT_CONVERTER',
      lane: 'video',
      cost: { kind: 'none' },
      deadlineMs,
      startPercent: 40,
      inputs: [{ field: 'videoUrl', required: true, accept: [...clipTypes, ...soundTypes], maxBytes: maxClipBytes }],
      options: convertOptions,
      gives: givesFormat(clipTypes),
      refuse: requireSpan,
      pace: ({ format, targetMb, reencode }, facts) =>
        isCopied(planOf({ format, targetMb, reencode }, facts))
          ? 'copy'
          : `${format}${targetMb === undefined ? '' : ' to size'}`,
      amount: ({ options, facts }) => {
        const plan = planOf(options, facts);
        return plan && workOf(plan);
      },
      usualMs,
    },
    {
      // A small copy that every browser plays, shown while options are set.
      name: 'view',
      path: viewCallPath,
      keyCode: 'FORMAT_CONVERTER',
      lane: 'video',
      cost: { kind: 'none' },
      deadlineMs: run => Math.min(60 * minuteMs, 2 * minuteMs + (decodedMegapixels(run) ?? 0) * viewMs.longest),
      startPercent: 5,
      inputs: [{ field: 'videoUrl', required: true, accept: [...clipTypes, ...soundTypes], maxBytes: maxClipBytes }],
      options: viewOptions,
      pace: () => 'view',
      amount: decodedMegapixels,
      usualMs: run => usualStartMs + (decodedMegapixels(run) ?? 0) * viewMs.usual,
    },
  ],
});
