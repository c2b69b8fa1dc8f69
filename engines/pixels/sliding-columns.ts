// Running sums over the columns of a grid, kept from row to row and computed only where requested: along the edge of a matte, a small part of most
// images.

interface Columns {
  readonly width: number;
  readonly height: number;
  /** Number of rows above and below that a sum covers. */
  readonly reach: number;
  /** Number of values summed per pixel. */
  readonly size: number;
  /** Adds the values of grid pixel `pixel`, times `sign`, to `sums` at index `at`. */
  readonly add: (sums: Float64Array, at: number, pixel: number, sign: number) => void;
}

export interface SlidingColumns {
  /** `size` values per column. */
  readonly sums: Float64Array;
  /** Moves the sums of the columns `from` to `to`, inclusive, to the rows around `y`. */
  readonly moveTo: (y: number, from: number, to: number) => void;
}

export function slideColumns({ width, height, reach, size, add }: Columns): SlidingColumns {
  const sums = new Float64Array(width * size);
  // The row on which each sum is centred; -2 before the first.
  const rows = new Int32Array(width).fill(-2);
  const moveTo = (y: number, from: number, to: number) => {
    for (let x = from; x <= to; x++) {
      if (rows[x] === y) continue;
      const at = x * size;
      if (rows[x] === y - 1) {
        if (y + reach < height) add(sums, at, (y + reach) * width + x, 1);
        if (y > reach) add(sums, at, (y - reach - 1) * width + x, -1);
      } else {
        sums.fill(0, at, at + size);
        const last = Math.min(height - 1, y + reach);
        for (let row = Math.max(0, y - reach); row <= last; row++) add(sums, at, row * width + x, 1);
      }
      rows[x] = y;
    }
  };
  return { sums, moveTo };
}

/** Calls `visit` with the first and last column of each run of non-zero flags in row `y`. */
export function visitRuns(
  flags: Uint8Array,
  width: number,
  y: number,
  visit: (first: number, last: number) => void,
): void {
  const start = y * width;
  for (let x = 0; x < width; x++) {
    if (flags[start + x] === 0) continue;
    const first = x;
    while (x + 1 < width && flags[start + x + 1] !== 0) x++;
    visit(first, x);
  }
}
