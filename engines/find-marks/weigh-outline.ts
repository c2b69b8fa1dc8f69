// Scores how likely an outline is that of a mark and not of an object in the scene.
import { luma601 } from '../pixels/luma.ts';
import { type EdgePoints, lengthOf } from './edge-points.ts';
import { type Filled, fillOutline, placeIn } from './fill-outline.ts';
import type { Outline } from './outlines.ts';

/** The features of an outline. */
interface Evidence {
  /** Length in pixels of the points that agree with the shape; its share of the whole line; and its ratio to the shape's border. */
  readonly length: number;
  readonly agreement: number;
  readonly support: number;
  /** Standard deviations of the background's and the rim's colours along the line, and the mean step between the two, in levels. */
  readonly groundVariety: number;
  readonly rimVariety: number;
  readonly step: number;
  /** Mean deviation of the rim's brightness from the model of the mark, as a share of the mean step. */
  readonly misfit: number;
  /** Area divided by the square of the border's length. */
  readonly compactness: number;
  /** Crispness of the points: median, low quantile, and range between the low and the high quantile. */
  readonly crispness: number;
  readonly minCrispness: number;
  readonly crispnessRange: number;
  /** Standard deviation of the filled shape's levels. */
  readonly unevenness: number;
  readonly isDark: boolean;
}

/** Number of cells along the longer side of the shape's grid, enough to tell shapes from lines; minimum area in cells; minimum number of points. */
const maxCells = 40;
const fewestCells = 12;
const fewestPoints = 20;
/** Factor for a border length counted in cells, which exceeds the true one. */
const stairs = 0.85;
/** Limits of crispness for an outline to be examined: minimum of the low quantile, and maximum range. `softShare` is the low quantile. */
const minCrisp = 0.5;
const maxCrispRange = 0.9;
const softShare = 0.15;

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;

/** Returns the standard deviation of colours over the three channels, in levels. */
function measureVariety(colours: Float32Array, points: readonly number[]): number {
  let variance = 0;
  for (let c = 0; c < 3; c++) {
    let [sum, squares] = [0, 0];
    for (const k of points) {
      sum += colours[k * 3 + c]!;
      squares += colours[k * 3 + c]! ** 2;
    }
    variance += Math.max(0, squares / points.length - (sum / points.length) ** 2) / 3;
  }
  return Math.sqrt(variance);
}

function meanLuma(colours: Float32Array, points: readonly number[]): number {
  let sum = 0;
  for (const k of points) sum += luma601(colours[k * 3]!, colours[k * 3 + 1]!, colours[k * 3 + 2]!);
  return sum / points.length;
}

/** Returns the mean deviation of the rim's brightness over the mean step: from one opacity along the line, or for a flat mark from one brightness. */
function measureMisfit({ dark, bright }: EdgePoints, { side, opacity }: Outline, points: readonly number[]): number {
  const luma = (colours: Float32Array, k: number) => luma601(colours[k * 3]!, colours[k * 3 + 1]!, colours[k * 3 + 2]!);
  const steps = points.map(k => luma(bright, k) - luma(dark, k));
  // The opacity is the slope of the step over `rooms`, the distance of the background from the mark's white or black.
  const rims = side === 1 ? bright : dark;
  const rim = meanLuma(rims, points);
  const rooms = points.map(k => (side === 1 ? 255 - luma(dark, k) : luma(bright, k)));
  const products = steps.reduce((sum, step, i) => sum + step * rooms[i]!, 0);
  const share = products / (rooms.reduce((sum, room) => sum + room * room, 0) || 1);
  const miss = (step: number, i: number) =>
    opacity === undefined ? Math.abs(luma(rims, points[i]!) - rim) : Math.abs(step - share * rooms[i]!);
  return steps.reduce((sum, step, i) => sum + miss(step, i), 0) / (steps.reduce((sum, step) => sum + step, 0) || 1);
}

function measureShape({ levels, columns, rows, cell }: Filled) {
  let [area, border, sum, squares] = [0, 0, 0, 0];
  for (let y = 1; y < rows - 1; y++)
    for (let i = y * columns + 1, end = i + columns - 2; i < end; i++) {
      const level = levels[i]!;
      if (level <= 0.5) continue;
      area++;
      sum += level;
      squares += level * level;
      for (const other of [i - 1, i + 1, i - columns, i + columns]) if (levels[other]! <= 0.5) border++;
    }
  const unevenness = Math.sqrt(Math.max(0, squares / area - (sum / area) ** 2));
  return {
    area,
    unevenness,
    border: border * cell * stairs,
    compactness: (area * cell ** 2) / (border * cell * stairs) ** 2,
  };
}

/** Returns the points that have the shape on the mark's side and not on the other. */
export function keepAgreeing(edges: EdgePoints, outline: Pick<Outline, 'points' | 'side'>, filled: Filled): number[] {
  const { levels, columns, rows, cell } = filled;
  const reach = Math.max(1.5, cell * 1.2) * outline.side;
  const isIn = (x: number, y: number) => {
    const [column, row] = placeIn(filled, x, y).map(Math.round) as [number, number];
    return column >= 0 && row >= 0 && column < columns && row < rows && levels[row * columns + column]! > 0.5;
  };
  return outline.points.filter(k => {
    const i = edges.at[k]!;
    const [x, y] = [i % edges.width, Math.floor(i / edges.width)];
    const [u, v] = [edges.nx[k]! * reach, edges.ny[k]! * reach];
    return isIn(x + u, y + v) && !isIn(x - u, y - v);
  });
}

