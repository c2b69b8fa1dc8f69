// The two-dimensional Fourier transform of a square of complex numbers (Cooley and Tukey, 1965), on arrays that are used again and again.

/** `side` x `side` complex numbers, real and imaginary parts apart. `side` is a power of two. */
export interface Spectrum {
  readonly side: number;
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
}

export function makeSpectrum(side: number): Spectrum {
  return { side, real: new Float32Array(side * side), imaginary: new Float32Array(side * side) };
}

interface Plan {
  readonly reversed: Uint16Array;
  readonly cosines: Float32Array;
  readonly sines: Float32Array;
}

const plans = new Map<number, Plan>();

function planFor(side: number): Plan {
  const known = plans.get(side);
  if (known) return known;
  const bits = Math.log2(side);
  const reversed = Uint16Array.from({ length: side }, (_, i) => {
    let turned = 0;
    for (let bit = 0; bit < bits; bit++) turned |= ((i >> bit) & 1) << (bits - 1 - bit);
    return turned;
  });
  const angle = (i: number) => (-2 * Math.PI * i) / side;
  const plan: Plan = {
    reversed,
    cosines: Float32Array.from({ length: side / 2 }, (_, i) => Math.cos(angle(i))),
    sines: Float32Array.from({ length: side / 2 }, (_, i) => Math.sin(angle(i))),
  };
  plans.set(side, plan);
  return plan;
}

/** Each row by itself; `real` and `imaginary` exchanged turn it into the way back, but for a factor of `side`. */
function transformRows(real: Float32Array, imaginary: Float32Array, side: number): void {
  const { reversed, cosines, sines } = planFor(side);
  for (let start = 0; start < side * side; start += side) {
    for (let i = 0; i < side; i++) {
      const j = reversed[i]!;
      if (j <= i) continue;
      const [a, b] = [start + i, start + j];
      const [x, y] = [real[a]!, imaginary[a]!];
      real[a] = real[b]!;
      imaginary[a] = imaginary[b]!;
      real[b] = x;
      imaginary[b] = y;
    }
    for (let half = 1; half < side; half *= 2) {
      const step = side / (2 * half);
      for (let k = 0; k < half; k++) {
        const cosine = cosines[k * step]!;
        const sine = sines[k * step]!;
        for (let a = start + k, end = start + side; a < end; a += 2 * half) {
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
  transformRows(real, imaginary, side);
  transpose(real, side);
  transpose(imaginary, side);
  transformRows(real, imaginary, side);
}

/** To frequencies, in place. The result lies on its side: the frequency across is the row. */
export function transform({ real, imaginary, side }: Spectrum): void {
  transformBoth(real, imaginary, side);
}

/** From frequencies that lie on their side back to where `transform` started, in place. */
export function transformBack({ real, imaginary, side }: Spectrum): void {
  transformBoth(imaginary, real, side);
  const share = 1 / (side * side);
  for (let i = 0; i < real.length; i++) {
    real[i]! *= share;
    imaginary[i]! *= share;
  }
}
