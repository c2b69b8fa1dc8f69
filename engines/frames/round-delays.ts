// Rounds the delays of frames to those that a format stores, without changing the duration of the animation.

/** GIF delays are multiples of 10 ms, and browsers slow down frames shorter than 20 ms; WebP delays are whole ms. */
const units = { gif: { stepMs: 10, shortestMs: 20 }, webp: { stepMs: 1, shortestMs: 0 } } as const;

/**
 * Rounds the moment at which each frame ends instead of each delay alone, which would shift all later frames: 72 frames of 83.3 ms would take 5.76 s
 * as a GIF, not 6.
 */
export function roundDelays(delaysMs: readonly number[], format: 'gif' | 'webp'): number[] {
  const { stepMs, shortestMs } = units[format];
  let [end, written] = [0, 0];
  return delaysMs.map(delay => {
    end += delay;
    const rounded = Math.max(shortestMs, Math.round((end - written) / stepMs) * stepMs);
    written += rounded;
    return rounded;
  });
}
