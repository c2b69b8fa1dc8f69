// The discrete cosine transform of 8 x 8 levels, as used by JPEG, orthonormal.

const side = 8;
const scale = (k: number) => (k === 0 ? Math.sqrt(1 / side) : Math.sqrt(2 / side));
const term = (k: number, x: number) => scale(k) * Math.cos(((2 * x + 1) * k * Math.PI) / (2 * side));
/** Weights of the first four samples in the even and the odd frequencies. Those of the other four are the same, or the opposite for odd ones. */
const even = Float64Array.from({ length: 16 }, (_, i) => term((i >> 2) * 2, i & 3));
const odd = Float64Array.from({ length: 16 }, (_, i) => term((i >> 2) * 2 + 1, i & 3));

/** Transforms eight values of `data`, starting at `start` and `step` apart, in place. */
function transformLine(data: Float32Array, start: number, step: number): void {
  const [i1, i2, i3] = [start + step, start + 2 * step, start + 3 * step];
  const [i4, i5, i6, i7] = [start + 4 * step, start + 5 * step, start + 6 * step, start + 7 * step];
  const [a, b, c, d] = [data[start]!, data[i1]!, data[i2]!, data[i3]!];
  const [e, f, g, h] = [data[i4]!, data[i5]!, data[i6]!, data[i7]!];
  const [p0, p1, p2, p3] = [a + h, b + g, c + f, d + e];
  const [m0, m1, m2, m3] = [a - h, b - g, c - f, d - e];
  data[start] = even[0]! * (p0 + p1 + p2 + p3);
  data[i2] = even[4]! * (p0 - p3) + even[5]! * (p1 - p2);
  data[i4] = even[8]! * (p0 + p3 - p1 - p2);
  data[i6] = even[12]! * (p0 - p3) + even[13]! * (p1 - p2);
  data[i1] = odd[0]! * m0 + odd[1]! * m1 + odd[2]! * m2 + odd[3]! * m3;
  data[i3] = odd[4]! * m0 + odd[5]! * m1 + odd[6]! * m2 + odd[7]! * m3;
  data[i5] = odd[8]! * m0 + odd[9]! * m1 + odd[10]! * m2 + odd[11]! * m3;
  data[i7] = odd[12]! * m0 + odd[13]! * m1 + odd[14]! * m2 + odd[15]! * m3;
}

function restoreLine(data: Float32Array, start: number, step: number): void {
  const [i1, i2, i3] = [start + step, start + 2 * step, start + 3 * step];
  const [i4, i5, i6, i7] = [start + 4 * step, start + 5 * step, start + 6 * step, start + 7 * step];
  const [f0, f1, f2, f3] = [data[start]!, data[i1]!, data[i2]!, data[i3]!];
  const [f4, f5, f6, f7] = [data[i4]!, data[i5]!, data[i6]!, data[i7]!];
  const [sum, difference] = [even[0]! * (f0 + f4), even[0]! * (f0 - f4)];
  const [outer, inner] = [even[4]! * f2 + even[12]! * f6, even[5]! * f2 + even[13]! * f6];
  const [p0, p1, p2, p3] = [sum + outer, difference + inner, difference - inner, sum - outer];
  const m0 = odd[0]! * f1 + odd[4]! * f3 + odd[8]! * f5 + odd[12]! * f7;
  const m1 = odd[1]! * f1 + odd[5]! * f3 + odd[9]! * f5 + odd[13]! * f7;
  const m2 = odd[2]! * f1 + odd[6]! * f3 + odd[10]! * f5 + odd[14]! * f7;
  const m3 = odd[3]! * f1 + odd[7]! * f3 + odd[11]! * f5 + odd[15]! * f7;
  data[start] = p0 + m0;
  data[i1] = p1 + m1;
  data[i2] = p2 + m2;
  data[i3] = p3 + m3;
  data[i4] = p3 - m3;
  data[i5] = p2 - m2;
  data[i6] = p1 - m1;
  data[i7] = p0 - m0;
}

/** Transforms 64 levels, row by row, into 64 frequencies in place: first 8 times the mean, then by horizontal frequency, row by row. */
export function transformBlock(block: Float32Array): void {
  for (let y = 0; y < side; y++) transformLine(block, y * side, 1);
  for (let x = 0; x < side; x++) transformLine(block, x, side);
}

/** Inverts `transformBlock`, in place. */
export function restoreBlock(block: Float32Array): void {
  for (let x = 0; x < side; x++) restoreLine(block, x, side);
  for (let y = 0; y < side; y++) restoreLine(block, y * side, 1);
}
