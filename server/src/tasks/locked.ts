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

/** Entries of one list or group of measures, and how deep groups are nested. */
const maxMeasures = 20;
const deepestMeasure = 3;

const isSmall = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= longestWord);

/** A number, or a list or group of numbers without a word among them: the place of a head, the box of a product. */
function isMeasure(value: unknown, depth = deepestMeasure): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  const entries = Object.values(value);
  return entries.length <= maxMeasures && entries.every(entry => isMeasure(entry, depth - 1));
}

const isShown = (value: unknown): boolean =>
  isSmall(value) || isMeasure(value) || (Array.isArray(value) && value.length <= maxMeasures && value.every(isSmall));

/** Measures of a run and its warnings: no text that could be the result itself. */
const keepSmall = (meta: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(meta).filter(([, value]) => isShown(value)));

export const shortenSegments = <T extends { readonly start: number }>(segments: readonly T[]): T[] =>
  segments.filter(segment => segment.start < shownSeconds);

/** A result as it is shown while it is locked. Files keep their names and sizes; links are left to the caller. */
export function shortenResult(stored: StoredResult): StoredResult {
  const { layerKey: _layer, lockedLayerKey, text, segments, boxes, meta, ...rest } = stored;
  return {
    ...rest,
    ...(lockedLayerKey && { layerKey: lockedLayerKey }),
    ...(text !== undefined && { text: shorten(text) }),
    ...(segments && { segments: shortenSegments(segments) }),
    ...(boxes && { boxes: boxes.some(box => box.text !== undefined) ? boxes.slice(0, shownBoxes) : boxes }),
    ...(meta && { meta: keepSmall(meta) }),
  };
}
