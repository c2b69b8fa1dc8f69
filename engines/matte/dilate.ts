// Grows what is flagged on a grid by a square around each flag.

function dilateRow(flags: Uint8Array, start: number, width: number, reach: number, to: Uint8Array): void {
  let covered = -1;
  for (let x = 0; x < width; x++) {
    if (flags[start + x] === 0) continue;
    const end = Math.min(width - 1, x + reach);
    for (let each = Math.max(covered + 1, x - reach); each <= end; each++) to[start + each] = 1;
    covered = end;
  }
}

/** `left`: rows for which each column stays flagged. */
function carryRow(flags: Uint8Array, start: number, left: Uint8Array, reach: number, to: Uint8Array): void {
  for (let x = 0, i = start; x < left.length; x++, i++) {
    if (flags[i] !== 0) left[x] = reach + 1;
    if (left[x] === 0) continue;
    to[i] = 1;
    left[x]!--;
  }
}

/** Spreads non-zero flags to a square of `reach` around each. */
export function dilate(flags: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const across = new Uint8Array(flags.length);
  for (let y = 0; y < height; y++) dilateRow(flags, y * width, width, reach, across);
  const both = new Uint8Array(flags.length);
  const left = new Uint8Array(width);
  for (let y = 0; y < height; y++) carryRow(across, y * width, left, reach, both);
  left.fill(0);
  for (let y = height - 1; y >= 0; y--) carryRow(across, y * width, left, reach, both);
  return both;
}
