// The visible part of a result that is not paid yet: a shortened text, and nothing that reveals more than the preview does.
import type { StoredResult } from './stored.ts';

/** Maximum length of a shown text, in characters. An ellipsis marks the cut. */
const shownLetters = 120;
/** Length of the shown transcript of a clip, in seconds. */
const shownSeconds = 15;
/** Maximum number of shown text boxes, in reading order. */
const shownBoxes = 3;
/** Maximum length of a shown description such as an engine's name; a longer text might be the result itself. */
const longestWord = 60;

const shorten = (text: string): string => {
  const letters = [...text];
  return letters.length <= shownLetters ? text : `${letters.slice(0, shownLetters).join('').trimEnd()}…`;
};

const isSmall = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= longestWord);

/** Keeps numbers, short strings and lists of short strings: figures of a run and its warnings. */
const keepSmall = (meta: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(meta).filter(
      ([, value]) => isSmall(value) || (Array.isArray(value) && value.length <= 20 && value.every(isSmall)),
    ),
  );

export const shortenSegments = <T extends { readonly start: number }>(segments: readonly T[]): T[] =>
  segments.filter(segment => segment.start < shownSeconds);

/** A result as shown while it is locked. Files keep their names and sizes; the caller handles the links. */
export function shortenResult({ layerKey: _layer, text, segments, boxes, meta, ...rest }: StoredResult): StoredResult {
  return {
    ...rest,
    ...(text !== undefined && { text: shorten(text) }),
    ...(segments && { segments: shortenSegments(segments) }),
    ...(boxes && { boxes: boxes.some(box => box.text !== undefined) ? boxes.slice(0, shownBoxes) : boxes }),
    ...(meta && { meta: keepSmall(meta) }),
  };
}
