// Measures the blur of a picture, and whether a motion caused it: a motion leaves edges along it sharp.
import type { Plane } from 'engines/pixels/plane.ts';
import { findEdges } from './find-edges.ts';

const blockSide = 16;
/** Quantile of the blocks, sorted by noise, that is taken as the picture's noise. */
const calmShare = 0.2;
/** Least noise of real photographs, in grey levels: rounding and JPEG leave as much. */
const leastNoise = 0.8;
/** Range of a block's mean level: blocks clipped to black or white show no noise. */
const [darkest, brightest] = [4, 251];

/** Standard deviation of the noise, in levels. */
export function measureNoise({ data, width, height }: Plane): number {
  const found: number[] = [];
  // A sample of a few thousand blocks is enough for any picture.
  const skip = Math.max(1, Math.floor(Math.sqrt((width * height) / (4000 * blockSide * blockSide))));
  for (let top = 1; top + blockSide < height; top += blockSide * skip) {
    for (let left = 1; left + blockSide < width; left += blockSide * skip) {
      let sum = 0;
      let level = 0;
      for (let y = top; y < top + blockSide; y++) {
        for (let x = left; x < left + blockSide; x++) {
          const i = y * width + x;
          const [above, below] = [i - width, i + width];
          const beside = data[above]! + data[below]! + data[i - 1]! + data[i + 1]!;
          const diagonal = data[above - 1]! + data[above + 1]! + data[below - 1]! + data[below + 1]!;
          sum += Math.abs(4 * data[i]! - 2 * beside + diagonal);
          level += data[i]!;
        }
      }
      const mean = level / blockSide ** 2;
      if (mean > darkest && mean < brightest) found.push((Math.sqrt(Math.PI / 2) * sum) / (6 * blockSide ** 2));
    }
  }
  const calm = found.toSorted((a, b) => a - b)[Math.floor(found.length * calmShare)] ?? leastNoise;
  return Math.max(leastNoise, calm);
}

export interface MeasuredBlur {
  /** Standard deviation of the blur in pixels; about 0.5 in a sharp picture. */
  readonly radius: number;
  /** The best fit of a motion; undefined when the edges have too few directions. */
  readonly motion: Motion | undefined;
}

interface Motion {
  /** Standard deviation along the motion, in pixels. */
  readonly radius: number;
  /** Direction of the motion, 0 up to 180; 0 is horizontal. */
  readonly degrees: number;
  /** Whether edges across it are so much softer that only a motion explains it. */
  readonly isClear: boolean;
}

/** Shares of the edges that are used: the strongest, and of these the sharpest, because a background may be out of focus on purpose. */
const strongShare = 0.25;
const sharpShare = 0.25;
const fewestEdges = 40;
/** Largest radius measured at full size; above it too little of a slope is lost, so the picture is measured at half its size. */
const mostMeasured = 1.5;
/** The same limit for a motion, whose softest edges are missed first. */
const mostMotion = 1.1;
/** Noise above which the picture is measured at half its size as well, since halving the size halves the noise. */
const mostNoise = 3;
const leastSide = 96;
const mostHalvings = 2;

const sectors = 12;
const fewestInSector = 15;
const fewestSectors = 9;
/** Least ratio of the softness of edges across a motion to that of edges along it. */
const motionRatio = 1.8;

type Edges = ReturnType<typeof findEdges>;

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/** The mean of each square of two by two. */
function halve({ data, width, height }: Plane): Plane {
  const small = { width: width >> 1, height: height >> 1 };
  const out = new Float32Array(small.width * small.height);
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) {
      const at = 2 * y * width + 2 * x;
      out[y * small.width + x] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) / 4;
    }
  return { data: out, ...small };
}

/**
 * Softness by direction as a + b cos 2x + c sin 2x, by least squares over the sectors: what a motion adds to a blur that is the same all
 * around.
 */
function findMotion(edges: Edges): Motion | undefined {
  const bySector = Array.from({ length: sectors }, () => [] as number[]);
  const width = 180 / sectors;
  for (const { degrees, radius } of edges) bySector[Math.round(degrees / width) % sectors]!.push(radius);
  const points = bySector.flatMap((radii, sector) =>
    radii.length < fewestInSector
      ? []
      : [{ turn: (2 * sector * width * Math.PI) / 180, square: quantile(radii, 0.4) ** 2 }],
  );
  if (points.length < fewestSectors) return undefined;
  const [mean, cosine, sine] = fitWave(points);
  const swing = Math.hypot(cosine, sine);
  const [most, least] = [mean + swing, Math.max(0.15, mean - swing)];
  const degrees = ((Math.atan2(sine, cosine) * 90) / Math.PI + 180) % 180;
  return { radius: Math.sqrt(Math.max(0, most - least)), degrees, isClear: most >= motionRatio ** 2 * least };
}

/** Least squares for three unknowns, by Cramer's rule. */
function fitWave(points: readonly { turn: number; square: number }[]): [number, number, number] {
  const rows = points.map(({ turn, square }) => ({ base: [1, Math.cos(turn), Math.sin(turn)], square }));
  const matrix = [0, 1, 2].map(i => [0, 1, 2].map(j => rows.reduce((sum, { base }) => sum + base[i]! * base[j]!, 0)));
  const right = [0, 1, 2].map(i => rows.reduce((sum, { base, square }) => sum + base[i]! * square, 0));
  const whole = determinant(matrix);
  const part = (column: number) =>
    determinant(matrix.map((row, i) => row.map((value, j) => (j === column ? right[i]! : value)))) / whole;
  return [part(0), part(1), part(2)];
}

function determinant(m: readonly (readonly number[])[]): number {
  const [[a, b, c], [d, e, f], [g, h, i]] = m as [number[], number[], number[]];
  return a! * (e! * i! - f! * h!) - b! * (d! * i! - f! * g!) + c! * (d! * h! - e! * g!);
}

/** `planes` are the picture or pieces of it; `noise` is in levels. Undefined when there is no edge to measure. */
export function measureBlur(
  planes: readonly Plane[],
  noise: number,
  halvings = mostHalvings,
): MeasuredBlur | undefined {
  const edges = planes.flatMap(plane => findEdges(plane, noise)).toSorted((a, b) => b.slope - a.slope);
  if (edges.length < fewestEdges) return undefined;
  const strong = (share: number, least: number) => edges.slice(0, Math.max(least, Math.round(edges.length * share)));
  const radii = strong(strongShare, 4 * fewestEdges).map(edge => edge.radius);
  const found = { radius: quantile(radii, sharpShare), motion: findMotion(strong(2 * strongShare, 8 * fewestEdges)) };
  const isSoft = noise > mostNoise || found.radius > mostMeasured;
  const isLong = found.motion !== undefined && found.motion.radius > mostMotion;
  const isSmall = planes.some(({ width, height }) => Math.min(width, height) < 2 * leastSide);
  if (halvings === 0 || isSmall || !(isSoft || isLong)) return found;
  const half = measureBlur(planes.map(halve), noise / 2, halvings - 1);
  if (!half) return found;
  return {
    radius: isSoft ? Math.max(found.radius, 2 * half.radius) : found.radius,
    motion: isLong && half.motion ? joinMotions(found.motion, half.motion) : found.motion,
  };
}

/** `half` was measured at half the size, so its radius is doubled. */
function joinMotions(own: Motion | undefined, half: Motion): Motion {
  const isClear = half.isClear || own?.isClear === true;
  return { radius: 2 * half.radius, degrees: half.degrees, isClear };
}
