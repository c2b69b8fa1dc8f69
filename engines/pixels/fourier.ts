// The fast Fourier transform (Cooley and Tukey, "An algorithm for the machine calculation of complex Fourier series", 1965), radix 2 for rows, radix
// 4 for squares.

/** `side` x `side` complex numbers, with real and imaginary parts in separate arrays. `side` is a power of two. */
export interface Spectrum {
  readonly side: number;
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
}

export function makeSpectrum(side: number): Spectrum {
  return { side, real: new Float32Array(side * side), imaginary: new Float32Array(side * side) };
}

interface Plan {
  /** Bit reversal of each index. */
  readonly reversed: Uint16Array;
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
}

const plans = new Map<number, Plan>();

function planFor(length: number): Plan {
  const known = plans.get(length);
  if (known) return known;
  const bits = Math.log2(length);
  const reversed = Uint16Array.from({ length }, (_, i) => {
    let turned = 0;
    for (let bit = 0; bit < bits; bit++) turned |= ((i >> bit) & 1) << (bits - 1 - bit);
    return turned;
  });
  const angle = (i: number) => (-2 * Math.PI * i) / length;
  const plan: Plan = {
    reversed,
    cosines: Float64Array.from({ length: length / 2 }, (_, i) => Math.cos(angle(i))),
    sines: Float64Array.from({ length: length / 2 }, (_, i) => Math.sin(angle(i))),
  };
  plans.set(length, plan);
  return plan;
}

/** Transforms `count` rows of `length` numbers in place, each separately. With `real` and `imaginary` swapped it is the inverse, times `length`. */
function transformRows(real: Float32Array, imaginary: Float32Array, length: number, count: number): void {
  const { reversed, cosines, sines } = planFor(length);
  for (let start = 0; start < length * count; start += length) {
    for (let i = 0; i < length; i++) {
      const j = reversed[i]!;
      if (j <= i) continue;
      const [a, b] = [start + i, start + j];
      const [x, y] = [real[a]!, imaginary[a]!];
      real[a] = real[b]!;
      imaginary[a] = imaginary[b]!;
      real[b] = x;
      imaginary[b] = y;
    }
    for (let half = 1; half < length; half *= 2) {
      const step = length / (2 * half);
      for (let k = 0; k < half; k++) {
        const cosine = cosines[k * step]!;
        const sine = sines[k * step]!;
        for (let a = start + k, end = start + length; a < end; a += 2 * half) {
          const b = a + half;
          const x = real[b]! * cosine - imaginary[b]! * sine;
          const y = real[b]! * sine + imaginary[b]! * cosine;
          real[b] = real[a]! - x;
          imaginary[b] = imaginary[a]! - y;
          real[a]! += x;
          imaginary[a]! += y;
        }
      }
    }
  }
}

/** Side of the squares in which a matrix is transposed, small enough for the cache. */
const block = 32;

function transpose(values: Float32Array, side: number): void {
  for (let top = 0; top < side; top += block) {
    for (let left = top; left < side; left += block) {
      const bottom = Math.min(side, top + block);
      const right = Math.min(side, left + block);
      for (let y = top; y < bottom; y++) {
        for (let x = left === top ? y + 1 : left; x < right; x++) {
          const [a, b] = [y * side + x, x * side + y];
          const value = values[a]!;
          values[a] = values[b]!;
          values[b] = value;
        }
      }
    }
  }
}

/** Number of columns transformed together: small enough for the cache to hold their part of all rows. */
const strip = 64;

function exchangeRows(values: Float32Array, a: number, b: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const value = values[a + i]!;
    values[a + i] = values[b + i]!;
    values[b + i] = value;
  }
}

/** Computes the first radix-2 stage, whose twiddle factors are all 1; needed if the length is not a power of four. */
function pairRows(values: Float32Array, side: number, left: number, count: number): void {
  for (let y = 0; y < side; y += 2) {
    const a = y * side + left;
    const b = a + side;
    for (let i = 0; i < count; i++) {
      const value = values[b + i]!;
      values[b + i] = values[a + i]! - value;
      values[a + i]! += value;
    }
  }
}

interface Twiddles {
  readonly one: readonly [real: number, imaginary: number];
  readonly two: readonly [real: number, imaginary: number];
}

