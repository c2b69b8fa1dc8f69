// The part of a clip whose speech is wanted, and why there may be none.
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
/** Lengths in headers are rounded. */
const tolerance = 1;

/** Undefined while the length of the clip is not known. */
export function partOfClip(
  { seconds }: Clip,
  { start = 0, end }: Wish,
): { readonly start: number; readonly seconds: number } | undefined {
  if (seconds === undefined) return undefined;
  return { start, seconds: Math.max(0, Math.min(end ?? seconds, seconds) - start) };
}

/** Why a part cannot be listened to; undefined: it can, or its facts are not known yet. */
export function findProblem(clip: Clip, wish: Wish): PartProblem | undefined {
  if (clip.streams && !clip.streams.some(({ kind }) => kind === 'sound')) return 'no-sound';
  const part = partOfClip(clip, wish);
  if (!part) return undefined;
  if (part.seconds < shortest) return 'range-empty';
  return part.seconds > speechLimits.limitMaxDuration + tolerance ? 'too-long' : undefined;
}
