// What is shown of a result that is not paid: its text shortened, and of everything else only what tells no more than the preview does.
import type { StoredResult } from './stored.ts';

/** Letters of a text, its end marked. */
const shownLetters = 120;
/** Seconds of what was said in a clip. */
const shownSeconds = 15;
/** Boxes with text, in reading order. */
const shownBoxes = 3;
/** A description such as the name of an engine; a longer text might be the result itself. */
const longestWord = 60;

const shorten = (text: string): string => {
  const letters = [...text];
  return letters.length <= shownLetters ? text : `${letters.slice(0, shownLetters).join('').trimEnd()}…`;
};

const isSmall = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= longestWord);

/** Numbers, short words and lists of short words: measures of a run and its warnings. */
const keepSmall = (meta: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(meta).filter(
      ([, value]) => isSmall(value) || (Array.isArray(value) && value.length <= 20 && value.every(isSmall)),
    ),
  );

export const shortenSegments = <T extends { readonly start: number }>(segments: readonly T[]): T[] =>
  segments.filter(segment => segment.start < shownSeconds);

/** A result as it is shown while it is locked. Files keep their names and sizes; links are left to the caller. */
export function shortenResult({ layerKey: _layer, text, segments, boxes, meta, ...rest }: StoredResult): StoredResult {
  return {
    ...rest,
    ...(text !== undefined && { text: shorten(text) }),
    ...(segments && { segments: shortenSegments(segments) }),
    ...(boxes && { boxes: boxes.some(box => box.text !== undefined) ? boxes.slice(0, shownBoxes) : boxes }),
    ...(meta && { meta: keepSmall(meta) }),
  };
}
