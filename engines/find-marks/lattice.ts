// Finds the two steps by which a mark repeats over an image, if there is one.

import { correlateWithSelf } from '../pixels/fourier.ts';
import { blurPlane } from '../pixels/gaussian.ts';

export interface Step {
  readonly x: number;
  readonly y: number;
}

interface Lattice {
  readonly a: Step;
  readonly b: Step;
  /** Significance of the autocorrelation at these shifts, in standard deviations, not corrected for the search. */
  readonly clarity: number;
}

/** An image reduced to one channel. */
export interface Tone {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Minimum step, in pixels of the reduced image. */
const minStep = 18;
const maxPeaks = 48;
const minPeak = 3.5;
/** Maximum contribution of a single shift: a window of the scene may happen to resemble the next one. */
const maxOfOne = 10;
/** Expected maximum, by chance, of the nine values that `look` compares: 1.49 if they were independent, less because neighbours correlate. */
const chance = 1.2;
const minSine = 0.3;

/** Returns the direction of the brightness gradient: faint edges have less weight, and so have densely packed ones. */
function makeDirections({ values, width, height }: Tone): { x: Float32Array; y: Float32Array } {
  const x = new Float32Array(values.length);
  const y = new Float32Array(values.length);
  const lengths = new Float32Array(values.length);
  for (let v = 1; v < height - 1; v++)
    for (let u = 1; u < width - 1; u++) {
      const i = v * width + u;
      x[i] = values[i + 1]! - values[i - 1]!;
      y[i] = values[i + width]! - values[i - width]!;
      lengths[i] = Math.hypot(x[i]!, y[i]!);
    }
  const soft = 3 + 2 * lengths.slice().sort()[lengths.length >> 1]!;
  for (let i = 0; i < x.length; i++) lengths[i] = (lengths[i]! / (lengths[i]! + soft)) ** 2;
  const crowd = blurPlane(lengths, width, height, 10);
  for (let i = 0; i < x.length; i++) {
    const scale = 1 / ((Math.hypot(x[i]!, y[i]!) + soft) * (Math.sqrt(crowd[i]!) + 0.2));
    x[i]! *= scale;
    y[i]! *= scale;
  }
  return { x, y };
}

const powerAbove = (n: number) => 2 ** Math.ceil(Math.log2(n));

/** Returns the autocorrelation by shift, in standard deviations: shifts from -reach.x to reach.x and from 0 to reach.y, row by row. */
function measureLikeness(tone: Tone) {
  const { width, height } = tone;
  const [wide, high] = [powerAbove(width * 1.4), powerAbove(height * 1.4)];
  const directions = makeDirections(tone);
  const spread = (plane: Float32Array) => {
    const out = new Float32Array(wide * high);
    for (let v = 0; v < height; v++) out.set(plane.subarray(v * width, (v + 1) * width), v * wide);
    return out;
  };
  const sums = correlateWithSelf(spread(directions.x), spread(directions.y), wide, high);
  const reach = {
    x: Math.min(wide - width, Math.floor(width * 0.6)),
    y: Math.min(high - height, Math.floor(height * 0.7)),
  };
  const side = 2 * reach.x + 1;
  const rows = reach.y + 1;
  const likeness = new Float32Array(side * rows);
  for (let v = 0; v < rows; v++)
    for (let u = -reach.x; u <= reach.x; u++) {
      const overlap = (width - Math.abs(u)) * (height - v);
      likeness[v * side + u + reach.x] = sums[v * wide + ((u + wide) % wide)]! / Math.sqrt(overlap);
    }
  // The peak around shift 0 is the image's correlation with itself and would hide all others.
  const near = Math.min(minStep, reach.x);
  for (let v = 0; v < minStep; v++) likeness.fill(0, v * side + reach.x - near, v * side + reach.x + near + 1);
  const ground = blurPlane(likeness, side, rows, 5);
  for (let i = 0; i < likeness.length; i++) likeness[i]! -= ground[i]!;
  const power = blurPlane(
    likeness.map(value => value * value),
    side,
    rows,
    30,
  );
  const whole = power.reduce((sum, value) => sum + value, 0) / power.length;
  for (let i = 0; i < likeness.length; i++) likeness[i]! /= Math.sqrt(Math.max(power[i]!, whole / 4)) || 1;
  return { likeness, reach, side, rows };
}

type Likeness = ReturnType<typeof measureLikeness>;

/** Returns the largest autocorrelation within one pixel of a shift, and its position; undefined outside the measured shifts. */
function look({ likeness, reach, side, rows }: Likeness, x: number, y: number) {
  const sign = y < 0 ? -1 : 1;
  const [u, v] = [Math.round(sign * x), Math.round(sign * y)];
  if (v >= rows - 1 || Math.abs(u) >= reach.x) return undefined;
  let [best, at] = [-Infinity, 0];
  for (let dv = v === 0 ? 0 : -1; dv <= 1; dv++)
    for (let du = -1; du <= 1; du++) {
      const i = (v + dv) * side + u + du + reach.x;
      if (likeness[i]! > best) [best, at] = [likeness[i]!, i];
    }
  return { value: best, x: sign * ((at % side) - reach.x), y: sign * Math.floor(at / side) };
}

function listPeaks({ likeness, reach, side, rows }: Likeness) {
  const peaks: { x: number; y: number; value: number }[] = [];
  for (let v = 0; v < rows - 2; v++)
    for (let u = 2; u < side - 2; u++) {
      const i = v * side + u;
      const value = likeness[i]!;
      if (value < minPeak || (v === 0 && u <= reach.x)) continue;
      let isPeak = true;
      for (let dv = v < 2 ? -v : -2; isPeak && dv <= 2; dv++)
        for (let du = -2; du <= 2; du++) if (likeness[i + dv * side + du]! > value) isPeak = false;
      if (isPeak) peaks.push({ x: u - reach.x, y: v, value });
    }
  return peaks.sort((p, q) => q.value - p.value).slice(0, maxPeaks);
}

/** Returns the reduced basis of the lattice: its two shortest steps (Gauss, "Disquisitiones Arithmeticae", 1801). */
function reduce(a: Step, b: Step): [Step, Step] {
  let [short, long] = Math.hypot(a.x, a.y) <= Math.hypot(b.x, b.y) ? [a, b] : [b, a];
  for (let turn = 0; turn < 30; turn++) {
    const times = Math.round((short.x * long.x + short.y * long.y) / (short.x ** 2 + short.y ** 2));
    const rest = { x: long.x - times * short.x, y: long.y - times * short.y };
    if (times === 0 || Math.hypot(rest.x, rest.y) >= Math.hypot(long.x, long.y)) break;
    [short, long] = Math.hypot(rest.x, rest.y) < Math.hypot(short.x, short.y) ? [rest, short] : [short, rest];
  }
  return [short, long];
}

/** Yields all lattice points of a half plane except the origin, up to `times` steps away. */
function* halfLattice(times: number): Generator<readonly [number, number]> {
  for (let i = 0; i <= times; i++) for (let j = i === 0 ? 1 : -times; j <= times; j++) yield [i, j];
}

function judge(measured: Likeness, a: Step, b: Step, times: number): number {
  let [sum, count] = [0, 0];
  for (const [i, j] of halfLattice(times)) {
    const seen = look(measured, i * a.x + j * b.x, i * a.y + j * b.y);
    if (!seen) continue;
    sum += Math.min(maxOfOne, seen.value) - chance;
    count++;
  }
  return count >= 3 ? sum / Math.sqrt(count) : 0;
}

/** Fits the steps to the peaks, near ones first and far ones last, because far peaks determine fractions of a pixel. */
function refine(measured: Likeness, a: Step, b: Step): [Step, Step] {
  for (const times of [1, 2, 3, 5, 8]) {
    let [ii, ij, jj, ix, jx, iy, jy] = [0, 0, 0, 0, 0, 0, 0];
    for (const [i, j] of halfLattice(times)) {
      const seen = look(measured, i * a.x + j * b.x, i * a.y + j * b.y);
      if (!seen || seen.value < minPeak) continue;
      const weight = Math.min(maxOfOne, seen.value);
      ii += weight * i * i;
      ij += weight * i * j;
      jj += weight * j * j;
      ix += weight * i * seen.x;
      jx += weight * j * seen.x;
      iy += weight * i * seen.y;
      jy += weight * j * seen.y;
    }
    const whole = ii * jj - ij * ij;
    if (whole < 1) continue;
    [a, b] = [
      { x: (jj * ix - ij * jx) / whole, y: (jj * iy - ij * jy) / whole },
      { x: (ii * jx - ij * ix) / whole, y: (ii * jy - ij * iy) / whole },
    ];
  }
  return [a, b];
}

const sineOf = (a: Step, b: Step) =>
  Math.abs(a.x * b.y - a.y * b.x) / (Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y) || 1);

/** Returns the lattice with the most significant autocorrelation; undefined if there is none. */
export function findLattice(tone: Tone): Lattice | undefined {
  const measured = measureLikeness(tone);
  const peaks = listPeaks(measured);
  let best: Lattice | undefined;
  for (const [k, p] of peaks.entries())
    for (const q of peaks.slice(0, k)) {
      const [a, b] = reduce(p, q);
      if (sineOf(a, b) < minSine || Math.hypot(a.x, a.y) < minStep) continue;
      const clarity = judge(measured, a, b, 2);
      if (!best || clarity > best.clarity) best = { a, b, clarity };
    }
  if (!best) return undefined;
  const [a, b] = refine(measured, best.a, best.b);
  return { a, b, clarity: judge(measured, a, b, 3) };
}
