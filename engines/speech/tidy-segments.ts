// Turns recogniser output into readable lines: ordered, within their piece, without noise annotations and repetition loops, and short enough for a
// subtitle.
import type { SpeechSegment } from 'contract/speech.ts';

/** Annotations that recognisers output where there is no speech: "[BLANK_AUDIO]", "(music)", "♪ ♪". */
const noteOnNoise = /^(?:[\s♪♫*.…\-–—]|\[[^\]]*\]|\([^)]*\)|（[^）]*）|【[^】]*】|<[^>]*>)*$/;
/** A recogniser in a loop outputs the same text again and again. */
const maxRepeats = 2;
const shortestSeconds = 0.2;

/** Capacity of two subtitle lines, in columns; a Chinese character takes two. */
const maxColumns = 84;
const maxSeconds = 8;
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/** The columns before each UTF-16 unit of a text, and in the last place those of all of it. */
function countColumns(text: string): Uint32Array {
  const columns = new Uint32Array(text.length + 1);
  let [at, sum] = [0, 0];
  for (const character of text) {
    columns.fill(sum, at, at + character.length);
    at += character.length;
    sum += wide.test(character) ? 2 : 1;
  }
  columns[at] = sum;
  return columns;
}

/** Control characters would break a subtitle file. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Where a text may be split, best first: after a sentence, after a clause, between words, anywhere in Chinese. */
const cuts = [/[.!?。！？…]+["'”’」』]?\s*/gu, /[,;:，；：、]\s*/gu, /\s+/gu, /[\u3400-\u9fff\u{20000}-\u{3fffd}]/gu];

/** The cut closest to the middle. */
function findCut(text: string, columns: Uint32Array): number | undefined {
  const middle = columns.at(-1)! / 2;
  for (const pattern of cuts) {
    let best: { at: number; miss: number } | undefined;
    for (const { index, 0: found } of text.matchAll(pattern)) {
      const at = index + found.length;
      const miss = Math.abs(columns[at]! - middle);
      // A cut far from the middle would leave a tiny remainder.
      if (at > 0 && at < text.length && miss < middle * 0.7 && miss < (best?.miss ?? Number.POSITIVE_INFINITY))
        best = { at, miss };
    }
    if (best) return best.at;
  }
  return undefined;
}

/** Splits a line until each part fits a subtitle; the time is divided in proportion to length. */
function splitLong({ start, end, text }: SpeechSegment): SpeechSegment[] {
  const columns = countColumns(text);
  const all = columns.at(-1)!;
  const isLong = all > maxColumns || (end - start > maxSeconds && all > maxColumns / 2);
  const at = isLong ? findCut(text, columns) : undefined;
  if (at === undefined) return [{ start, end, text }];
  const [before, after] = [text.slice(0, at).trim(), text.slice(at).trim()];
  const middle = start + ((end - start) * columns[at]!) / all;
  return [...splitLong({ start, end: middle, text: before }), ...splitLong({ start: middle, end, text: after })];
}

const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/** Whether the last lines are nothing but this text, as often as it may repeat. A long text was split into several lines. */
function isLoop(text: string, last: (back: number) => SpeechSegment | undefined): boolean {
  const wanted = withoutSpaces(text).repeat(maxRepeats);
  let said = '';
  for (let back = 1; said.length < wanted.length; back++) {
    const line = last(back);
    if (!line) return false;
    said = withoutSpaces(line.text) + said;
  }
  return said === wanted;
}

const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;

/**
 * Cleans the segments of a piece that lasts from `piece.start` to `piece.end`, and shifts their times to the whole clip. `before` holds the segments
 * of earlier pieces.
 */
export function tidySegments(
  found: readonly SpeechSegment[],
  piece: { readonly start: number; readonly end: number },
  before: readonly SpeechSegment[] = [],
): SpeechSegment[] {
  const kept: SpeechSegment[] = [];
  const last = (back: number) => kept.at(-back) ?? before.at(kept.length - back);
  for (const { start, end, text: raw } of found) {
    const text = clean(raw);
    if (noteOnNoise.test(text)) continue;
    if (isLoop(text, last)) continue;
    const place = (seconds: number) =>
      Math.min(piece.end, piece.start + Math.max(0, Number.isFinite(seconds) ? seconds : 0));
    const from = Math.max(place(start), kept.at(-1)?.end ?? piece.start);
    const to = Math.max(place(end), Math.min(piece.end, from + shortestSeconds));
    if (to > from) {
      kept.push({ start: from, end: to, text });
      continue;
    }
    // The segment has no time left: its text is appended to the previous line, or lasts as long as the piece.
    const previous = kept.pop();
    if (previous) kept.push({ ...previous, text: `${previous.text} ${text}` });
    else kept.push({ start: piece.start, end: piece.end, text });
  }
  return kept
    .flatMap(splitLong)
    .map(({ start, end, text }) => ({ start: toMilliseconds(start), end: toMilliseconds(end), text }));
}
