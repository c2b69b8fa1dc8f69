// A cue of subtitles: what is said, and when. The page edits cues, recognised speech becomes cues, and the worker draws them, so all of them
// use this type.

export interface Cue {
  /** Seconds from the beginning of the clip. */
  readonly start: number;
  readonly end: number;
  /** Lines with line breaks between them. Of markup only what `readRuns` of contract/subtitles/markup.ts knows has a meaning. */
  readonly text: string;
  /** The same in a second language. */
  readonly second?: string | undefined;
}

/** The largest subtitle file. */
export const maxSubtitleBytes = 500 * 1024;
/** Two hours of quick speech have about 2,500. */
export const maxCues = 4000;
/** Of one cue, in each language; the rest is left out. */
export const maxCueCharacters = 500;
/** ISO 639-2, as containers name the languages of tracks; und: not told. */
export const trackLanguages = ['und', 'chi', 'eng', 'jpn', 'kor', 'fre', 'ger', 'spa', 'rus'] as const;
export type TrackLanguage = (typeof trackLanguages)[number];
/** Cues that are shown at once, one above the other; of more, the latest. */
export const mostAtOnce = 3;

/** In the order they appear. */
export const sortCues = <C extends Cue>(cues: readonly C[]): C[] =>
  cues.toSorted((a, b) => a.start - b.start || a.end - b.end);

/** The cues shown at a time, the first one above. `cues` are sorted. */
export const cuesAt = <C extends Cue>(cues: readonly C[], seconds: number): C[] =>
  cues.filter(({ start, end }) => start <= seconds && seconds < end).slice(-mostAtOnce);

/** A stretch of time with the same cues in sight. */
export interface Shown {
  readonly start: number;
  readonly end: number;
  /** The first one above; never empty. */
  readonly cues: readonly Cue[];
}

/** Stretches in which the same cues are in sight, in order and without overlap; none for the time between cues. */
export function listShown(cues: readonly Cue[]): Shown[] {
  const sorted = sortCues(cues).filter(({ start, end }) => end > start);
  const times = [...new Set(sorted.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const shown: Shown[] = [];
  let next = 0;
  let open: Cue[] = [];
  for (const [index, start] of times.entries()) {
    open = open.filter(({ end }) => end > start);
    for (let cue = sorted[next]; cue && cue.start <= start; cue = sorted[++next]) open.push(cue);
    // What is open beyond the latest few would only be carried along.
    open = open.slice(-64);
    const end = times[index + 1];
    if (open.length > 0 && end !== undefined) shown.push({ start, end, cues: open.slice(-mostAtOnce) });
  }
  return shown;
}

const overlap = (a: Cue, b: Cue) => Math.min(a.end, b.end) - Math.max(a.start, b.start);

/**
 * One list of cues in two languages: each cue of `seconds` goes to the cue of `firsts` with which it shares most time. Those that share
 * none stay cues of their own, without a text in the first language.
 */
export function joinLanguages(firsts: readonly Cue[], seconds: readonly Cue[]): Cue[] {
  const joined: Cue[] = sortCues(firsts);
  const known = joined.length;
  let from = 0;
  for (const cue of sortCues(seconds)) {
    // Cues that ended long before cannot be met again, since both lists are sorted.
    while (from < known && joined[from]!.end <= cue.start - 30) from++;
    let best = -1;
    let most = 0;
    for (let at = from; at < known && joined[at]!.start < cue.end; at++) {
      const shared = overlap(joined[at]!, cue);
      if (shared > most) [best, most] = [at, shared];
    }
    if (best < 0) joined.push({ start: cue.start, end: cue.end, text: '', second: cue.text });
    else {
      const { second, ...rest } = joined[best]!;
      const both = second ? `${second}\n${cue.text}` : cue.text;
      // Thousands of cues may lie within one; markup is no part of the count, so what has tags is given room for them.
      joined[best] = { ...rest, second: both.length > 4 * maxCueCharacters ? (second ?? '') : both };
    }
  }
  return sortCues(joined);
}
