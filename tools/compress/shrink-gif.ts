// Compresses a GIF: draws its frames anew with fewer changes and colours, at the highest quality that saves something.
import { writeFile } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import { readFrames } from 'engines/animation.ts';
import { canHoldFrames } from 'engines/formats/picture-limits.ts';
import { type FittedGif, fitGif } from 'engines/gif/fit-gif.ts';
import type { Picture } from 'engines/image.ts';

/** Below this quality a GIF that was not asked to meet a size is left as it was. */
const worstUnasked = 30;

export const canShrinkGif = ({ width, height, frames }: Picture): boolean => canHoldFrames(width, height, frames);

interface Shrink {
  readonly quality: number;
  /** Undefined: any size that saves something. */
  readonly targetBytes: number | undefined;
  /** The largest file that saves something. */
  readonly worthwhileBytes: number;
  readonly path: string;
}

type Shrunk = Omit<FittedGif, 'file'> & { readonly bytes: number };

/** Writes the GIF to `path`; returns undefined where none saves anything. Throws TARGET_SIZE_IMPOSSIBLE. */
export async function shrinkGif(
  picture: Picture,
  { quality, targetBytes, worthwhileBytes, path }: Shrink,
): Promise<Shrunk | undefined> {
  const { width, height, timing } = picture;
  const frames = await readFrames(picture, { width, height, fit: 'fill', background: 'transparent' });
  const search = {
    frames,
    delaysMs: timing?.delaysMs ?? [0],
    loop: timing?.loop ?? 1,
    best: quality,
    ...(targetBytes === undefined
      ? { targetBytes: worthwhileBytes, worst: Math.min(quality, worstUnasked), mayScale: false }
      : { targetBytes, mayScale: true }),
  };
  try {
    const { file, ...fitted } = await fitGif(search);
    await writeFile(path, file);
    return { ...fitted, bytes: file.length };
  } catch (error) {
    if (targetBytes === undefined && error instanceof AppError && error.code === 'TARGET_SIZE_IMPOSSIBLE')
      return undefined;
    throw error;
  }
}
