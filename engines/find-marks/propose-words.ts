// Proposes where a large translucent word may be, by its ink alone: an opacity of white or black that is more frequent along the edges of the image
// than neighbouring opacities, and the rectangle, at any angle, with most of the excess. The text finder misses words that fill the image.
import type { Pixels } from '../pixels/plane.ts';
import { mapQuad, type Point, type Quad } from '../text/rectangle.ts';
import type { EdgePoints } from './edge-points.ts';
import { fillOutline, placeIn } from './fill-outline.ts';
import type { Rims } from './rims.ts';

/** Opacities are counted in steps of this ratio, from the faintest that can be told from texture up to opaque ink. */
const ratio = 1.06;
const [faintest, strongest] = [0.13, 0.85];
/** Minimum crispness of the points counted. */
const minCrispness = 0.6;
/** Steps on each side of a peak that belong to it, and the flanks further away that tell how many points the scene contributes. */
const near = 2;
const [flankFrom, flankTo] = [5, 9];
/** Minimum excess over the scene's number of points, in standard deviations and in points. */
const minExcess = 5;
const fewestPoints = 100;
const maxOpacities = 2;

/** Number of cells along the longer side of a line that is drawn to be read. */
const drawnCells = 220;

/** Steepest direction of a line and step of the search, in degrees, and the finer steps that follow. */
const steepest = 64;
const coarseTurn = 4;
const fineTurns = [2, 1];
/**
 * Width of the strips in which points are counted: across the line as a share of the image's shorter side, along it as a share of the line's height.
 */
const stripShare = 0.012;
const sliceShare = 0.2;
/** Minimum excess of a strip that belongs to the line: as a share of the densest strip's, or along the line, of the mean. */
const minOfDensest = 0.25;
const minOfMean = 0.12;
/** Limits of the line's height, as a share of the image's shorter side, and of its length, in heights. */
const minHeight = 0.05;
const maxHeight = 0.45;
const minLength = 1.6;
/** Edges of the stems and bars of letters, within 11 degrees of the line's axes, count this many times extra. */
const straightCosine = 0.7;
const straightTimes = 2;
/** Margin beyond the outermost edges, in heights. */
const margin = 0.14;

/** Points with the opacity of the ink count 1, those in the flanks less than 0, so that the scene's own points sum to 0. */
interface Excess {
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  /** Normals of the edges, as angles. */
  readonly normals: Float32Array;
  readonly weights: Float32Array;
}

const stepOf = (opacity: number): number =>
  opacity <= 0 ? -Infinity : Math.floor(Math.log(opacity / faintest) / Math.log(ratio));

const stepCount = stepOf(strongest);

/** Returns the step of each point that is counted, -1 for all others. */
function listSteps(opacities: Float32Array, crispness: Float32Array): Int32Array {
  return Int32Array.from(opacities, (opacity, k) => {
    const step = stepOf(opacity);
    return step >= 0 && step < stepCount && crispness[k]! >= minCrispness ? step : -1;
  });
}

function countSteps(steps: Int32Array): Int32Array {
  const counts = new Int32Array(stepCount);
  for (const step of steps) if (step >= 0) counts[step]!++;
  return counts;
}

interface Peak {
  readonly step: number;
  /** Expected number of the scene's points at the peak, number of points in the flanks, and excess in standard deviations. */
  readonly usual: number;
  readonly flank: number;
  readonly excess: number;
}

function findPeaks(counts: Int32Array): Peak[] {
  const sum = (from: number, to: number) =>
    counts.subarray(Math.max(0, from), Math.max(0, to + 1)).reduce((a, b) => a + b, 0);
  const width = (from: number, to: number) => Math.max(0, Math.min(counts.length - 1, to) - Math.max(0, from) + 1);
  const peaks: Peak[] = [];
  for (let step = 0; step < counts.length; step++) {
    const count = sum(step - near, step + near);
    const flank = sum(step - flankTo, step - flankFrom) + sum(step + flankFrom, step + flankTo);
    const flankWidth = width(step - flankTo, step - flankFrom) + width(step + flankFrom, step + flankTo);
    const usual = (flank / Math.max(1, flankWidth)) * width(step - near, step + near);
    if (count - usual < fewestPoints) continue;
    peaks.push({ step, usual, flank, excess: (count - usual) / Math.sqrt(usual + 1) });
  }
  const kept: Peak[] = [];
  for (const peak of peaks.sort((a, b) => b.excess - a.excess))
    if (peak.excess >= minExcess && kept.every(({ step }) => Math.abs(step - peak.step) > near)) kept.push(peak);
  return kept.slice(0, maxOpacities);
}

function takeExcess({ at, width, nx, ny }: EdgePoints, steps: Int32Array, peak: Peak): Excess {
  const [xs, ys, normals, weights]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const [k, step] of steps.entries()) {
    const away = Math.abs(step - peak.step);
    const isInk = away <= near;
    if (step < 0 || (!isInk && (away < flankFrom || away > flankTo))) continue;
    xs.push(at[k]! % width);
    ys.push(Math.floor(at[k]! / width));
    normals.push(Math.atan2(ny[k]!, nx[k]!));
    weights.push(isInk ? 1 : -peak.usual / peak.flank);
  }
  return {
    xs: Float32Array.from(xs),
    ys: Float32Array.from(ys),
    normals: Float32Array.from(normals),
    weights: Float32Array.from(weights),
  };
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly sum: number;
}

/** Returns the run of strips with the greatest sum after subtracting `toll` from each (Kadane's maximum subarray). */
function findRun(strips: Float32Array, toll: number): Span {
  let best: Span = { from: 0, to: 0, sum: 0 };
  let [from, sum] = [0, 0];
  for (let i = 0; i < strips.length; i++) {
    if (sum <= 0) [from, sum] = [i, 0];
    sum += strips[i]! - toll;
    if (sum > best.sum) best = { from, to: i + 1, sum };
  }
  return best;
}

