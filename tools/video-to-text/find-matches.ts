// Finds words in the lines of a text, ignoring case and character width.
import type { SpeechSegment } from 'contract/speech.ts';

interface Match {
  readonly line: number;
  /** Character offsets in the line's text. */
  readonly from: number;
  readonly to: number;
}

/** Maximum number of matches. */
const max = 999;

/** Converts full-width letters and digits to half-width and lower case, without changing the length. */
const plain = (text: string) =>
  text
    .replace(/[\uff01-\uff5e]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[A-Z\u00c0-\u00de\u0391-\u03a9\u0410-\u042f]/g, letter => letter.toLowerCase());

export function findMatches(lines: readonly SpeechSegment[], wanted: string): readonly Match[] {
  const needle = plain(wanted.trim());
  if (needle === '') return [];
  const matches: Match[] = [];
  for (const [line, { text }] of lines.entries()) {
    const hay = plain(text);
    for (let from = hay.indexOf(needle); from >= 0; from = hay.indexOf(needle, from + needle.length)) {
      matches.push({ line, from, to: from + needle.length });
      if (matches.length === max) return matches;
    }
  }
  return matches;
}
