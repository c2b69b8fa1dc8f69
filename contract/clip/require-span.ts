// A part of a clip, judged before the clip is known.
import { AppError } from '../errors.ts';

/** Throws CLIP_RANGE_EMPTY if the part ends before it starts. */
export function requireSpan({
  options: { start, end },
}: {
  options: { readonly start?: unknown; readonly end?: unknown };
}) {
  if (typeof end === 'number' && end <= (typeof start === 'number' ? start : 0)) throw new AppError('CLIP_RANGE_EMPTY');
}
