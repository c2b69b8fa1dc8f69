// Smooths a plane of numbers: plainly by means over squares, or keeping its edges.

/** Means over squares of 2 * radius + 1, fewer at the border: running sums, first across, then down. */
export function boxMean(values: Float32Array, w: number, h: number, radius: number): Float32Array {
  const across = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  meanLines(values, across, h, w, w, 1, radius);
  meanLines(across, out, w, h, 1, w, radius);
  return out;
}

function meanLines(
  from: Float32Array,
  to: Float32Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
  radius: number,
): void {
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    let sum = 0;
    for (let at = 0; at < Math.min(radius, length); at++) sum += from[start + at * step]!;
    for (let at = 0; at < length; at++) {
      if (at + radius < length) sum += from[start + (at + radius) * step]!;
      if (at > radius) sum -= from[start + (at - radius - 1) * step]!;
      to[start + at * step] = sum / (Math.min(length - 1, at + radius) - Math.max(0, at - radius) + 1);
    }
  }
}

/** The guided filter with the picture as its own guide (He, Sun, Tang 2010): flat parts become even, steps stay. Values 0..1. */
export function smoothKeepingEdges(
  values: Float32Array,
  w: number,
  h: number,
  radius: number,
  noise: number,
): Float32Array {
  const mean = boxMean(values, w, h, radius);
  const square = boxMean(
    values.map(value => value * value),
    w,
    h,
    radius,
  );
  const slope = mean.map((m, i) => {
    const variance = Math.max(0, square[i]! - m * m);
    return variance / (variance + noise);
  });
  const offset = mean.map((m, i) => m * (1 - slope[i]!));
  const meanSlope = boxMean(slope, w, h, radius);
  const meanOffset = boxMean(offset, w, h, radius);
  return values.map((value, i) => meanSlope[i]! * value + meanOffset[i]!);
}