/** Computes two radix-2 stages at once, on `count` columns of the four rows that start at `a`, `a + step`, … */
function mixRows(
  real: Float32Array,
  imaginary: Float32Array,
  a: number,
  step: number,
  count: number,
  { one: [oneReal, oneImaginary], two: [twoReal, twoImaginary] }: Twiddles,
): void {
  for (let end = a + count; a < end; a++) {
    const b = a + step;
    const c = b + step;
    const d = c + step;
    const bReal = real[b]! * twoReal - imaginary[b]! * twoImaginary;
    const bImaginary = real[b]! * twoImaginary + imaginary[b]! * twoReal;
    const dReal = real[d]! * twoReal - imaginary[d]! * twoImaginary;
    const dImaginary = real[d]! * twoImaginary + imaginary[d]! * twoReal;
    const sumReal = real[c]! + dReal;
    const sumImaginary = imaginary[c]! + dImaginary;
    const restReal = real[c]! - dReal;
    const restImaginary = imaginary[c]! - dImaginary;
    const cReal = sumReal * oneReal - sumImaginary * oneImaginary;
    const cImaginary = sumReal * oneImaginary + sumImaginary * oneReal;
    // Times -i: the twiddles of the second pair are a quarter turn ahead.
    const eReal = restReal * oneImaginary + restImaginary * oneReal;
    const eImaginary = restImaginary * oneImaginary - restReal * oneReal;
    const firstReal = real[a]! + bReal;
    const firstImaginary = imaginary[a]! + bImaginary;
    const secondReal = real[a]! - bReal;
    const secondImaginary = imaginary[a]! - bImaginary;
    real[a] = firstReal + cReal;
    imaginary[a] = firstImaginary + cImaginary;
    real[c] = firstReal - cReal;
    imaginary[c] = firstImaginary - cImaginary;
    real[b] = secondReal + eReal;
    imaginary[b] = secondImaginary + eImaginary;
    real[d] = secondReal - eReal;
    imaginary[d] = secondImaginary - eImaginary;
  }
}

/** Transforms the columns of a square in place, one strip at a time, so that neighbours in memory take the same steps. */
function transformSquareColumns(real: Float32Array, imaginary: Float32Array, side: number): void {
  const { reversed, cosines, sines } = planFor(side);
  const isOdd = Math.log2(side) % 2 === 1;
  for (let left = 0; left < side; left += strip) {
    const count = Math.min(strip, side - left);
    for (let y = 0; y < side; y++) {
      const other = reversed[y]!;
      if (other <= y) continue;
      exchangeRows(real, y * side + left, other * side + left, count);
      exchangeRows(imaginary, y * side + left, other * side + left, count);
    }
    if (isOdd) {
      pairRows(real, side, left, count);
      pairRows(imaginary, side, left, count);
    }
    for (let quarter = isOdd ? 2 : 1; quarter < side; quarter *= 4) {
      const turn = side / (4 * quarter);
      for (let k = 0; k < quarter; k++) {
        const twiddles = {
          one: [cosines[k * turn]!, sines[k * turn]!],
          two: [cosines[2 * k * turn]!, sines[2 * k * turn]!],
        } as const;
        for (let y = k; y < side; y += 4 * quarter)
          mixRows(real, imaginary, y * side + left, quarter * side, count, twiddles);
      }
    }
  }
}

function transformBoth(real: Float32Array, imaginary: Float32Array, side: number): void {
  transformSquareColumns(real, imaginary, side);
  transpose(real, side);
  transpose(imaginary, side);
  transformSquareColumns(real, imaginary, side);
}

/** Transforms to frequencies in place. The result is transposed: rows are horizontal frequencies. */
export function transform({ real, imaginary, side }: Spectrum): void {
  transformBoth(real, imaginary, side);
}

/** Inverts `transform` in place: from transposed frequencies to pixels. */
export function transformBack({ real, imaginary, side }: Spectrum): void {
  transformBoth(imaginary, real, side);
  const share = 1 / (side * side);
  for (let i = 0; i < real.length; i++) {
    real[i]! *= share;
    imaginary[i]! *= share;
  }
}

function transformColumns(real: Float32Array, imaginary: Float32Array, width: number, height: number): void {
  const columnReal = new Float32Array(height);
  const columnImaginary = new Float32Array(height);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      columnReal[y] = real[y * width + x]!;
      columnImaginary[y] = imaginary[y * width + x]!;
    }
    transformRows(columnReal, columnImaginary, height, 1);
    for (let y = 0; y < height; y++) {
      real[y * width + x] = columnReal[y]!;
      imaginary[y * width + x] = columnImaginary[y]!;
    }
  }
}

/**
 * Returns the cyclic autocorrelation of a field of vectors (x, y): the sum of their dot products at every shift. `width` and `height` are powers of
 * 2; shifts to the left or up are at the far end. Overwrites both planes; the result is in the first.
 */
export function correlateWithSelf(x: Float32Array, y: Float32Array, width: number, height: number): Float32Array {
  transformRows(x, y, width, height);
  transformColumns(x, y, width, height);
  for (let i = 0; i < x.length; i++) {
    x[i] = (x[i]! * x[i]! + y[i]! * y[i]!) / x.length;
    y[i] = 0;
  }
  transformRows(y, x, width, height);
  transformColumns(y, x, width, height);
  return x;
}
