// Animations in results: in which formats they stay animated, and their delays as each format stores them.
import type { Picture } from '../image.ts';
import { roundDelays } from './round-delays.ts';

export type MovingFormat = 'gif' | 'webp';

/**
 * The format in which a result stays animated; undefined for a still. `same` keeps GIF and WebP; an animated PNG or AVIF becomes a WebP, because
 * nothing here writes those.
 */
export function movingFormat(
  { type, frames }: Pick<Picture, 'type' | 'frames'>,
  format: string,
): MovingFormat | undefined {
  if (frames < 2) return undefined;
  if (format === 'gif' || format === 'webp') return format;
  if (format !== 'same') return undefined;
  return type === 'gif' ? 'gif' : 'webp';
}

/** The options of an encoder that keep the delays and the number of plays of an animation. */
export function keepTiming({ timing }: Pick<Picture, 'timing'>, format: MovingFormat) {
  return timing ? { delay: roundDelays(timing.delaysMs, format), loop: timing.loop } : {};
}
