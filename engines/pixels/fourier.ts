// The fast Fourier transform (Cooley and Tukey, "An algorithm for the machine calculation of complex Fourier series", 1965), radix 2.

/** `side` x `side` complex numbers, real and imaginary parts in arrays of their own. `side` is a power of two. */
export interface Spectrum {
  readonly side: number;
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
}

export function makeSpectrum(side: number): Spectrum {
  return { side, real: new Float32Array(side * side), imaginary: new Float32Array(side * side) };
}

interface Plan {
  /** Each index with its bits reversed. */
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

/**
 * Transforms `count` rows of `length` numbers in place, each by itself. With `real` and `imaginary` exchanged it is the inverse, times `length`.
 */
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

function transpose(values: Float32Array, side: number): void {
  for (let y = 0; y < side; y++) {
    for (let x = y + 1; x < side; x++) {
      const [a, b] = [y * side + x, x * side + y];
      const value = values[a]!;
      values[a] = values[b]!;
      values[b] = value;
    }
  }
}

function transformBoth(real: Float32Array, imaginary: Float32Array, side: number): void {
  transformRows(real, imaginary, side, side);
  transpose(real, side);
  transpose(imaginary, side);
  transformRows(real, imaginary, side, side);
}

/** To frequencies, in place. The result is transposed: rows are horizontal frequencies. */
export function transform({ real, imaginary, side }: Spectrum): void {
  transformBoth(real, imaginary, side);
}

/** The inverse of `transform`, in place: from transposed frequencies to pixels. */
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
 * The autocorrelation of a field of vectors (x, y) at every shift: sums of their scalar products, borders wrapped around. `width` and `height`
 * are powers of 2; shifts to the left or up are at the far end. Overwrites both planes; the result is in the first.
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
