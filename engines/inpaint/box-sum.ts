// Sums over a square around each cell, at a cost that does not depend on its size.

/** Replaces each value by the sum over the square of `radius` around it; outside counts as zero. */
export function boxSum(values: Float32Array, width: number, height: number, radius: number): void {
  const row = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    let sum = 0;
    for (let x = 0; x < Math.min(radius, width); x++) sum += values[start + x]!;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += values[start + x + radius]!;
      if (x > radius) sum -= values[start + x - radius - 1]!;
      row[x] = sum;
    }
    values.set(row, start);
  }
  sumColumns(values, width, height, radius);
}

/** All columns go down together, row by row, which memory likes; the last 2 * radius + 1 rows are kept as they were. */
function sumColumns(values: Float32Array, width: number, height: number, radius: number): void {
  const kept = 2 * radius + 1;
  const ring = new Float32Array(kept * width);
  const sums = new Float64Array(width);
  for (let next = 0; next < height + radius; next++) {
    const slot = (next % kept) * width;
    if (next < height) {
      for (let x = 0; x < width; x++) {
        const value = values[next * width + x]!;
        ring[slot + x] = value;
        sums[x]! += value;
      }
    }
    const y = next - radius;
    if (y < 0) continue;
    for (let x = 0; x < width; x++) values[y * width + x] = sums[x]!;
    if (y >= radius) {
      const oldest = ((y - radius) % kept) * width;
      for (let x = 0; x < width; x++) sums[x]! -= ring[oldest + x]!;
    }
  }
}
