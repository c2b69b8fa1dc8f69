// Rolling captions, as YouTube makes them: each cue repeats the last line of the one before and adds a line. Each line is kept once.
import { cleanCue } from './clean.ts';
import type { Cue } from './cues.ts';
import { plainText } from './markup.ts';

/** Fewer cues may repeat a line because the same is said again. */
const fewestRolls = 4;
/** Seconds between two cues that belong together. */
const nearSeconds = 0.1;

/** How many lines at the beginning of a cue are the last ones of the cue before it. */
function countRepeated(before: readonly string[], lines: readonly string[]): number {
  for (let count = Math.min(before.length, lines.length); count > 0; count--)
    if (lines.slice(0, count).every((line, at) => line === before[before.length - count + at])) return count;
  return 0;
}

/** Returns the cues with each line once, if most of them repeat lines; otherwise unchanged. `cues` are sorted. */
export function unrollCues(cues: readonly Cue[]): readonly Cue[] {
  const spoken = cues.map(({ text }) => text.split('\n').map(line => plainText(line).trim()));
  const repeated = cues.map((cue, at) => {
    const before = cues[at - 1];
    return before && Math.abs(cue.start - before.end) <= nearSeconds ? countRepeated(spoken[at - 1]!, spoken[at]!) : 0;
  });
  const rolls = repeated.filter(count => count > 0).length;
  if (rolls < fewestRolls || rolls < (cues.length - 1) / 2) return cues;
  const unrolled: Cue[] = [];
  for (const [at, cue] of cues.entries()) {
    // Cleaned, because a tag may have been opened in a line that is left out.
    const fresh = cleanCue(cue.text.split('\n').slice(repeated[at]).join('\n'));
    const last = unrolled.at(-1);
    if (fresh !== '') unrolled.push({ ...cue, text: fresh });
    else if (last) unrolled[unrolled.length - 1] = { ...last, end: Math.max(last.end, cue.end) };
  }
  return unrolled;
}
