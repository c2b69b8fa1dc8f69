// Averages all repetitions of a lattice: the mark remains, the scene averages out.
import type { Step, Tone } from './lattice.ts';

/** One period of a lattice: its points, and the mapping of any pixel onto them. */
export interface Cell {
  readonly points: readonly Step[];
  /** Returns the index of the cell's point that a pixel maps to. */
  readonly placeOf: (x: number, y: number) => number;
  /** Shifts at which the cell overlaps the image, not rounded to whole pixels. */
  readonly shifts: readonly Step[];
}

/** Median horizontal and vertical differences of brightness over all repetitions, and their significance. */
export interface Folded {
  readonly right: Float32Array;
  readonly down: Float32Array;
  /** In standard errors. */
  readonly clarity: Float32Array;
}

const fewestSamples = 4;
/** Minimum noise estimate, in levels: rounding and JPEG compression alone cause as much. */
const minNoise = 0.6;

export function makeCell(a: Step, b: Step, width: number, height: number): Cell {
  const [ax, ay, bx, by] = [a.x, a.y, b.x, b.y].map(Math.round) as [number, number, number, number];
  const whole = ax * by - ay * bx;
  const sign = Math.sign(whole);
  const steps = (x: number, y: number): [number, number] => [
    Math.floor((sign * (x * by - y * bx)) / Math.abs(whole)),
    Math.floor((sign * (ax * y - ay * x)) / Math.abs(whole)),
  ];
  const left = Math.min(0, ax) + Math.min(0, bx);
  const top = Math.min(0, ay) + Math.min(0, by);
  const [wide, high] = [Math.abs(ax) + Math.abs(bx) + 1, Math.abs(ay) + Math.abs(by) + 1];
  const places = new Int32Array(wide * high).fill(-1);
  const points: Step[] = [];
  for (let y = top; y < top + high; y++)
    for (let x = left; x < left + wide; x++) {
      const [i, j] = steps(x, y);
      if (i !== 0 || j !== 0) continue;
      places[(y - top) * wide + x - left] = points.length;
      points.push({ x, y });
    }
  const placeOf = (x: number, y: number) => {
    const [i, j] = steps(x, y);
    return places[(y - i * ay - j * by - top) * wide + x - i * ax - j * bx - left]!;
  };
  const shifts: Step[] = [];
  const exact = a.x * b.y - a.y * b.x;
  // A mark cut by the border of the cell extends into the next cell.
  const corners = [0, width].flatMap(x => [0, height].map(y => [x, y] as const));
  const is = corners.map(([x, y]) => (x * b.y - y * b.x) / exact);
  const js = corners.map(([x, y]) => (a.x * y - a.y * x) / exact);
  for (let i = Math.floor(Math.min(...is)) - 2; i <= Math.max(...is) + 2; i++)
    for (let j = Math.floor(Math.min(...js)) - 2; j <= Math.max(...js) + 2; j++) {
      const shift = { x: i * a.x + j * b.x, y: i * a.y + j * b.y };
      const isSeen =
        shift.x + left - wide < width &&
        shift.x + left + 2 * wide > 0 &&
        shift.y + top - high < height &&
        shift.y + top + 2 * high > 0;
      if (isSeen) shifts.push(shift);
    }
  return { points, placeOf, shifts };
}

function medianOf(samples: Float32Array, count: number): number {
  const sorted = samples.subarray(0, count).sort();
  return (sorted[(count - 1) >> 1]! + sorted[count >> 1]!) / 2;
}

/** Returns the median, and its distance from zero in units of its standard error. */
function settle(samples: Float32Array, count: number, room: Float32Array) {
  const middle = medianOf(samples, count);
  for (let k = 0; k < count; k++) room[k] = Math.abs(samples[k]! - middle);
  const noise = Math.max(minNoise, 1.4826 * medianOf(room, count)) * 1.2533;
  return { middle, deviate: (middle * Math.sqrt(count)) / noise };
}

/** Folds the image over the cell. `picks` selects the shifts that take part, `wants` the points of the cell that are computed. */
export function foldTone(
  { values, width, height }: Tone,
  cell: Cell,
  picks: (k: number) => boolean = () => true,
  wants: (p: number) => boolean = () => true,
): Folded {
  const n = cell.points.length;
  const folded = { right: new Float32Array(n), down: new Float32Array(n), clarity: new Float32Array(n) };
  const shifts = cell.shifts.filter((_, k) => picks(k)).map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
  const [across, along, room] = [0, 0, 0].map(() => new Float32Array(shifts.length)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (const [p, point] of cell.points.entries()) {
    if (!wants(p)) continue;
    let count = 0;
    for (const shift of shifts) {
      const x = point.x + shift.x;
      const y = point.y + shift.y;
      if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) continue;
      const i = y * width + x;
      across[count] = values[i + 1]! - values[i]!;
      along[count] = values[i + width]! - values[i]!;
      count++;
    }
    if (count < fewestSamples) continue;
    const [u, v] = [settle(across, count, room), settle(along, count, room)];
    folded.right[p] = u.middle;
    folded.down[p] = v.middle;
    folded.clarity[p] = Math.hypot(u.deviate, v.deviate);
  }
  return folded;
}
