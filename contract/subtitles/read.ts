// Reads subtitle files: SubRip, WebVTT, Sub Station Alpha, SubViewer and lyrics, in any common encoding and with common damage. Pure functions on text
// and bytes.
import { cleanCue } from './clean.ts';
import { type Cue, maxCues, sortCues } from './cues.ts';
import { decodeText } from './decode.ts';
import type { FileCue } from './file-cue.ts';
import { findSubtitleType, type SubtitleType, splitLines } from './formats.ts';
import { readAss } from './read-ass.ts';
import { readLrc } from './read-lrc.ts';
import { readSbv, readSrt } from './read-srt.ts';
import { readEntities, readVtt } from './read-vtt.ts';
import { unrollCues } from './unroll.ts';

export interface ReadSubtitles {
  /** Sorted by time; markup is balanced and contains only supported tags. */
  readonly cues: readonly Cue[];
  /** TextDecoder's name for it. */
  readonly encoding: string;
  /** Whether cues beyond the limit were dropped. */
  readonly isCut: boolean;
}

const readers: Readonly<Record<SubtitleType, (lines: readonly string[]) => FileCue[]>> = {
  srt: readSrt,
  vtt: readVtt,
  ass: readAss,
  sbv: readSbv,
  lrc: readLrc,
};

/** At least a second, or the time it takes to read the text. */
const usualSeconds = (text: string) => Math.max(1, [...text].length * 0.06);

/** Returns when a cue is shown; undefined if that is before the beginning of the clip. `next` is the cue after it in the file. */
function timeCue(
  { start, end }: FileCue,
  text: string,
  next: FileCue | undefined,
): Pick<Cue, 'start' | 'end'> | undefined {
  const usual = usualSeconds(text);
  const from = start ?? (end ?? 0) - usual;
  if (from < 0 && end !== undefined && end <= 0) return undefined;
  const shownFrom = Math.max(0, from);
  if (end !== undefined && end > shownFrom) return { start: shownFrom, end };
  const until = next?.start !== undefined && next.start > shownFrom ? next.start : Number.POSITIVE_INFINITY;
  return { start: shownFrom, end: Math.min(until, shownFrom + usual) };
}

/** Formats that have cues twice on purpose: at the border of two segments of a stream, and as layers of one drawn text. */
const repeating: readonly SubtitleType[] = ['vtt', 'ass'];

/** Returns the cues of a subtitle file in any of the formats. */
export function readCues(text: string): Pick<ReadSubtitles, 'cues' | 'isCut'> {
  const lines = splitLines(text);
  const type = findSubtitleType(lines) ?? 'srt';
  const found = readers[type](lines);
  const cues: Cue[] = [];
  const known = new Set<string>();
  let isCut = false;
  for (const [index, one] of found.entries()) {
    const cleaned = cleanCue(one.text, type === 'vtt' ? readEntities : undefined);
    const times = cleaned === '' ? undefined : timeCue(one, cleaned, found[index + 1]);
    if (!times) continue;
    const key = `${times.start} ${times.end} ${one.place ?? ''} ${cleaned}`;
    if (known.has(key)) continue;
    if (cues.length === maxCues) {
      isCut = true;
      break;
    }
    cues.push({ ...times, text: cleaned, ...(one.place && { place: one.place }) });
    if (repeating.includes(type)) known.add(key);
  }
  return { cues: unrollCues(sortCues(cues)), isCut };
}

/** Reads a subtitle file in any common encoding; without cues if it is not a subtitle file. */
export function readSubtitles(bytes: Uint8Array): ReadSubtitles {
  const { text, encoding } = decodeText(bytes);
  return { ...readCues(text), encoding };
}
