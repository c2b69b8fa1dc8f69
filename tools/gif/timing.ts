// Delays of frames and their order.
import { type MakeOptions, minDelayMs, stillDelayMs } from './contract.ts';

/** Returns the delays of one file with `count` frames: those of the options, otherwise its own. */
export function delaysOf(
  file: { readonly count: number; readonly ownMs: readonly number[] | undefined },
  index: number,
  { delayMs, delays }: Pick<MakeOptions, 'delayMs' | 'delays'>,
): number[] {
  const asked = delays?.[index] ?? delayMs;
  return Array.from({ length: file.count }, (_, frame) => {
    if (asked !== undefined) return Math.max(minDelayMs, asked);
    if (file.count === 1) return stillDelayMs;
    return file.ownMs?.[frame] ?? stillDelayMs;
  });
}

/** Returns the indices of the frames in the order in which they play. A boomerang shows neither end twice. */
export function orderFrames(
  count: number,
  { reverse, boomerang }: Pick<MakeOptions, 'reverse' | 'boomerang'>,
): number[] {
  const forwards = Array.from({ length: count }, (_, index) => (reverse ? count - 1 - index : index));
  return boomerang ? [...forwards, ...forwards.slice(1, -1).reverse()] : forwards;
}

/** 0 means forever. */
export const countLoops = (loop: MakeOptions['loop']): number => (typeof loop === 'number' ? loop : loop ? 0 : 1);
