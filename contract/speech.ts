// Text from speech: its limits, and the engines that a server may have for it.
import type { Cue } from './subtitles/cues.ts';

/** Seconds and bytes, under the names that clients know. A file within the last two is worked on at high speed. */
export const speechLimits = {
  trialMaxDuration: 600,
  limitMaxDuration: 7200,
  fileMaxSize: 3_145_728_000,
  highSpeedDuration: 3600,
  highSpeedFileSize: 524_288_000,
} as const;

/** The best one first. A server is asked over HTTP; the others run here. PocketSphinx knows English alone and makes many mistakes. */
export const speechEngines = ['server', 'whisper', 'pocketsphinx'] as const;
export type SpeechEngine = (typeof speechEngines)[number];

export const speechLanguages = ['auto', 'zh', 'en'] as const;
export type SpeechLanguage = (typeof speechLanguages)[number];

/** What was said between two moments: a cue in one language. */
export type SpeechSegment = Pick<Cue, 'start' | 'end' | 'text'>;
