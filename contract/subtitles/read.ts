// Parses SRT and WebVTT, tolerating common damage: missing numbers and blank lines, odd separators, times that run backwards, unknown tags.
import { type Cue, maxCueCharacters, maxCues, sortCues } from './cues.ts';
import { decodeText } from './decode.ts';
import { readRuns, writeRuns } from './markup.ts';

export interface ReadSubtitles {
  /** Sorted by time; markup is balanced and contains only supported tags. */
  readonly cues: readonly Cue[];
  /** TextDecoder's name for it. */
  readonly encoding: string;
  /** Whether cues beyond the limit were dropped. */
  readonly isCut: boolean;
}

const time = String.raw`(?:(\d{1,3})\s*[:：]\s*)?(\d{1,2})\s*[:：]\s*(\d{1,2})(?:\s*[,.;:，。]\s*(\d{1,3}))?`;
const timing = new RegExp(String.raw`^\s*${time}\s*(?:-{1,3}|[–—]{1,2})?\s?(?:>|&gt;|→)\s*${time}`);

/** "5" is half a second, as in 00:00:01,5. */
const readSeconds = ([hours = '0', minutes = '0', seconds = '0', fraction = '']: (string | undefined)[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(fraction.padEnd(3, '0')) / 1000;

/** At least a second, or the time it takes to read the text. */
const usualSeconds = (text: string) => Math.max(1, [...text].length * 0.06);

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  quot: '"',
  lrm: '\u200e',
  rlm: '\u200f',
};

/** Removes control characters and unknown tags, and closes open tags. Empty if nothing visible remains. */
export function cleanCue(text: string, isVtt = false): string {
  const lines = text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\v\f]|\\N/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/[^\P{Cc}\n]|\p{Cs}|\p{Cn}|\p{Co}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu, '');
  let left = maxCueCharacters;
  const runs = readRuns(lines).flatMap(run => {
    const told = isVtt ? run.text.replace(/&(amp|lt|gt|nbsp|quot|lrm|rlm);/g, (_, name) => entities[name]!) : run.text;
    const kept = [...told].slice(0, left).join('');
    left -= [...kept].length;
    return kept === '' ? [] : [{ ...run, text: kept }];
  });
  const written = writeRuns(runs)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n');
  return readRuns(written).some(run => /[^\s\p{Cf}]/u.test(run.text)) ? written : '';
}

const isNumber = (line: string) => /^\s*\d{1,7}\s*$/.test(line);

/** The text between two timing lines, without the next cue's number and without WebVTT's non-cue blocks. */
function takeText(lines: readonly string[], isFollowed: boolean, isVtt: boolean): string {
  const kept = [...lines];
  if (isVtt) {
    // A cue ends with a blank line, which may be followed by the next cue's identifier, a note or a style.
    const end = kept.findIndex(line => line.trim() === '');
    return (end < 0 ? kept : kept.slice(0, end)).join('\n');
  }
  if (isFollowed) {
    while (kept.length > 0 && kept.at(-1)!.trim() === '') kept.pop();
    // The number is directly above the timing; some programs put blank lines around it.
    const isDirect = kept.length === lines.length;
    const isApart = kept.length >= 2 && kept.at(-2)!.trim() === '';
    if (isNumber(kept.at(-1) ?? '') && (isDirect || isApart)) kept.pop();
  }
  return kept.join('\n');
}

/** Returns the cues of SRT or WebVTT. Every line with two timestamps starts one, regardless of the lines around it. */
export function readCues(text: string): Pick<ReadSubtitles, 'cues' | 'isCut'> {
  const isVtt = /^\ufeff?\s*WEBVTT/.test(text);
  const lines = text.split(/\r\n|\r|\n/);
  const found = lines.flatMap((line, at) => {
    // A longer line is text, and is not searched for a timing.
    const match = line.length > 300 ? null : timing.exec(line);
    return match ? [{ at, start: readSeconds(match.slice(1, 5)), end: readSeconds(match.slice(5, 9)) }] : [];
  });
  const cues: Cue[] = [];
  let isCut = false;
  for (const [index, { at, start, end }] of found.entries()) {
    const next = found[index + 1];
    const cleaned = cleanCue(takeText(lines.slice(at + 1, next?.at), next !== undefined, isVtt), isVtt);
    if (cleaned === '') continue;
    if (cues.length === maxCues) {
      isCut = true;
      break;
    }
    const until = next && next.start > start ? next.start : Number.POSITIVE_INFINITY;
    cues.push({ start, end: end > start ? end : Math.min(until, start + usualSeconds(cleaned)), text: cleaned });
  }
  return { cues: sortCues(cues), isCut };
}

/** Reads a subtitle file in any common encoding; without cues if it is not a subtitle file. */
export function readSubtitles(bytes: Uint8Array): ReadSubtitles {
  const { text, encoding } = decodeText(bytes);
  return { ...readCues(text), encoding };
}
