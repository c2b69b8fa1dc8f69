// The part of a clip to transcribe, and the reasons why that may be impossible.
import { isLonger } from 'contract/clip/formats.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { speechLimits } from 'contract/speech.ts';

interface Clip {
  readonly seconds?: number;
  readonly streams?: readonly StreamFacts[];
}

interface Wish {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export type PartProblem = 'no-sound' | 'range-empty' | 'too-long';

const shortest = 0.1;

/** Returns the part; undefined if the duration of the clip is not known yet. */
export function partOfClip(
  { seconds }: Clip,
  { start = 0, end }: Wish,
): { readonly start: number; readonly seconds: number } | undefined {
  if (seconds === undefined) return undefined;
  return { start, seconds: Math.max(0, Math.min(end ?? seconds, seconds) - start) };
}

/** Returns the reason why a part cannot be transcribed; undefined if it can, or if its facts are not known yet. */
export function findProblem(clip: Clip, wish: Wish): PartProblem | undefined {
  if (clip.streams && !clip.streams.some(({ kind }) => kind === 'sound')) return 'no-sound';
  const part = partOfClip(clip, wish);
  if (!part) return undefined;
  if (part.seconds < shortest) return 'range-empty';
  return isLonger(part.seconds, speechLimits.limitMaxDuration) ? 'too-long' : undefined;
}
