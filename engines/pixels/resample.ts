// Resampling of planes with a kernel. Centres stay aligned, whatever the ratio.

/** `count` consecutive planes, each width x height, rows from the top; levels 0..255, not rounded. */
export interface Planes {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
  readonly count: number;
}

/** A function of the distance in pixels, which is zero from `reach` on. */
export interface Kernel {
  readonly weigh: (distance: number) => number;
  readonly reach: number;
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

export const lanczos3: Kernel = { reach: 3, weigh: x => (Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0) };

/** Cubic convolution with a = -1/2 (Keys, "Cubic Convolution Interpolation for Digital Image Processing", 1981). */
export const cubic: Kernel = {
  reach: 2,
  weigh: distance => {
    const x = Math.abs(distance);
    if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
    return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
  },
};

export function makePlanes(width: number, height: number, count: number): Planes {
  return { data: new Float32Array(width * height * count), width, height, count };
}

interface Taps {
  /** Number of taps per target. */
  readonly size: number;
  readonly indices: Int32Array;
  readonly weights: Float32Array;
}

/** Returns the sources and weights of each target on a line. The first and last pixels are repeated beyond the ends. */
function makeTaps(from: number, to: number, { weigh, reach }: Kernel): Taps {
  const ratio = from / to;
  const stretch = Math.max(1, ratio);
  const size = Math.ceil(reach * stretch) * 2 + 1;
  const indices = new Int32Array(to * size);
  const weights = new Float32Array(to * size);
  for (let target = 0; target < to; target++) {
    const centre = (target + 0.5) * ratio - 0.5;
    const first = Math.ceil(centre - reach * stretch);
    let sum = 0;
    for (let tap = 0; tap < size; tap++) sum += weigh((first + tap - centre) / stretch);
    for (let tap = 0; tap < size; tap++) {
      indices[target * size + tap] = Math.min(from - 1, Math.max(0, first + tap));
      weights[target * size + tap] = weigh((first + tap - centre) / stretch) / sum;
    }
  }
  return { size, indices, weights };
}

const knownTaps = new Map<Kernel, Map<string, Taps>>();

/** Caches the taps, because tiles come in few sizes. */
function tapsFor(from: number, to: number, kernel: Kernel): Taps {
  const ofKernel = knownTaps.get(kernel) ?? new Map<string, Taps>();
  knownTaps.set(kernel, ofKernel);
  const key = `${from}:${to}`;
  const taps = ofKernel.get(key) ?? makeTaps(from, to, kernel);
  if (ofKernel.size > 200) ofKernel.clear();
  ofKernel.set(key, taps);
  return taps;
}

function resampleRows({ data, width, height, count }: Planes, newWidth: number, kernel: Kernel): Planes {
  const { size, indices, weights } = tapsFor(width, newWidth, kernel);
  const out = makePlanes(newWidth, height, count);
  for (let row = 0; row < height * count; row++) {
    const start = row * width;
    for (let x = 0; x < newWidth; x++) {
      let sum = 0;
      for (let tap = x * size, end = tap + size; tap < end; tap++) sum += weights[tap]! * data[start + indices[tap]!]!;
      out.data[row * newWidth + x] = sum;
    }
  }
  return out;
}

function resampleColumns({ data, width, height, count }: Planes, newHeight: number, kernel: Kernel): Planes {
  const { size, indices, weights } = tapsFor(height, newHeight, kernel);
  const out = makePlanes(width, newHeight, count);
  for (let plane = 0; plane < count; plane++) {
    for (let y = 0; y < newHeight; y++) {
      const to = (plane * newHeight + y) * width;
      for (let tap = y * size, end = tap + size; tap < end; tap++) {
        const weight = weights[tap]!;
        if (weight === 0) continue;
        const from = (plane * height + indices[tap]!) * width;
        for (let x = 0; x < width; x++) out.data[to + x]! += weight * data[from + x]!;
      }
    }
  }
  return out;
}

/** Resamples to any size, larger or smaller; levels may over- and undershoot. Returns new planes. */
export function resample(planes: Planes, width: number, height: number, kernel: Kernel): Planes {
  return resampleColumns(resampleRows(planes, width, kernel), height, kernel);
}

/** Averages each square of `factor` x `factor` pixels. Both sides must be multiples of it. */
export function shrinkByArea({ data, width, height, count }: Planes, factor: number): Planes {
  const out = makePlanes(width / factor, height / factor, count);
  const share = 1 / (factor * factor);
  for (let row = 0; row < height * count; row++) {
    const to = Math.floor(row / factor) * out.width;
    const from = row * width;
    for (let x = 0; x < out.width; x++) {
      let sum = 0;
      for (let i = 0; i < factor; i++) sum += data[from + x * factor + i]!;
      out.data[to + x]! += sum * share;
    }
  }
  return out;
}

/** Returns the planes without `border` pixels on each side. */
export function cropBorder({ data, width, height, count }: Planes, border: number): Planes {
  const out = makePlanes(width - 2 * border, height - 2 * border, count);
  let to = 0;
  for (let plane = 0; plane < count; plane++)
    for (let y = border; y < height - border; y++, to += out.width) {
      const from = (plane * height + y) * width + border;
      out.data.set(data.subarray(from, from + out.width), to);
    }
  return out;
}

/** Adds `other`, which must have the same size, to `planes` in place. */
export function addTo(planes: Planes, other: Planes): void {
  const { data } = planes;
  for (let i = 0; i < data.length; i++) data[i]! += other.data[i]!;
}
