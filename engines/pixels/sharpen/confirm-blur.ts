// Tests estimated blurs on a piece of the image: reversing the right one causes few halos and concentrates the gradients at few edges.
import type { Plane } from '../plane.ts';
import type { Blur } from '../point-spread.ts';
import { halosOfProven, reverseBlur } from './sharpen-plane.ts';

/** Standard deviation that sharp images have, since neither a lens nor a sensor pixel is a point. */
const sharpDeviation = 0.4;

/** Returns the blur without the part that sharp images have too. */
export const excessOf = (blur: Blur): Blur =>
  blur.kind === 'gaussian' ? { ...blur, size: Math.sqrt(Math.max(0, blur.size ** 2 - sharpDeviation ** 2)) } : blur;

/** Width in pixels of the border that is not measured. */
const border = 8;

/** Returns the mean gradient as a share of the root of the mean square: the lower, the fewer edges make up the image. */
function measureSpread({ data, width, height }: Plane): number {
  let [sum, squares, count] = [0, 0, 0];
  for (let y = border; y < height - border; y++) {
    for (let i = y * width + border; i < (y + 1) * width - border; i++) {
      const level = Math.round(data[i]!);
      const across = Math.round(data[i + 1]!) - level;
      const down = Math.round(data[i + width]!) - level;
      sum += Math.abs(across) + Math.abs(down);
      squares += across * across + down * down;
      count += 2;
    }
  }
  return squares === 0 ? 1 : sum / Math.sqrt(count * squares);
}

/** Requirements that a blur has to meet. */
interface Demands {
  /** Maximum halos, as a share of the change. */
  readonly halos: number;
  /** Maximum spread of the gradients, as a share of that before. */
  readonly spread: number;
  /** Maximum spread after reversing a Gaussian, as a share of that after reversing a disc. */
  readonly gaussian: number;
  /** Maximum spread after reversing the next, wider blur, as a share of the best one so far. */
  readonly wider: number;
}

/** Demands on a blur found in the spectrum. In photographs the right one causes halos of up to 0.025, a wrong one of 0.08 to 0.3. */
export const demandsOnFound: Demands = { halos: 0.05, spread: Number.POSITIVE_INFINITY, gaussian: 1, wider: 0.97 };
/**
 * Demands on a blur of which only the radius at edges is known. Reversing a disc as a Gaussian doubles its edges, and as these are narrow, the spread
 * hides a loss of up to 2.4 dB. A Gaussian reversed as a disc gains.
 */
export const demandsOnGuessed: Demands = { halos: 0.02, spread: 0.97, gaussian: 0.92, wider: 1 };

/**
 * Returns the blur that concentrates the gradients most when it is reversed; undefined if none meets the demands. `blurs` are sorted from narrow to
 * wide. An error thrown by `pause` aborts the work.
 */
export async function confirmBlur(
  plane: Plane,
  blurs: readonly Blur[],
  noise: number,
  demands: Demands,
  isProven: boolean,
  pause: () => void | Promise<void>,
): Promise<Blur | undefined> {
  const max = demands.spread * measureSpread(plane);
  const maxHalos = demands.halos * (isProven ? halosOfProven : 1);
  let best: { blur: Blur; spread: number } | undefined;
  for (const blur of blurs) {
    const { solved, halos } = await reverseBlur(plane, excessOf(blur), noise, isProven, pause);
    const spread = measureSpread(solved);
    if (halos > maxHalos || spread > max) continue;
    const compared = blur.kind === 'gaussian' ? spread / demands.gaussian : spread;
    if (!best || compared < demands.wider * best.spread) best = { blur, spread: compared };
  }
  return best?.blur;
}
