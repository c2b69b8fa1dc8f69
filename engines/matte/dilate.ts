// Grows what is flagged on a grid by a square around each flag.

/** Spreads non-zero flags to a square of `reach` around each. */
export function dilate(flags: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const across = new Uint8Array(flags.length);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    let covered = -1;
    for (let x = 0; x < width; x++) {
      if (flags[start + x] === 0) continue;
      const end = Math.min(width - 1, x + reach);
      for (let each = Math.max(covered + 1, x - reach); each <= end; each++) across[start + each] = 1;
      covered = end;
    }
  }
  const both = new Uint8Array(flags.length);
  // Rows left for which a column stays flagged: down from each flag, and then up.
  const left = new Uint8Array(width);
  for (const isDown of [true, false]) {
    left.fill(0);
    for (let step = 0; step < height; step++) {
      const start = (isDown ? step : height - 1 - step) * width;
      for (let x = 0, i = start; x < width; x++, i++) {
        if (across[i] !== 0) left[x] = reach + 1;
        if (left[x] === 0) continue;
        both[i] = 1;
        left[x]!--;
      }
    }
  }
  return both;
}
