// Which two samples of a small grid a pixel of a large picture lies between, for growing values along one axis.

export interface Axis {
  /** For each pixel: the sample at or before its middle, and the one after it (the same at the end). */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** How far (0..1) the pixel's middle is from the first to the second. */
  readonly share: Float32Array;
}

/** Lengths in pixels; both ends of the grid and of the picture meet. */
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