interface Line {
  readonly radians: number;
  /** Limits across and along the line, in pixels from the top left corner of the image. */
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly worth: number;
}

/** Returns the densest line in one direction. */
function findLine(
  { xs, ys, normals, weights }: Excess,
  radians: number,
  shorter: number,
  longest: number,
): Line | undefined {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const s = xs.map((x, i) => x * cos + ys[i]! * sin);
  const t = xs.map((x, i) => ys[i]! * cos - x * sin);
  const count = (values: Float32Array, others: Float32Array, size: number, [low, high]: readonly [number, number]) => {
    const strips = new Float32Array(Math.ceil((2 * longest) / size));
    for (let i = 0; i < values.length; i++)
      if (others[i]! >= low && others[i]! < high) strips[Math.floor((values[i]! + longest) / size)]! += weights[i]!;
    return strips;
  };
  let along: readonly [number, number] = [-Infinity, Infinity];
  let across: readonly [number, number] = [0, 0];
  for (let round = 0; round < 2; round++) {
    const strip = stripShare * shorter;
    const strips = count(t, s, strip, along);
    const rows = findRun(strips, minOfDensest * Math.max(...strips));
    across = [rows.from * strip - longest, rows.to * strip - longest];
    const slice = sliceShare * (across[1] - across[0]);
    if (slice < 1) return undefined;
    const slices = count(s, t, slice, across);
    const filled = slices.filter(value => value > 0);
    const mean = filled.reduce((all, value) => all + value, 0) / Math.max(1, filled.length);
    const columns = findRun(slices, minOfMean * mean);
    along = [columns.from * slice - longest, columns.to * slice - longest];
  }
  const [height, length] = [across[1] - across[0], along[1] - along[0]];
  if (height < minHeight * shorter || height > maxHeight * shorter || length < minLength * height) return undefined;
  let [sum, straight] = [0, 0];
  for (let i = 0; i < s.length; i++) {
    if (t[i]! < across[0] || t[i]! >= across[1] || s[i]! < along[0] || s[i]! >= along[1]) continue;
    sum += weights[i]!;
    if (Math.cos(4 * (normals[i]! - radians)) > straightCosine) straight += weights[i]!;
  }
  return {
    radians,
    top: across[0],
    bottom: across[1],
    left: along[0],
    right: along[1],
    worth: (sum + straightTimes * straight) / Math.sqrt(height * length),
  };
}

function findBestLine(excess: Excess, shorter: number, longest: number): Line | undefined {
  let best: Line | undefined;
  const look = (degrees: number) => {
    const line = findLine(excess, (degrees * Math.PI) / 180, shorter, longest);
    if (line && line.worth > (best?.worth ?? 0)) best = line;
  };
  for (let degrees = -steepest; degrees <= steepest; degrees += coarseTurn) look(degrees);
  for (const turn of fineTurns) {
    if (!best) return undefined;
    const degrees = (best.radians * 180) / Math.PI;
    look(degrees - turn);
    look(degrees + turn);
  }
  return best;
}

function quadOf({ radians, top, bottom, left, right }: Line): Quad {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const more = margin * (bottom - top);
  const corner = (s: number, t: number): Point => [s * cos - t * sin, s * sin + t * cos];
  return [
    corner(left - more, top - more),
    corner(right + more, top - more),
    corner(right + more, bottom + more),
    corner(left - more, bottom + more),
  ];
}

/** A line that may be a translucent word. `draw` renders its ink as dark letters on white, without the scene that would disturb the reader. */
export interface ProposedWord {
  /** In pixels of the edge map. */
  readonly quad: Quad;
  draw: () => { readonly pixels: Pixels; readonly quad: Quad };
}

function drawInk(
  edges: EdgePoints,
  { side, opacities }: Rims,
  peak: Peak,
  line: Line,
): ReturnType<ProposedWord['draw']> {
  const [cos, sin] = [Math.cos(line.radians), Math.sin(line.radians)];
  const more = margin * (line.bottom - line.top);
  const points: number[] = [];
  for (const [k, opacity] of opacities.entries()) {
    if (Math.abs(stepOf(opacity) - peak.step) > near + 1) continue;
    const [x, y] = [edges.at[k]! % edges.width, Math.floor(edges.at[k]! / edges.width)];
    const [s, t] = [x * cos + y * sin, y * cos - x * sin];
    if (s > line.left - more && s < line.right + more && t > line.top - more && t < line.bottom + more) points.push(k);
  }
  const filled = fillOutline(edges, { points, side }, drawnCells);
  const { columns, rows, levels } = filled;
  const data = new Uint8Array(columns * rows * 3);
  for (const [i, level] of levels.entries()) data.fill(255 - 255 * Math.min(1, Math.max(0, level)), i * 3, i * 3 + 3);
  const quad = mapQuad(quadOf(line), ([x, y]) => placeIn(filled, x, y));
  return { quad, pixels: { data, width: columns, height: rows } };
}

/** Returns lines that may each be a translucent word; the caller has to read them. CPU: about 100 ms. */
export function proposeWords(edges: EdgePoints, rims: readonly Rims[]): ProposedWord[] {
  const shorter = Math.min(edges.width, edges.height);
  const longest = Math.hypot(edges.width, edges.height);
  return rims.flatMap(one => {
    const steps = listSteps(one.opacities, edges.crispness);
    return findPeaks(countSteps(steps)).flatMap(peak => {
      const line = findBestLine(takeExcess(edges, steps, peak), shorter, longest);
      return line ? [{ quad: quadOf(line), draw: () => drawInk(edges, one, peak, line) }] : [];
    });
  });
}
