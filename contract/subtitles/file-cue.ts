// A cue as a file has it: times may be missing, and the text may contain any markup.
import type { CuePlace } from './cues.ts';

export interface FileCue {
  /** In seconds; undefined if it cannot be read. At least one of the two is known. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly text: string;
  /** Undefined: where the style has it. */
  readonly place?: CuePlace | undefined;
}

const rows = ['bottom', 'middle', 'top'] as const;

/** The row of an alignment that is numbered like the keys of a number pad; the lowest row is where subtitles are anyway. */
export function placeOfPad(key: number): CuePlace | undefined {
  const row = rows[Math.ceil(key / 3) - 1];
  return row === 'bottom' ? undefined : row;
}

/** The row of an alignment of the older Sub Station Alpha: 1 to 3 below, 5 to 7 above, 9 to 11 in the middle. */
export function placeOfOldPad(key: number): CuePlace | undefined {
  if (key >= 9) return 'middle';
  return key >= 5 ? 'top' : undefined;
}

/** The place that a tag such as {\an8} gives a cue. Players of SubRip understand this tag of Sub Station Alpha. */
export function placeOfTag(text: string): CuePlace | undefined {
  const [, pad, oldPad] = /\{[^{}]{0,200}?\\a(?:n([1-9])|(1[01]|[1-9]))(?!\d)/.exec(text) ?? [];
  if (pad) return placeOfPad(Number(pad));
  return oldPad ? placeOfOldPad(Number(oldPad)) : undefined;
}
