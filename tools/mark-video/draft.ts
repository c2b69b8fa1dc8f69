// The mark and subtitles edited on the page, and the payload built from them.

import type { Motion } from 'contract/mark/motion.ts';
import type { SubtitleStyle } from 'contract/subtitles/style.ts';
import { writeSrt } from 'contract/subtitles/write.ts';
import { type DraftMark, fieldsOf, firstMark, lackOf } from 'ui/mark-options/draft-mark.ts';
import type { SideFiles } from 'ui/tool-screen.ts';
import type { DraftCue } from './edit-cues.ts';

export const qualities = { high: 93, standard: 86, small: 60 } as const;

export interface VideoDraft {
  /** Which of the two is edited. Both are added if both exist. */
  readonly tab: 'mark' | 'subtitles';
  readonly mark: DraftMark;
  /** Times in seconds at which the mark is visible; undefined means the beginning or end of the clip. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly motion: Motion;
  readonly motionPeriod: number;
  /** Sorted by time. */
  readonly cues: readonly DraftCue[];
  readonly style: SubtitleStyle;
  readonly mode: 'burn' | 'track';
  /** A code of a language, or `auto`. */
  readonly trackLanguage: string;
  readonly format: 'mp4' | 'mkv';
  readonly quality: keyof typeof qualities;
}

const firstStyle: SubtitleStyle = {
  size: 0.06,
  fontWeight: 700,
  color: '#ffffff',
  outlineWidth: 0.07,
  outlineColor: '#000000',
  shadow: 0.4,
  box: 0,
  boxColor: '#000000',
  place: 'bottom',
  margin: 0.05,
  secondSize: 0.75,
  secondColor: '#ffffff',
};

export const firstDraft: VideoDraft = {
  tab: 'mark',
  mark: firstMark,
  start: undefined,
  end: undefined,
  motion: 'none',
  motionPeriod: 8,
  cues: [],
  style: firstStyle,
  mode: 'burn',
  trackLanguage: 'auto',
  format: 'mp4',
  quality: 'standard',
};

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/** Parses a stored draft, dropping invalid parts, e.g. written by another version of the page. */
export function parseDraft(text: string): VideoDraft {
  const kinds: Readonly<Record<string, unknown>> = { ...firstDraft, start: 0, end: 0 };
  try {
    const found: unknown = JSON.parse(text);
    const known = Object.entries(found ?? {}).filter(([name, value]) => kindOf(value) === kindOf(kinds[name]));
    return { ...firstDraft, ...Object.fromEntries(known) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return firstDraft;
  }
}

export const hasMark = ({ mark }: VideoDraft): boolean => lackOf(mark) === undefined;

const isSaid = ({ text, second = '' }: DraftCue) => text.trim() !== '' || second.trim() !== '';
export const hasSubtitles = ({ cues }: VideoDraft): boolean => cues.some(isSaid);

/** Returns what has to be added before the run can start. */
export function findLack(draft: VideoDraft): 'MARK_MISSING' | 'MARK_PICTURE_MISSING' | 'SUBTITLES_MISSING' | undefined {
  if (hasMark(draft) || hasSubtitles(draft)) return undefined;
  return draft.tab === 'subtitles' ? 'SUBTITLES_MISSING' : lackOf(draft.mark);
}

/** The format of the result: only a subtitle track is offered in another one. */
export const formatOf = (draft: VideoDraft): 'mp4' | 'mkv' =>
  hasSubtitles(draft) && draft.mode === 'track' ? draft.format : 'mp4';

/** Returns the fields of the call; images and subtitles are sent as files. */
export function payloadOf(draft: VideoDraft): Readonly<Record<string, unknown>> {
  const { mark, start, end, motion, motionPeriod, style, mode, trackLanguage, quality } = draft;
  const isTrack = hasSubtitles(draft) && mode === 'track';
  return {
    ...(hasMark(draft) && {
      ...fieldsOf(mark),
      ...(start !== undefined && { start }),
      ...(end !== undefined && { end }),
      ...(motion !== 'none' && !mark.tile && { motion, motionPeriod }),
    }),
    ...(hasSubtitles(draft) && {
      fileType: 'srt',
      subtitleMode: mode,
      ...(isTrack ? { subtitleLanguage: trackLanguage } : { subtitleStyle: style }),
    }),
    format: formatOf(draft),
    quality: qualities[quality],
  };
}

/** The same Blobs for the same subtitles, so that they are uploaded once. */
const written = new WeakMap<readonly DraftCue[], { first: Blob; second: Blob }>();

function writeFiles(cues: readonly DraftCue[]): { first: Blob; second: Blob } {
  const known = written.get(cues);
  if (known) return known;
  const blob = (text: string) => new Blob([text], { type: 'application/x-subrip' });
  const made = {
    first: blob(writeSrt(cues.map(({ start, end, text, place }) => ({ start, end, text, place })))),
    second: blob(writeSrt(cues.map(({ start, end, second = '', place }) => ({ start, end, text: second, place })))),
  };
  written.set(cues, made);
  return made;
}

/** Returns the files to send, by field of the call. */
export function filesOf(draft: VideoDraft): SideFiles {
  const { mark, cues } = draft;
  const picture = mark.markType === 'image' && hasMark(draft) ? mark.image : undefined;
  const files = hasSubtitles(draft) ? writeFiles(cues) : undefined;
  const isSecondAlone = !cues.some(({ text }) => text.trim() !== '');
  return {
    ...(picture && { markUrl: { name: picture.name, blob: picture.blob } }),
    ...(files && { subtitleUrl: { name: 'subtitles.srt', blob: isSecondAlone ? files.second : files.first } }),
    ...(files &&
      !isSecondAlone &&
      cues.some(({ second = '' }) => second.trim() !== '') && {
        secondSubtitleUrl: { name: 'second.srt', blob: files.second },
      }),
  };
}
