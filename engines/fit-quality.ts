// Finds the highest quality at which a file of given pixels stays below a size. Unlike `fitSize` it never changes the dimensions.
import { AppError } from 'contract/errors.ts';

const highest = 100;
const bytesInKb = 1024;

export interface QualitySearch {
  readonly limitBytes: number;
  /** 1..100: the first quality to try, and the lowest acceptable one. */
  readonly best?: number;
  readonly worst?: number;
  readonly encode: (quality: number) => Promise<Buffer>;
}

/**
 * Returns the file with the highest quality of at most `limitBytes`. Throws TARGET_SIZE_IMPOSSIBLE {targetKb, bestKb}. Uses binary search, since
 * files grow with quality: at most eight encodings.
 */
export async function fitQuality({ limitBytes, best = highest, worst = 20, encode }: QualitySearch): Promise<Buffer> {
  const first = await encode(best);
  if (first.length <= limitBytes) return first;
  let low = Math.min(worst, best);
  let high = best - 1;
  let kept: Buffer | undefined;
  let smallest = first.length;
  while (low <= high) {
    const quality = (low + high) >> 1;
    const file = await encode(quality);
    smallest = Math.min(smallest, file.length);
    if (file.length <= limitBytes) {
      kept = file;
      low = quality + 1;
    } else high = quality - 1;
  }
  if (kept) return kept;
  throw new AppError('TARGET_SIZE_IMPOSSIBLE', {
    targetKb: Math.floor(limitBytes / bytesInKb),
    bestKb: Math.ceil(smallest / bytesInKb),
  });
}
