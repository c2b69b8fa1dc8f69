// A subtitle cue: text with start and end. Shared by the page that edits cues, speech recognition that produces them, and the worker that draws them.

export interface Cue {
  /** In seconds from the start of the clip. */
  readonly start: number;
  readonly end: number;
  /** Lines separated by line breaks. Only markup that `readRuns` of contract/subtitles/markup.ts supports has a meaning. */
  readonly text: string;
  /** The same in a second language. */
  readonly second?: string | undefined;
  /** Where the cue itself says it is shown; undefined: where the style has it. */
  readonly place?: CuePlace | undefined;
}

export const cuePlaces = ['middle', 'top'] as const;
export type CuePlace = (typeof cuePlaces)[number];

/** Maximum size of a subtitle file. */
export const maxSubtitleBytes = 500 * 1024;
/** Two hours of fast speech have about 2,500. */
export const maxCues = 4000;
/** Per cue and language; longer text is truncated. */
export const maxCueCharacters = 500;
/** Cues shown at the same time, one above the other; the latest if there are more. */
export const maxAtOnce = 3;

/** In order of appearance. */
export const sortCues = <C extends Cue>(cues: readonly C[]): C[] =>
  cues.toSorted((a, b) => a.start - b.start || a.end - b.end);

/** The cues within the duration of a clip: players take a longer subtitle track for the length of the clip. */
export const keepWithin = <C extends Cue>(cues: readonly C[], seconds: number): C[] =>
  cues.filter(({ start }) => start < seconds).map(cue => ({ ...cue, end: Math.min(cue.end, seconds) }));

/** The cues shown at a time, top first. `cues` are sorted. */
export const cuesAt = <C extends Cue>(cues: readonly C[], seconds: number): C[] =>
  cues.filter(({ start, end }) => start <= seconds && seconds < end).slice(-maxAtOnce);

/** An interval during which the same cues are shown. */
export interface Shown {
  readonly start: number;
  readonly end: number;
  /** Top first; never empty. */
  readonly cues: readonly Cue[];
}

/** Intervals with the same cues, in order and without overlap; none where no cue is shown. */
export function listShown(cues: readonly Cue[]): Shown[] {
  const sorted = sortCues(cues).filter(({ start, end }) => end > start);
  const times = [...new Set(sorted.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const shown: Shown[] = [];
  let next = 0;
  let open: Cue[] = [];
  for (const [index, start] of times.entries()) {
    open = open.filter(({ end }) => end > start);
    for (let cue = sorted[next]; cue && cue.start <= start; cue = sorted[++next]) open.push(cue);
    // Only the latest few are ever shown, so older open cues are dropped.
    open = open.slice(-64);
    const end = times[index + 1];
    if (open.length > 0 && end !== undefined) shown.push({ start, end, cues: open.slice(-maxAtOnce) });
  }
  return shown;
}

const overlap = (a: Cue, b: Cue) => Math.min(a.end, b.end) - Math.max(a.start, b.start);

/**
 * Merges cues in two languages: each cue of `seconds` is joined to the cue of `firsts` with which it overlaps longest. Cues without overlap remain
 * separate, with an empty text in the first language.
 */
export function joinLanguages(firsts: readonly Cue[], seconds: readonly Cue[]): Cue[] {
  const joined: Cue[] = sortCues(firsts);
  const known = joined.length;
  let from = 0;
  for (const cue of sortCues(seconds)) {
    // Cues that ended long before cannot overlap again, since both lists are sorted.
    while (from < known && joined[from]!.end <= cue.start - 30) from++;
    let best = -1;
    let max = 0;
    for (let at = from; at < known && joined[at]!.start < cue.end; at++) {
      const shared = overlap(joined[at]!, cue);
      if (shared > max) [best, max] = [at, shared];
    }
    if (best < 0) joined.push({ start: cue.start, end: cue.end, text: '', second: cue.text });
    else {
      const { second, ...rest } = joined[best]!;
      const both = second ? `${second}\n${cue.text}` : cue.text;
      // Thousands of cues may overlap one, so the text is truncated. The limit does not count markup, so text with tags gets some extra room.
      joined[best] = { ...rest, second: both.length > 4 * maxCueCharacters ? (second ?? '') : both };
    }
  }
  return sortCues(joined);
}
