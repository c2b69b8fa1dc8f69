// How noisy a picture is. After Immerkaer, "Fast noise variance estimation", 1996: what a mask leaves that edges and slopes do not pass; block by
// block, since in the calm blocks there is nothing but noise.
import type { Plane } from 'engines/pixels/plane.ts';

const blockSide = 16;
/** Of the blocks, from the calmest. */
const calmShare = 0.2;
/** Rounding to whole levels, and what a JPEG leaves: no picture has less. */
const leastNoise = 0.8;
/** Where a sensor gave up, no noise is seen. */
const [darkest, brightest] = [4, 251];

/** Standard deviation of the noise, in levels. */
export function measureNoise({ data, width, height }: Plane): number {
  const found: number[] = [];
  // A few thousand blocks are enough of any picture.
  const skip = Math.max(1, Math.floor(Math.sqrt((width * height) / (4000 * blockSide * blockSide))));
  for (let top = 1; top + blockSide < height; top += blockSide * skip) {
    for (let left = 1; left + blockSide < width; left += blockSide * skip) {
      let sum = 0;
      let level = 0;
      for (let y = top; y < top + blockSide; y++) {
        for (let x = left; x < left + blockSide; x++) {
          const i = y * width + x;
          const [above, below] = [i - width, i + width];
          const beside = data[above]! + data[below]! + data[i - 1]! + data[i + 1]!;
          const diagonal = data[above - 1]! + data[above + 1]! + data[below - 1]! + data[below + 1]!;
          sum += Math.abs(4 * data[i]! - 2 * beside + diagonal);
          level += data[i]!;
        }
      }
      const mean = level / blockSide ** 2;
      if (mean > darkest && mean < brightest) found.push((Math.sqrt(Math.PI / 2) * sum) / (6 * blockSide ** 2));
    }
  }
  const calm = found.toSorted((a, b) => a - b)[Math.floor(found.length * calmShare)] ?? leastNoise;
  return Math.max(leastNoise, calm);
}
