// Writes an animation within a maximum size: first less quality, then fewer pixels.
import { writeFile } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import { listWarnings, type WarningCode } from 'contract/warnings.ts';
import { type AnimationSettings, type Frames, writeAnimation } from 'engines/animation.ts';
import { roundDelays } from 'engines/frames/round-delays.ts';
import { estimateGif, fitGif } from 'engines/gif/fit-gif.ts';
import { levelOf } from 'engines/gif/quality.ts';

export interface FittedAnimation {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** As they are stored. */
  readonly delaysMs: readonly number[];
  readonly warnings: readonly WarningCode[];
}

const smallestSide = 16;
const maxAttempts = 10;
/** A file's size is not exactly proportional to its pixels; aiming a little lower saves attempts. */
const safety = 0.95;
/** A GIF with dithering and palettes of its own for frames is up to twice as large as one without. */
const ditheredShare = 0.7;

type OnAttempt = (number: number) => void;

async function fitWebp(
  frames: Frames,
  settings: AnimationSettings,
  targetBytes: number,
  path: string,
  onAttempt: OnAttempt,
): Promise<FittedAnimation> {
  let { quality, scale } = settings;
  for (let number = 1; ; number++) {
    onAttempt(number);
    const written = await writeAnimation(frames, { ...settings, quality, scale }, path);
    if (written.bytes <= targetBytes) {
      const warnings = listWarnings({ 'quality-reduced': quality < settings.quality, 'dimensions-reduced': scale < 1 });
      return { ...written, warnings };
    }
    if (quality > 40) quality = Math.max(40, quality - 20);
    else scale *= Math.min(0.9, Math.sqrt((targetBytes / written.bytes) * safety));
    const isSmallest = Math.min(frames.width, frames.height) * scale < smallestSide;
    if (number === maxAttempts || isSmallest) {
      const [targetKb, bestKb] = [targetBytes, written.bytes].map(bytes => Math.ceil(bytes / 1024));
      throw new AppError('TARGET_SIZE_IMPOSSIBLE', { targetKb, bestKb });
    }
  }
}

/** The file as it is without a limit, where that may fit; otherwise the best one that does. */
async function fitGifFile(
  frames: Frames,
  settings: AnimationSettings,
  targetBytes: number,
  path: string,
  onAttempt: OnAttempt,
): Promise<FittedAnimation> {
  const { delaysMs, loop, colours: maxColours } = settings;
  const search = { frames, delaysMs, loop, maxColours, targetBytes, mayScale: true };
  onAttempt(1);
  if (estimateGif(search) <= targetBytes * ditheredShare) {
    const written = await writeAnimation(frames, settings, path);
    if (written.bytes <= targetBytes) return { ...written, warnings: [] };
  }
  const fitted = await fitGif({ ...search, onAttempt: number => onAttempt(number + 1) });
  const { file, quality, width, height, hasFewerColours } = fitted;
  await writeFile(path, file);
  const warnings = listWarnings({
    'colours-reduced': hasFewerColours,
    'quality-reduced': levelOf(quality).tolerance.lossy > 0,
    'dimensions-reduced': width < frames.width,
  });
  return { width, height, bytes: file.length, delaysMs: roundDelays(delaysMs, 'gif'), warnings };
}

/** Refuses TARGET_SIZE_IMPOSSIBLE. Sizes in bytes; `onAttempt` receives the number of the attempt, from 1. */
export async function writeToFit(
  frames: Frames,
  settings: AnimationSettings,
  targetBytes: number | undefined,
  path: string,
  onAttempt: OnAttempt,
): Promise<FittedAnimation> {
  if (targetBytes !== undefined)
    return (settings.format === 'gif' ? fitGifFile : fitWebp)(frames, settings, targetBytes, path, onAttempt);
  onAttempt(1);
  return { ...(await writeAnimation(frames, settings, path)), warnings: [] };
}
