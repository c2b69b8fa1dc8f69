// Speech to text: its limits, and the engines that a server may have.
import type { Cue } from './subtitles/cues.ts';

/** Seconds and bytes, under the names used by clients. A file within the last two is processed at high speed. */
export const speechLimits = {
  trialMaxDuration: 600,
  limitMaxDuration: 7200,
  fileMaxSize: 3_145_728_000,
  highSpeedDuration: 3600,
  highSpeedFileSize: 524_288_000,
} as const;

/** Best first. A server is queried over HTTP; the others run locally. PocketSphinx supports only English and makes many mistakes. */
export const speechEngines = ['server', 'whisper', 'pocketsphinx'] as const;
export type SpeechEngine = (typeof speechEngines)[number];

export const speechLanguages = ['auto', 'zh', 'en'] as const;
export type SpeechLanguage = (typeof speechLanguages)[number];

/** A spoken segment: a cue in one language. */
export type SpeechSegment = Pick<Cue, 'start' | 'end' | 'text'>;
