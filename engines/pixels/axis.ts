// Linear interpolation along one axis: the two samples of a small grid between which each pixel of a large image lies.

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
