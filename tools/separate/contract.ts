// Separating video and sound: the sound of a clip as its own file, and the clip without it.
import { defineAsks } from 'contract/asks.ts';
import { withoutCopies, workOf } from 'contract/clip/plan.ts';
import { requireSpan } from 'contract/clip/require-span.ts';
import type { RunFacts, RunSize } from 'contract/facts.ts';
import { clipTypes, soundTypes } from 'contract/media.ts';
import { maxClipBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';
import { type PartPlans, planParts } from './plan-parts.ts';

const seconds = z.number().min(0).max(86_400);

export const separateOptions = z.object({
  /** Format of the sound. */
  format: z.enum(['mp3', 'm4a', 'wav']).default('mp3'),
  /** The part of the clip, in seconds. Default: all of it. */
  start: seconds.optional(),
  end: seconds.optional(),
});
export type SeparateOptions = z.output<typeof separateOptions>;

/** Returns the plans of a run; undefined if the clip's tracks are not known yet. */
function plansOf(options: unknown, facts: RunFacts): PartPlans | undefined {
  const clip = facts.videoUrl?.[0];
  const wish = separateOptions.safeParse(options);
  const plans = clip?.streams && wish.success ? planParts(clip, wish.data) : undefined;
  return typeof plans === 'object' ? plans : undefined;
}

const minuteMs = 60_000;
/** Per megapixel of encoded frames: three times what a machine with two busy cores takes. */
const msPerMegapixel = 160;
/** The same on two idle cores, plus the start of the programs. */
const usual = { msPerMegapixel: 15, msPerSecond: 25, startMs: 2000 };

function deadlineMs({ options, facts }: RunSize): number {
  const plans = plansOf(options, facts);
  if (!plans) return 30 * minuteMs;
  // A copy that fails is replaced by an encode.
  return Math.min(180 * minuteMs, 4 * minuteMs + workOf(withoutCopies(plans.clip)) * msPerMegapixel);
}

const secondsOfSound = ({ sounds }: PartPlans) => sounds.reduce((sum, { seconds: each }) => sum + each, 0);

function usualMs({ options, facts }: RunSize): number | undefined {
  const plans = plansOf(options, facts);
  if (!plans) return undefined;
  const work = plans.clip.video?.does === 'encode' ? workOf(plans.clip) * usual.msPerMegapixel : 0;
  return usual.startMs + secondsOfSound(plans) * usual.msPerSecond + work;
}

/** Options that a link may set. */
export const asks = defineAsks({ format: { choices: ['mp3', 'm4a', 'wav'], isTelling: true } });

export const separate = defineTool({
  name: 'separate',
  route: '/editor/separate',
  asks,
  category: 'video',
  icon: 'audio-lines',
  needs: 'ffmpeg',
  remedies: {
    CLIP_WITHOUT_PICTURE: ['file'],
    CLIP_WITHOUT_SOUND: ['file'],
    CLIP_RANGE_EMPTY: ['options'],
    CLIP_TOO_LONG: ['options', 'file'],
  },
  calls: [
    {
      name: 'separate',
      path: '/web/video/separate',
      keyCode: 'FORMAT_CONVERTER',
      lane: 'video',
      cost: { kind: 'none' },
      deadlineMs,
      startPercent: 40,
      inputs: [{ field: 'videoUrl', required: true, accept: clipTypes, maxBytes: maxClipBytes }],
      options: separateOptions,
      gives: [...clipTypes, ...soundTypes],
      refuse: requireSpan,
      pace: (options, facts) => {
        const plans = plansOf(options, facts);
        return plans?.clip.video?.does === 'copy' ? `copy ${plans.sounds[0]?.sounds[0]?.does}` : 'encode';
      },
      amount: ({ options, facts }) => {
        const plans = plansOf(options, facts);
        return plans && workOf(plans.clip) + secondsOfSound(plans);
      },
      usualMs,
    },
  ],
});
