// Resolves the requested frames: platform sizes by id and custom sizes, in order and without duplicates.
import { AppError } from 'contract/errors.ts';
import { maxSizes, type ThumbnailOptions } from './contract.ts';
import { platformSizes } from './platforms.ts';

export interface FrameSize {
  /** Used in the file's name. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** Returns the frames. Refuses SIZES_MISSING and SIZES_TOO_MANY. */
export function listFrames({ sizes, custom }: Pick<ThumbnailOptions, 'sizes' | 'custom'>): FrameSize[] {
  const frames = new Map<string, FrameSize>();
  for (const id of sizes) {
    const size = platformSizes.find(one => one.id === id);
    if (size) frames.set(id, { id, width: size.width, height: size.height });
  }
  for (const { width, height } of custom) frames.set(`${width}x${height}`, { id: 'custom', width, height });
  if (frames.size === 0) throw new AppError('SIZES_MISSING');
  if (frames.size > maxSizes) throw new AppError('SIZES_TOO_MANY', { max: maxSizes });
  return [...frames.values()];
}
