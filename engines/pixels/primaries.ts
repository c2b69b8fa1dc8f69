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

/** The matrix that adapts XYZ relative to one white to another. */
function adapt(from: Triple, to: Triple): Matrix {
  const [own, other] = [transform(bradford, from), transform(bradford, to)];
  const scaled = bradford.map((row, k) => row.map(value => (value * other[k]!) / own[k]!)) as unknown as Matrix;
  return multiply(invert(bradford), scaled);
}

/** The matrix from linear red, green and blue to XYZ relative to D50, as profiles have it. */
export const toProfileXyz = (primaries: Primaries): Matrix =>
  multiply(adapt(toXyz(primaries[0]), profileWhite), toOwnXyz(primaries));

/** The matrix between the linear colours of two spaces. */
export const convertPrimaries = (from: Primaries, to: Primaries): Matrix =>
  multiply(invert(toProfileXyz(to)), toProfileXyz(from));

/** Chromaticities of sRGB. */
export const srgb: Primaries = [
  [0.3127, 0.329],
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
];

/** The matrix to the linear colours of sRGB from XYZ in shares of its white, as Lab has them. */
export function fromSharesOf(white: Point): Matrix {
  const own = toXyz(white);
  const scale = own.map((value, k) => [0, 1, 2].map(column => (column === k ? value : 0))) as unknown as Matrix;
  return multiply(multiply(invert(toOwnXyz(srgb)), adapt(own, toXyz(srgb[0]))), scale);
}
