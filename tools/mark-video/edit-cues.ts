// Edits of single subtitles; each returns a new list sorted by time.
import { type Cue, sortCues } from 'contract/subtitles/cues.ts';
import { makeId } from 'ui/random-id.ts';

export interface DraftCue extends Cue {
  readonly id: string;
}

export const withIds = (cues: readonly Cue[]): DraftCue[] => cues.map(cue => ({ ...cue, id: makeId() }));

const usualSeconds = 2;
const shortestSeconds = 0.1;
/** A shorter gap between two cues has no room for another one: it could not be read. */
const minRoomSeconds = 0.5;
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

type Span = Pick<Cue, 'start' | 'end'>;

/**
 * Returns the times of a cue added at a position. It changes no other cue and covers none: within another cue it begins at the end of that one, or at
 * the next gap that is long enough. If none is free until the end of the clip, the new cue is shown together with the others.
 */
export function findRoom(cues: readonly Cue[], at: number, clipSeconds = Number.POSITIVE_INFINITY): Span {
  const position = Math.max(0, Math.min(at, clipSeconds - minRoomSeconds));
  let start = position;
  for (const cue of cues) {
    if (cue.start - start >= minRoomSeconds) break;
    start = Math.max(start, cue.end);
  }
  if (start > clipSeconds - minRoomSeconds) start = position;
  const next = cues.find(cue => cue.start > start)?.start ?? Number.POSITIVE_INFINITY;
  const max = Math.min(start + usualSeconds, clipSeconds);
  return { start: round(start), end: round(next - start < minRoomSeconds ? max : Math.min(max, next)) };
}

/** Adds an empty cue. */
export function addCue(cues: readonly DraftCue[], { start, end }: Span): { cues: DraftCue[]; id: string } {
  const id = makeId();
  return { id, cues: sortCues([...cues, { id, start, end, text: '' }]) };
}

/** Changes a cue; an end at or before its start is moved behind it. */
export function changeCue(cues: readonly DraftCue[], id: string, patch: Partial<Cue>): DraftCue[] {
  return sortCues(
    cues.map(cue => {
      if (cue.id !== id) return cue;
      const next = { ...cue, ...patch };
      if (next.end - next.start >= shortestSeconds) return next;
      return patch.start === undefined
        ? { ...next, end: round(next.start + shortestSeconds) }
        : { ...next, end: round(next.start + Math.max(shortestSeconds, cue.end - cue.start)) };
    }),
  );
}

export const removeCue = (cues: readonly DraftCue[], id: string): DraftCue[] => cues.filter(cue => cue.id !== id);

/** Splits a text at a line break, otherwise at the space or punctuation mark nearest to its middle. */
function halve(text: string): [string, string] {
  const lines = text.split('\n');
  if (lines.length > 1) {
    const half = Math.ceil(lines.length / 2);
    return [lines.slice(0, half).join('\n'), lines.slice(half).join('\n')];
  }
  const places = [...text.matchAll(/\s+|(?<=[，。！？；、,.!?;])/g)].map(({ index }) => index).filter(at => at > 0);
  const middle = text.length / 2;
  const nearest = places.reduce(
    (best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best),
    places[0] ?? Math.ceil(middle),
  );
  return [text.slice(0, nearest).trim(), text.slice(nearest).trim()];
}

/** Splits a cue at time `at` if that lies within it, otherwise in proportion to its split text. */
export function splitCue(cues: readonly DraftCue[], id: string, at: number): DraftCue[] {
  return sortCues(
    cues.flatMap(cue => {
      if (cue.id !== id || cue.end - cue.start < 2 * shortestSeconds) return [cue];
      const [first, rest] = halve(cue.text);
      const [second, secondRest] = cue.second === undefined ? [undefined, undefined] : halve(cue.second);
      const share = cue.text.length > 0 ? first.length / cue.text.length : 0.5;
      const isWithin = at > cue.start + shortestSeconds && at < cue.end - shortestSeconds;
      const cut = round(isWithin ? at : cue.start + (cue.end - cue.start) * Math.min(0.9, Math.max(0.1, share)));
      return [
        { ...cue, end: cut, text: first, second },
        { id: makeId(), start: cut, end: cue.end, text: rest, second: secondRest },
      ];
    }),
  );
}

const join = (a: string | undefined, b: string | undefined) => [a, b].filter(Boolean).join('\n');

/** Merges a cue with the next one. */
export function mergeCue(cues: readonly DraftCue[], id: string): DraftCue[] {
  const at = cues.findIndex(cue => cue.id === id);
  const [cue, next] = [cues[at], cues[at + 1]];
  if (!cue || !next) return [...cues];
  const second = cue.second === undefined && next.second === undefined ? undefined : join(cue.second, next.second);
  const merged = { ...cue, end: Math.max(cue.end, next.end), text: join(cue.text, next.text), second };
  return [...cues.slice(0, at), merged, ...cues.slice(at + 2)];
}

/** Shifts all cues; negative is earlier. Cues that would end before the clip starts are dropped. */
export const shiftCues = (cues: readonly DraftCue[], bySeconds: number): DraftCue[] =>
  cues
    .map(cue => ({ ...cue, start: round(Math.max(0, cue.start + bySeconds)), end: round(cue.end + bySeconds) }))
    .filter(({ end }) => end >= shortestSeconds);

/** Moves the last line of each cue to the second language. */
export const splitLanguages = (cues: readonly DraftCue[]): DraftCue[] =>
  cues.map(cue => {
    const lines = cue.text.split('\n');
    if (cue.second !== undefined || lines.length < 2) return cue;
    return { ...cue, text: lines.slice(0, -1).join('\n'), second: lines.at(-1)! };
  });

export const hasSecond = (cues: readonly DraftCue[]): boolean => cues.some(({ second }) => second !== undefined);

/** Parses "1:02.5", "62,5" or "0:01:02" to seconds; undefined if it is not a time. */
export function parseTime(text: string): number | undefined {
  const match = /^\s*(?:(?:(\d{1,2})[:：])?(\d{1,3})[:：])?(\d{1,5}(?:[.,]\d{1,3})?)\s*$/.exec(text);
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return round(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.')));
}
