// Writes an animation within a maximum size: fewer colours first, then fewer pixels.
import { AppError } from 'contract/errors.ts';
import { type AnimationSettings, type Frames, writeAnimation } from 'engines/animation.ts';

export interface FittedAnimation {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** As they are stored. */
  readonly delaysMs: readonly number[];
  readonly warnings: readonly string[];
}

const fewestColours = 32;
const smallestSide = 16;
const maxAttempts = 10;
/** A GIF's size is not exactly proportional to its pixels; aiming a little lower saves attempts. */
const safety = 0.95;

type Plan = Pick<AnimationSettings, 'colours' | 'quality' | 'scale'>;

/** Returns the next attempt after one that produced `bytes`. */
export function planNext(plan: Plan, format: 'gif' | 'webp', bytes: number, targetBytes: number): Plan {
  if (format === 'gif' && plan.colours > fewestColours)
    return { ...plan, colours: Math.max(fewestColours, plan.colours / 2) };
  if (format === 'webp' && plan.quality > 40) return { ...plan, quality: Math.max(40, plan.quality - 20) };
  const scale = plan.scale * Math.min(0.9, Math.sqrt((targetBytes / bytes) * safety));
  return { ...plan, scale };
}

/** Refuses TARGET_SIZE_IMPOSSIBLE. Sizes in bytes; `onAttempt` receives the number of the attempt, from 1. */
export async function writeToFit(
  frames: Frames,
  settings: AnimationSettings,
  targetBytes: number | undefined,
  path: string,
  onAttempt: (number: number) => void,
): Promise<FittedAnimation> {
  let plan: Plan = settings;
  for (let number = 1; ; number++) {
    onAttempt(number);
    const written = await writeAnimation(frames, { ...settings, ...plan }, path);
    if (targetBytes === undefined || written.bytes <= targetBytes) {
      const warnings = [
        ...(plan.colours < settings.colours ? ['colours-reduced'] : []),
        ...(plan.quality < settings.quality ? ['quality-reduced'] : []),
        ...(plan.scale < settings.scale ? ['dimensions-reduced'] : []),
      ];
      return { ...written, warnings };
    }
    plan = planNext(plan, settings.format, written.bytes, targetBytes);
    const isSmallest = Math.min(frames.width, frames.height) * plan.scale < smallestSide;
    if (number === maxAttempts || isSmallest) {
      const [targetKb, bestKb] = [targetBytes, written.bytes].map(bytes => Math.ceil(bytes / 1024));
      throw new AppError('TARGET_SIZE_IMPOSSIBLE', { targetKb, bestKb });
    }
  }
}
