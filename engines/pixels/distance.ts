// The exact Euclidean distance transform: first along columns, then by the lower envelope of parabolas along each row (Felzenszwalb and Huttenlocher,
// "Distance Transforms of Sampled Functions", Theory of Computing 8, 2012).

const far = 1e20;

/**
 * Returns each pixel's squared distance to the shape within its column; `far` beyond `max`. A pixel covered by less than half lies outside the edge
 * by the difference, which keeps curves smooth. The nearest covered pixel always wins, so one sweep down and one up are enough.
 */
function measureColumns(coverage: Uint8Array, width: number, height: number, max: number): Float32Array {
  const squares = new Float32Array(width * height).fill(far);
  const rowsAway = new Float32Array(width);
  const start = new Float32Array(width);
  const sweep = (y: number) => {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const covered = coverage[at]!;
      if (covered > 0) {
        rowsAway[x] = 0;
        start[x] = covered >= 128 ? 0 : (0.5 - covered / 255) ** 2;
      } else rowsAway[x]! += 1;
      const away = rowsAway[x]!;
      if (away > max) continue;
      const square = start[x]! + away * away;
      if (square < squares[at]!) squares[at] = square;
    }
  };
  rowsAway.fill(far);
  for (let y = 0; y < height; y++) sweep(y);
  rowsAway.fill(far);
  for (let y = height - 1; y >= 0; y--) sweep(y);
  return squares;
}

interface Scratch {
  readonly values: Float32Array;
  readonly vertices: Int32Array;
  readonly borders: Float64Array;
}

/** Replaces the squared distances within columns by those within the plane, for one row. */
function sweepRow(squares: Float32Array, from: number, width: number, { values, vertices, borders }: Scratch): void {
  let last = -1;
  for (let i = 0; i < width; i++) {
    const value = squares[from + i]!;
    values[i] = value;
    if (value >= far) continue;
    let meets = -far;
    while (last >= 0) {
      const v = vertices[last]!;
      meets = (value + i * i - values[v]! - v * v) / (2 * (i - v));
      if (meets > borders[last]!) break;
      last--;
    }
    last++;
    vertices[last] = i;
    borders[last] = last === 0 ? -far : meets;
  }
  if (last < 0) return;
  borders[last + 1] = far;
  for (let i = 0, at = 0; i < width; i++) {
    while (borders[at + 1]! < i) at++;
    const v = vertices[at]!;
    squares[from + i] = values[v]! + (i - v) * (i - v);
  }
}

/**
 * Returns the distance of every pixel to the edge of a shape in pixels, 0 inside. `coverage`: 0..255, width * height bytes. Distances above `max`
 * pixels may be any number above `max`; without it all are exact.
 */
export function measureDistance(
  coverage: Uint8Array,
  width: number,
  height: number,
  max = Number.POSITIVE_INFINITY,
): Float32Array {
  const squares = measureColumns(coverage, width, height, Math.ceil(max) + 1);
  const scratch = {
    values: new Float32Array(width),
    vertices: new Int32Array(width),
    borders: new Float64Array(width + 1),
  };
  for (let y = 0; y < height; y++) sweepRow(squares, y * width, width, scratch);
  for (let i = 0; i < squares.length; i++) squares[i] = Math.sqrt(squares[i]!);
  return squares;
}
