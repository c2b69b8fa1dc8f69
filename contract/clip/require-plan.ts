// The plan of a conversion, or the refusal that says why there is none.
import { AppError, type ErrorCode } from '../errors.ts';
import { maxGifSeconds, maxSecondsOf } from './formats.ts';
import { type ClipPlan, type ClipProblem, planClip } from './plan.ts';
import type { ClipFacts, ClipWish } from './wish.ts';

const refusals: Readonly<Record<Exclude<ClipProblem, 'too-long'>, readonly [ErrorCode, Record<string, number>?]>> = {
  'no-picture': ['CLIP_WITHOUT_PICTURE'],
  'no-sound': ['CLIP_WITHOUT_SOUND'],
  'no-length': ['FILE_CORRUPT'],
  'range-empty': ['CLIP_RANGE_EMPTY'],
  'gif-too-long': ['GIF_TOO_LONG', { maxSeconds: maxGifSeconds }],
  'frame-too-large': ['RESULT_TOO_LARGE'],
  'track-missing': ['CLIP_TRACK_MISSING'],
};

/** The plan for a clip. Throws the reason if there is none. */
export function requirePlan(facts: ClipFacts, wish: ClipWish): ClipPlan {
  const plan = planClip(facts, wish);
  if (typeof plan !== 'string') return plan;
  if (plan === 'too-long') throw new AppError('CLIP_TOO_LONG', { maxMinutes: maxSecondsOf(wish.format) / 60 });
  const [code, details] = refusals[plan];
  throw new AppError(code, details ?? null);
}
