// What a mark needs before it can be drawn: one text, or one picture.
import { AppError } from '../errors.ts';
import type { OneMark } from './options.ts';

/** Throws MARK_MISSING, MARK_PICTURE_MISSING or MARK_ONLY_ONE. A picture without a text is a picture mark, whatever the type. */
export function requireMark({ markType, markContent }: Pick<OneMark, 'markType' | 'markContent'>, hasPicture: boolean) {
  const hasText = Boolean(markContent?.trim());
  if (hasText && (hasPicture || markType === 'image')) throw new AppError('MARK_ONLY_ONE');
  if (!hasText && !hasPicture) throw new AppError(markType === 'image' ? 'MARK_PICTURE_MISSING' : 'MARK_MISSING');
}
