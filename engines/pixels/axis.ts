// Linear interpolation along the axes of an image: the two samples of a small grid between which each pixel of a large image lies.

export interface Axis {
  /** For each pixel: the index of the sample at or before its centre, and of the next one (the same at the end). */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Weight of the second sample, 0..1. */
  readonly share: Float32Array;
}

/** Maps `length` pixels onto `gridLength` samples; the ends of the image and of the grid coincide. */
export function mapAxis(length: number, gridLength: number): Axis {
  const before = new Int32Array(length);
  const after = new Int32Array(length);
  const share = new Float32Array(length);
  for (let at = 0; at < length; at++) {
    const place = Math.min(gridLength - 1, Math.max(0, ((at + 0.5) * gridLength) / length - 0.5));
    before[at] = Math.floor(place);
    after[at] = Math.min(gridLength - 1, before[at]! + 1);
    share[at] = place - before[at]!;
  }
  return { before, after, share };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns a function that reads rows of a small plane enlarged to `size` by bilinear interpolation. */
export function rowReader(
  { values, width, height }: Size & { readonly values: Float32Array },
  size: Size,
): (y: number, row: Float32Array) => void {
  const columns = mapAxis(size.width, width);
  const rows = mapAxis(size.height, height);
  return (y, row) => {
    const top = rows.before[y]! * width;
    const bottom = rows.after[y]! * width;
    const v = rows.share[y]!;
    for (let x = 0; x < row.length; x++) {
      const left = columns.before[x]!;
      const right = columns.after[x]!;
      const u = columns.share[x]!;
      row[x] =
        (values[top + left]! * (1 - u) + values[top + right]! * u) * (1 - v) +
        (values[bottom + left]! * (1 - u) + values[bottom + right]! * u) * v;
    }
  };
}
