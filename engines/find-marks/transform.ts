// The fast Fourier transform of a plane of complex numbers, for looking at all shifts of a picture against itself at once.

interface Complex {
  readonly re: Float32Array;
  readonly im: Float32Array;
}

/** Cooley and Tukey, 1965, in place; lengths are powers of 2. The inverse is not divided by the length. */
function transformLine({ re, im }: Complex, cos: Float64Array, sin: Float64Array, sign: 1 | -1): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [re[i], re[j]] = [re[j]!, re[i]!];
    [im[i], im[j]] = [im[j]!, im[i]!];
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    const step = n / size;
    for (let k = 0; k < half; k++) {
      const c = cos[k * step]!;
      const s = sign * sin[k * step]!;
      for (let a = k; a < n; a += size) {
        const b = a + half;
        const x = re[b]! * c - im[b]! * s;
        const y = re[b]! * s + im[b]! * c;
        re[b] = re[a]! - x;
        im[b] = im[a]! - y;
        re[a] = re[a]! + x;
        im[a] = im[a]! + y;
      }
    }
  }
}

function makeTurns(n: number) {
  const cos = new Float64Array(n / 2);
  const sin = new Float64Array(n / 2);
  for (let k = 0; k < n / 2; k++) {
    cos[k] = Math.cos((2 * Math.PI * k) / n);
    sin[k] = Math.sin((2 * Math.PI * k) / n);
  }
  return { cos, sin };
}

function transformPlane({ re, im }: Complex, width: number, height: number, sign: 1 | -1): void {
  const row = makeTurns(width);
  for (let y = 0; y < height; y++) {
    const [from, to] = [y * width, (y + 1) * width];
    transformLine({ re: re.subarray(from, to), im: im.subarray(from, to) }, row.cos, row.sin, sign);
  }
  const down = makeTurns(height);
  const column = { re: new Float32Array(height), im: new Float32Array(height) };
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      column.re[y] = re[y * width + x]!;
      column.im[y] = im[y * width + x]!;
    }
    transformLine(column, down.cos, down.sin, sign);
    for (let y = 0; y < height; y++) {
      re[y * width + x] = column.re[y]!;
      im[y * width + x] = column.im[y]!;
    }
  }
}

/**
 * How much a field of directions (x, y) looks like itself after each shift: sums of their scalar products. Sides are powers of 2; a shift to
 * the left or up is at the far end. The planes are used up; the answer is in the first.
 */
export function correlateWithSelf(x: Float32Array, y: Float32Array, width: number, height: number): Float32Array {
  transformPlane({ re: x, im: y }, width, height, -1);
  for (let i = 0; i < x.length; i++) {
    x[i] = (x[i]! * x[i]! + y[i]! * y[i]!) / x.length;
    y[i] = 0;
  }
  transformPlane({ re: x, im: y }, width, height, 1);
  return x;
}
