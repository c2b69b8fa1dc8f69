// Soft edges: three box blurs come so close to a Gaussian that nobody sees the difference (Wells, "Efficient Synthesis of Gaussian Filters by
// Cascaded Uniform Filters", PAMI 1986). A wide blur leaves nothing fine behind, so it is made on a smaller copy.

interface Plane {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Averages of 2 * radius + 1 neighbours along rows; outside there is nothing. */
function averageRows({ data, width, height }: Plane, to: Float32Array, radius: number): void {
  const share = 1 / (2 * radius + 1);
  for (let start = 0; start < width * height; start += width) {
    let sum = 0;
    for (let x = 0; x < Math.min(radius, width); x++) sum += data[start + x]!;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += data[start + x + radius]!;
      if (x > radius) sum -= data[start + x - radius - 1]!;
      to[start + x] = sum * share;
    }
  }
}

/** The same along columns, all of them at once, in the order in which they lie in memory. */
function averageColumns({ data, width, height }: Plane, to: Float32Array, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const sums = new Float32Array(width);
  const add = (y: number, sign: number) => {
    for (let x = 0, at = y * width; x < width; x++, at++) sums[x]! += sign * data[at]!;
  };
  for (let y = 0; y < Math.min(radius, height); y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) add(y + radius, 1);
    if (y > radius) add(y - radius - 1, -1);
    for (let x = 0, at = y * width; x < width; x++, at++) to[at] = sums[x]! * share;
  }
}

/** Radii of three boxes whose variances add up to `sigma` squared as nearly as whole numbers can. */
function boxRadii(sigma: number): number[] {
  const ideal = Math.sqrt(4 * sigma * sigma + 1);
  const small = Math.max(0, Math.floor((ideal - 1) / 2));
  const [low, high] = [2 * small + 1, 2 * small + 3];
  const lows = Math.round((12 * sigma * sigma - 3 * high * high + 3) / (low * low - high * high));
  return [0, 1, 2].map(index => (index < lows ? small : small + 1));
}

function blurPlane({ data, width, height }: Plane, sigma: number): Float32Array {
  const next = new Float32Array(data.length);
  for (const radius of boxRadii(sigma).filter(each => each > 0)) {
    averageRows({ data, width, height }, next, radius);
    averageColumns({ data: next, width, height }, data, radius);
  }
  return data;
}

/** Means of squares of `factor` by `factor` pixels. */
function shrink(coverage: Uint8Array, width: number, height: number, factor: number): Plane {
  const small = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const data = new Float32Array(small.width * small.height);
  const share = 1 / (factor * factor);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / factor) * small.width;
    for (let x = 0, at = y * width; x < width; x++, at++) data[row + Math.floor(x / factor)]! += coverage[at]! * share;
  }
  return { data, ...small };
}

/** Between the centres of those squares, in straight lines. */
function enlarge(small: Plane, width: number, height: number, factor: number): Uint8Array {
  const out = new Uint8Array(width * height);
  const at = (i: number, most: number): [number, number, number] => {
    const place = Math.min(most - 1, Math.max(0, (i + 0.5) / factor - 0.5));
    const low = Math.floor(place);
    return [low, Math.min(most - 1, low + 1), place - low];
  };
  const columns = Array.from({ length: width }, (_, x) => at(x, small.width));
  for (let y = 0; y < height; y++) {
    const [upper, lower, down] = at(y, small.height);
    const [first, second] = [upper * small.width, lower * small.width];
    for (let x = 0; x < width; x++) {
      const [left, right, across] = columns[x]!;
      const top = small.data[first + left]! * (1 - across) + small.data[first + right]! * across;
      const bottom = small.data[second + left]! * (1 - across) + small.data[second + right]! * across;
      out[y * width + x] = Math.round(top * (1 - down) + bottom * down);
    }
  }
  return out;
}

/** Blurs coverage (0..255, width * height bytes) by a Gaussian of `sigma` pixels. */
export function blurCoverage(coverage: Uint8Array, width: number, height: number, sigma: number): Uint8Array {
  if (sigma <= 0) return coverage;
  const factor = Math.max(1, Math.floor(sigma / 4));
  const small = shrink(coverage, width, height, factor);
  const data = blurPlane(small, sigma / factor);
  if (factor === 1) return Uint8Array.from(data, Math.round);
  return enlarge({ ...small, data }, width, height, factor);
}
