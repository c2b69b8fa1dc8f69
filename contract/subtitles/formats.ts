// The formats of subtitle files, and how their text distinguishes them. A file's name is not decisive.
import { foldLine } from './fold.ts';
import { isCertainTiming } from './times.ts';

export const subtitleTypes = ['srt', 'vtt', 'ass', 'sbv', 'lrc'] as const;
export type SubtitleType = (typeof subtitleTypes)[number];

/** A heading of Sub Station Alpha, or an event whose heading is missing. */
const assLine = /^(?:\[(?:script info|v4\+{0,2} styles|events)\]|dialogue:[^,]*,\s*\d+:\d+:\d+[.:]\d+\s*,)/i;
export const sbvTiming = /^(\d{1,5}):(\d{1,2}):(\d{1,2})\.(\d{1,3}) ?, ?(\d{1,5}):(\d{1,2}):(\d{1,2})\.(\d{1,3})$/;
/** A line of lyrics. Without a fraction it may be a line of a chat, unless the file has the tags of lyrics. */
const lrcLine = /^\[\d{1,3}:\d{1,2}[.:]\d{1,3}\]/;
const lrcTag = /^\[(?:ti|ar|al|by|au|re|ve|length|offset|la|lr|tool):[^[\]]*\]$/i;
const lrcWholeSeconds = /^\[\d{1,3}:\d{2}\]/;

/** Returns the format of a text, or null if it is no subtitle file. */
export function findSubtitleType(lines: readonly string[]): SubtitleType | null {
  let hasTags = false;
  let isFirst = true;
  for (const line of lines) {
    const folded = foldLine(line);
    if (folded === '') continue;
    if (isFirst && /^WEBVTT(?!\w)/.test(folded)) return 'vtt';
    isFirst = false;
    if (assLine.test(folded)) return 'ass';
    if (sbvTiming.test(folded)) return 'sbv';
    if (isCertainTiming(line)) return 'srt';
    if (lrcLine.test(folded) || (hasTags && lrcWholeSeconds.test(folded))) return 'lrc';
    hasTags ||= lrcTag.test(folded);
  }
  return null;
}

/** A line break may be preceded by more than one carriage return, where a file was converted twice. */
export const splitLines = (text: string): string[] => text.split(/\r+\n|\r|\n/);
