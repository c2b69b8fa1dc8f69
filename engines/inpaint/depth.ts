// The depth of each pixel inside its hole.

const diagonal = 1.35;
const far = 1e6;

/**
 * Returns the distance of every hole pixel to the nearest known pixel, in pixels; 0 outside holes, 1e6 when there is no known pixel. Two sweeps with
 * a 1 / 1.35 chamfer (Borgefors, "Distance transformations in digital images", 1986).
 */
export function measureDepth(isHole: Uint8Array, width: number, height: number): Float32Array {
  const depth = new Float32Array(width * height);
  const sweep = (x: number, y: number, step: 1 | -1) => {
    const pixel = y * width + x;
    if (!isHole[pixel]) return;
    let min = step === 1 ? far : depth[pixel]!;
    const hasSide = step === 1 ? x > 0 : x < width - 1;
    const hasOtherSide = step === 1 ? x < width - 1 : x > 0;
    if (hasSide) min = Math.min(min, depth[pixel - step]! + 1);
    if (step === 1 ? y > 0 : y < height - 1) {
      const above = pixel - step * width;
      min = Math.min(min, depth[above]! + 1);
      if (hasSide) min = Math.min(min, depth[above - step]! + diagonal);
      if (hasOtherSide) min = Math.min(min, depth[above + step]! + diagonal);
    }
    depth[pixel] = min;
  };
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) sweep(x, y, 1);
  for (let y = height - 1; y >= 0; y--) for (let x = width - 1; x >= 0; x--) sweep(x, y, -1);
  return depth;
}
