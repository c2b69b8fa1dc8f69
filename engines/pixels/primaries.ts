// Converts between the colour spaces that chromaticities define. Source: SMPTE RP 177; Bradford adaptation, ICC.1:2022, annex E.

export type Point = readonly [x: number, y: number];
type Triple = readonly [number, number, number];
/** Row by row. */
export type Matrix = readonly [Triple, Triple, Triple];
/** Chromaticities of white, red, green and blue. */
export type Primaries = readonly [white: Point, red: Point, green: Point, blue: Point];

const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
/** The white of profiles: D50 as ICC rounds it. */
const profileWhite: Triple = [0.9642, 1, 0.8249];

const transform = (m: Matrix, v: Triple): Triple =>
  m.map(row => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as unknown as Triple;

const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map(row => [0, 1, 2].map(k => row[0] * b[0][k]! + row[1] * b[1][k]! + row[2] * b[2][k]!)) as unknown as Matrix;

/** Throws a RangeError if the matrix has no inverse, as with primaries on a line. */
function invert([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const [x, y, z] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const determinant = a * x + b * y + c * z;
  if (!(Math.abs(determinant) > 1e-9)) throw new RangeError('These primaries span no space');
  const adjoint = [
    [x, c * h - b * i, b * f - c * e],
    [y, a * i - c * g, c * d - a * f],
    [z, b * g - a * h, a * e - b * d],
  ];
  return adjoint.map(row => row.map(value => value / determinant)) as unknown as Matrix;
}

/** The colour of a chromaticity with luminance 1. */
const toXyz = ([x, y]: Point): Triple => [x / y, 1, (1 - x - y) / y];

/** The matrix from linear red, green and blue to XYZ relative to their own white. */
function toOwnXyz([white, red, green, blue]: Primaries): Matrix {
  const columns = [red, green, blue].map(([x, y]): Triple => [x, y, 1 - x - y]);
  const unscaled = [0, 1, 2].map(row => columns.map(column => column[row]!)) as unknown as Matrix;
  const scale = transform(invert(unscaled), toXyz(white));
  return unscaled.map(row => row.map((value, k) => value * scale[k]!)) as unknown as Matrix;
}

/** The matrix from linear red, green and blue to XYZ relative to D50, as profiles have it. */
export function toProfileXyz(primaries: Primaries): Matrix {
  const [from, to] = [transform(bradford, toXyz(primaries[0])), transform(bradford, profileWhite)];
  const scaled = bradford.map((row, k) => row.map(value => (value * to[k]!) / from[k]!)) as unknown as Matrix;
  return multiply(multiply(invert(bradford), scaled), toOwnXyz(primaries));
}

/** The matrix between the linear colours of two spaces. */
export const convertPrimaries = (from: Primaries, to: Primaries): Matrix =>
  multiply(invert(toProfileXyz(to)), toProfileXyz(from));
