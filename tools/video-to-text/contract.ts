// Speech recognition: inputs and options.
import { defineAsks } from 'contract/asks.ts';
import { requireSpan } from 'contract/clip/require-span.ts';
import type { RunSize } from 'contract/facts.ts';
import { clipTypes, soundTypes } from 'contract/media.ts';
import { usesForSeconds } from 'contract/prices.ts';
import type { ResultMeta } from 'contract/run.ts';
import { type SpeechEngine, speechLanguages, speechLimits } from 'contract/speech.ts';
import { maxCueCharacters, maxCues } from 'contract/subtitles/cues.ts';
import { defineTool } from 'contract/tool.ts';
import type { WarningCode } from 'contract/warnings.ts';
import { z } from 'zod';
import { partOfClip } from './part.ts';

/** Maximum body in bytes: enough for the maximum number of lines at twice their usual length. */
const maxTextBytes = 1024 * 1024;
const seconds = z.number().min(0).max(86_400);
export const fileKinds = ['srt', 'vtt', 'txt', 'docx'] as const;
export type FileKind = (typeof fileKinds)[number];

export const transcribeOptions = z.object({
  language: z.enum(speechLanguages).default('auto'),
  /** The part to transcribe, in seconds of the clip. Default: all of it. Times of the text are those of the whole clip. */
  start: seconds.optional(),
  end: seconds.optional(),
});
export type TranscribeOptions = z.output<typeof transcribeOptions>;

export const writeOptions = z.object({
  /** The name of the clip. */
  name: z.string().max(300).default('text'),
  segments: z.array(z.object({ start: seconds, end: seconds, text: z.string().max(maxCueCharacters) })).max(maxCues),
  /** `meta` of the result whose text was edited; its values are returned again. */
  engine: z.string().max(40).optional(),
  spokenLanguage: z.string().max(40).optional(),
});
export type WriteOptions = z.output<typeof writeOptions>;

/** `result.meta`. */
export interface TextMeta extends ResultMeta {
  readonly engine: SpeechEngine | null;
  /** A code such as "zh"; null if unknown. */
  readonly language: string | null;
  readonly warnings: readonly WarningCode[];
  /** Only the sound, for playback where the browser cannot play the clip; absent after an edit. */
  readonly layerUrl?: string;
}

/** Options that a link may set. */
export const asks = defineAsks({
  language: {
    choices: ['zh', 'en'],
    words: {
      zh: '中文视频|中文音频|普通话|国语|汉语|讲中文|说中文|中文|chinese|mandarin',
      en: '英文视频|英语视频|英文音频|英文演讲|讲英文|说英语|英语|英文|english',
    },
  },
});

/** Returns the seconds that a run transcribes; undefined if the duration is not known yet. */
function listened({ options, facts }: RunSize): number | undefined {
  const wish = transcribeOptions.safeParse(options);
  const clip = facts.videoUrl?.[0];
  return clip && wish.success ? partOfClip(clip, wish.data)?.seconds : undefined;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Per second of sound: the largest model on two busy cores. */
const slowestMs = 6000;
/** The same for a medium model on idle cores, plus the start. */
const usual = { msPerSecond: 350, startMs: 3000 };

const clip = {
  field: 'videoUrl',
  required: true,
  accept: [...clipTypes, ...soundTypes],
  maxBytes: speechLimits.fileMaxSize,
} as const;

export const videoToText = defineTool({
  name: 'video-to-text',
  route: '/editor/videoToText',
  asks,
  category: 'video',
  icon: 'captions',
  needs: 'speech',
  remedies: {
    CLIP_WITHOUT_SOUND: ['file'],
    CLIP_RANGE_EMPTY: ['options'],
    CLIP_TOO_LONG: ['options', 'file'],
    SPEECH_ENGINE_FAILED: ['retry'],
  },
  calls: [
    {
      name: 'transcribe',
      path: '/web/videoTotext',
      keyCode: 'VIDEO_TO_TEXT',
      lane: 'model-long',
      cost: run =>
        usesForSeconds(run.facts.videoUrl?.[0] && { seconds: listened(run) }, 300, speechLimits.limitMaxDuration),
      trial: { kind: 'speech', seconds: listened },
      deadlineMs: run =>
        10 * minuteMs + Math.min(10 * hourMs, (listened(run) ?? speechLimits.trialMaxDuration) * slowestMs),
      startPercent: 40,
      inputs: [clip],
      options: transcribeOptions,
      gives: ['srt', 'vtt', 'txt'],
      refuse: requireSpan,
      amount: listened,
      usualMs: run => {
        const part = listened(run);
        return part === undefined ? undefined : usual.startMs + part * usual.msPerSecond;
      },
    },
    {
      // Writes the files of a text that was recognised before and edited since.
      name: 'write',
      path: '/web/videoTotext/write',
      keyCode: 'VIDEO_TO_TEXT',
      lane: 'image',
      cost: { kind: 'none' },
      deadlineMs: minuteMs,
      startPercent: 10,
      inputs: [{ ...clip, required: false, isUnread: true }],
      maxBodyBytes: maxTextBytes,
      options: writeOptions,
    },
  ],
});