/** Returns undefined if the line, or the shape it encloses, already rules out a mark. */
function gatherEvidence(edges: EdgePoints, outline: Outline): Evidence | undefined {
  const crispnesses = outline.points.map(k => edges.crispness[k]!).sort((a, b) => a - b);
  if (at(crispnesses, softShare) < minCrisp) return undefined;
  if (at(crispnesses, 1 - softShare) - at(crispnesses, softShare) > maxCrispRange) return undefined;
  const filled = fillOutline(edges, outline, maxCells);
  const { area, unevenness, border, compactness } = measureShape(filled);
  const agreeing = keepAgreeing(edges, outline, filled);
  if (area < fewestCells || agreeing.length < fewestPoints) return undefined;
  const measure = (points: readonly number[]) => points.reduce((sum, k) => sum + lengthOf(edges, k), 0);
  const length = measure(agreeing);
  const crisp = agreeing.map(k => edges.crispness[k]!).sort((a, b) => a - b);
  const [ground, rim] = outline.side === 1 ? [edges.dark, edges.bright] : [edges.bright, edges.dark];
  return {
    length,
    agreement: length / measure(outline.points),
    support: length / border,
    groundVariety: measureVariety(ground, agreeing),
    rimVariety: measureVariety(rim, agreeing),
    step: Math.abs(meanLuma(rim, agreeing) - meanLuma(ground, agreeing)),
    misfit: measureMisfit(edges, outline, agreeing),
    compactness,
    crispness: at(crisp, 0.5),
    minCrispness: at(crisp, softShare),
    crispnessRange: at(crisp, 1 - softShare) - at(crisp, softShare),
    unevenness,
    isDark: outline.side === -1,
  };
}

/** The zone of a mark, as a prior: marks tend to be in corners, in the centre, and along the upper or lower border. */
export type Place = 'corner' | 'centre' | 'border' | 'elsewhere';

type Weights = Readonly<Record<keyof Evidence | Exclude<Place, 'elsewhere'> | 'opacity' | 'start', number>>;

/**
 * Weights of logistic regressions on 55 photographs or crops without marks (3500 outlines) and 85 with drawn marks (200 outlines), none of which the
 * benchmark uses. Weights apply to the logarithms of features where `weighOutline` takes logarithms.
 */
const seeThrough: Weights = {
  length: 2.57,
  agreement: 3.01,
  support: -0.02,
  groundVariety: 0.49,
  rimVariety: 0.42,
  step: -2.32,
  misfit: -16.51,
  compactness: 1.82,
  crispness: 8.63,
  minCrispness: 8.48,
  crispnessRange: -6.47,
  unevenness: -9.71,
  isDark: -1.56,
  opacity: -1.24,
  corner: 4.13,
  centre: 4.73,
  border: 3.05,
  start: -17,
};
const flat: Weights = {
  length: 1.73,
  agreement: 5.94,
  support: 1.96,
  groundVariety: -0.7,
  rimVariety: -1.7,
  step: -0.22,
  misfit: -10.65,
  compactness: 0.74,
  crispness: 1.06,
  minCrispness: 6.06,
  crispnessRange: -5.26,
  unevenness: -12.89,
  isDark: -0.55,
  opacity: 0,
  corner: 2.93,
  centre: 1.96,
  border: 2.31,
  start: -13.05,
};
/** Minimum agreement of the line with the shape, and minimum share of the shape's border that lies on the line. */
const minAgreement = 0.6;
const minSupport = 0.5;

/** Returns the log-odds that this is the outline of a mark; undefined if it clearly is not. */
export function weighOutline(edges: EdgePoints, outline: Outline, place: Place): number | undefined {
  const found = gatherEvidence(edges, outline);
  if (!found || found.agreement < minAgreement || found.support < minSupport) return undefined;
  const weights = outline.opacity === undefined ? flat : seeThrough;
  return (
    weights.start +
    weights.length * Math.min(Math.log(found.length), 6.2) +
    weights.agreement * found.agreement +
    weights.support * Math.min(found.support, 1.05) +
    weights.groundVariety * Math.log(found.groundVariety + 3) +
    weights.rimVariety * Math.log(found.rimVariety + 3) +
    weights.step * Math.log(Math.min(found.step, 100) + 1) +
    weights.misfit * Math.min(found.misfit, 0.5) +
    weights.compactness * Math.log(found.compactness + 0.003) +
    weights.crispness * Math.min(found.crispness, 1.1) +
    weights.minCrispness * Math.min(found.minCrispness, 1) +
    weights.crispnessRange * found.crispnessRange +
    weights.unevenness * Math.min(found.unevenness, 0.4) +
    weights.isDark * (found.isDark ? 1 : 0) +
    weights.opacity * Math.log(outline.opacity ?? 1) +
    (place === 'elsewhere' ? 0 : weights[place])
  );
}
