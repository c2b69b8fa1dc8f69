// Measures the noise of an image, and the block artefacts left in it by JPEG.
import type { Plane } from './plane.ts';

const blockSide = 16;
/** Quantile of the blocks, sorted by noise, that is taken as the noise of the image. */
const calmShare = 0.2;
/** Minimum noise of real photographs, in levels: rounding and JPEG alone cause as much. */
const minNoise = 0.8;
/** Range of a block's mean level: blocks clipped to black or white show no noise. */
const [darkest, brightest] = [4, 251];

/** Returns the standard deviation of the noise, in levels, from the Laplacian of calm blocks (Immerkær, "Fast Noise Variance Estimation", 1996). */
export function measureNoise({ data, width, height }: Plane): number {
  const found: number[] = [];
  // A sample of a few thousand blocks is enough for any image.
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
  const calm = found.toSorted((a, b) => a - b)[Math.floor(found.length * calmShare)] ?? minNoise;
  return Math.max(minNoise, calm);
}

/** Side of a JPEG block, in pixels. */
const jpegSide = 8;
/** Maximum difference, in levels, that is not an edge of the image. */
const maxJump = 20;

/** Returns, for each of the eight phases, how much a step between neighbours exceeds the gradient beside it, in levels. */
function measureJumps({ data, width, height }: Plane, isAcross: boolean): number[] {
  const step = isAcross ? 1 : width;
  const sums = new Float64Array(jpegSide);
  const counts = new Float64Array(jpegSide);
  for (let y = 1; y < height - 2; y++) {
    for (let x = 1; x < width - 2; x++) {
      const i = y * width + x;
      const beside = (data[i]! - data[i - step]! + data[i + 2 * step]! - data[i + step]!) / 2;
      const jump = Math.abs(data[i + step]! - data[i]! - beside);
      if (jump >= maxJump) continue;
      const phase = (isAcross ? x : y) % jpegSide;
      sums[phase]! += jump;
      counts[phase]!++;
    }
  }
  return [...sums].map((sum, phase) => sum / Math.max(1, counts[phase]!));
}

/** Returns the height of the steps at the borders of JPEG's blocks, in levels: about 0 without JPEG, 1 to 2.5 at quality 80. */
export function measureBlocks(plane: Plane): number {
  const heights = [true, false].map(isAcross => {
    const jumps = measureJumps(plane, isAcross).toSorted((a, b) => a - b);
    return jumps.at(-1)! - jumps[jpegSide / 2 - 1]!;
  });
  return Math.min(...heights);
}
