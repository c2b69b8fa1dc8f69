// Fits a straight line through the expected level of a pixel, known from other frames, and its observed level: the slope is one minus the opacity of
// a mark.

/** Minimum number of samples for a fit. */
const fewestSamples = 8;
/** Consecutive samples are correlated: only one in this many is independent. */
const samplesAlike = 3;
/** Minimum squared difference in levels between two views of one place. */
export const noise = 3;

/** Weighted sums over samples for each pixel: weights (w), expected level (p), observed level (i), and the error of p. */
export interface Sums {
  readonly count: Float32Array;
  readonly w: Float32Array;
  readonly p: Float32Array;
  readonly i: Float32Array;
  readonly pp: Float32Array;
  readonly pi: Float32Array;
  readonly ii: Float32Array;
  readonly error: Float32Array;
}

export const newSums = (size: number): Sums => ({
  count: new Float32Array(size),
  w: new Float32Array(size),
  p: new Float32Array(size),
  i: new Float32Array(size),
  pp: new Float32Array(size),
  pi: new Float32Array(size),
  ii: new Float32Array(size),
  error: new Float32Array(size),
});

/** Adds one frame's sample of a pixel. `error` is that of the expected level, in squared levels. */
export function addSample(sums: Sums, at: number, seen: number, expected: number, error: number): void {
  const weight = 1 / (error + noise);
  sums.count[at]!++;
  sums.w[at]! += weight;
  sums.p[at]! += weight * expected;
  sums.i[at]! += weight * seen;
  sums.pp[at]! += weight * expected * expected;
  sums.pi[at]! += weight * expected * seen;
  sums.ii[at]! += weight * seen * seen;
  sums.error[at]! += weight * error;
}

export interface Line {
  /** Mean expected level. */
  readonly expected: number;
  /** Mean difference between observed and expected level, and its standard error. */
  readonly shift: number;
  readonly shiftError: number;
  /** 1 - opacity, and its standard error. */
  readonly slope: number;
  readonly slopeError: number;
  readonly contrast: number;
  /** Upper bound on the slope lost through errors of the expected level. */
  readonly flattened: number;
}

/** Fits the line through a pixel's samples; returns undefined when there are too few. */
export function fitLine({ count, w, p, i, pp, pi, ii, error }: Sums, at: number): Line | undefined {
  if (count[at]! < fewestSamples) return undefined;
  const weight = w[at]!;
  const [meanP, meanI] = [p[at]! / weight, i[at]! / weight];
  // The expected level has an error itself, which would flatten the line.
  const spread = pp[at]! / weight - meanP * meanP;
  const contrast = Math.max(spread / 2, spread - error[at]! / weight / 2);
  const together = pi[at]! / weight - meanP * meanI;
  const slope = together / (contrast + 1);
  const left = Math.max(0.5, ii[at]! / weight - meanI * meanI - slope * together);
  const independent = Math.max(2, count[at]! / samplesAlike);
  return {
    expected: meanP,
    shift: meanI - meanP,
    shiftError: Math.sqrt((left + (1 - slope) ** 2 * spread) / independent),
    slope,
    slopeError: Math.sqrt(left / (contrast + 1) / independent),
    contrast,
    flattened: error[at]! / weight / 2 / (contrast + 1),
  };
}

/** Largest shift of a pixel that carries no mark, in levels and in standard errors. */
export const clean = { levels: 1.6, errors: 3 };
/**
 * A mark of the scene's own mean colour does not shift the scene but lowers its contrast: by more than `min` and by more than so many standard
 * errors.
 */
const faded = { min: 0.2, errors: 3 };

/** Whether a pixel with this line carries a mark. */
export function carriesMark({ shift, shiftError, slope, slopeError, flattened }: Line): boolean {
  const isShifted = Math.abs(shift) > Math.max(clean.levels, clean.errors * shiftError);
  const isFaded = 1 - slope - 2 * flattened > Math.max(faded.min, faded.errors * slopeError);
  return isShifted || isFaded;
}

/** A mark seen in one run must shift a place that is clean in another one by more than this many times what is allowed to a clean pixel. */
const contradiction = 3;

/**
 * Whether a pixel is clean in one run, although the mark that it seems to carry in another one would shift it there. Where the scene hardly moves along
 * an edge, wrong matches look like a mark.
 */
export function isContradicted(lines: readonly Line[]): boolean {
  return lines.some(one => {
    if (carriesMark(one)) return false;
    const allowed = Math.max(clean.levels, clean.errors * one.shiftError);
    return lines.some(other => {
      const shift = other.shift + (other.slope - 1) * (one.expected - other.expected);
      return carriesMark(other) && Math.abs(shift) > contradiction * allowed;
    });
  });
}
