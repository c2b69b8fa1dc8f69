// Judges by its outline whether a shape lies over the picture as a mark does, or belongs to the scene.
import type { Pixels } from '../pixels.ts';

/** Pixels of one connected shape, as indexes into the picture. */
export type Shape = readonly number[];

export interface Judgement {
  /** 0..1: how sure it is that this is a mark. */
  readonly score: number;
  /** logo: one flat colour; overlay: the scene shines through. */
  readonly kind: 'logo' | 'overlay';
}

/** Pixels from the outline at which colours are compared: nearer they are mixed. */
const inward = 2;
const outward = 2;
const fewestPoints = 40;
/** Levels: the step at the outline, and how exactly it has to be explained. */
const leastStep = 14;
/** Of the points at the outline, those whose step has the same sign. */
const leastAgreement = 0.93;
/** What shines through varies at least this much (levels) before it can be told from a flat shape. */
const leastVariety = 18;

/** Ground that varies less is plain. */
const mostPlain = 7;

interface Point {
  readonly inside: number;
  readonly outside: number;
}

/** Brightness on both sides of each point of the outline, along the direction in which the shape ends. */
function samplePoints({ data, width, height }: Pixels, shape: Shape): Point[] {
  const isIn = new Set(shape);
  const brightness = (i: number) => 0.299 * data[i * 3]! + 0.587 * data[i * 3 + 1]! + 0.114 * data[i * 3 + 2]!;
  const points: Point[] = [];
  for (const i of shape) {
    const x = i % width;
    const y = (i - x) / width;
    if (x < 4 || y < 4 || x >= width - 4 || y >= height - 4) continue;
    let [dx, dy] = [0, 0];
    for (let v = -2; v <= 2; v++)
      for (let u = -2; u <= 2; u++) {
        if (isIn.has(i + v * width + u)) continue;
        dx += u;
        dy += v;
      }
    const isEdge = !isIn.has(i - 1) || !isIn.has(i + 1) || !isIn.has(i - width) || !isIn.has(i + width);
    const length = Math.hypot(dx, dy);
    if (!isEdge || length < 3) continue;
    const at = (steps: number) => Math.round(y + (dy / length) * steps) * width + Math.round(x + (dx / length) * steps);
    const [within, beyond] = [at(-inward), at(1 + outward)];
    if (!isIn.has(within) || isIn.has(beyond)) continue;
    points.push({ inside: brightness(within), outside: brightness(beyond) });
  }
  return points;
}

/** Straight line through points (x = outside, y = inside) by least squares, and the deviation from it. */
function fitLine(points: readonly Point[]) {
  const n = points.length;
  const meanX = points.reduce((sum, { outside }) => sum + outside, 0) / n;
  const meanY = points.reduce((sum, { inside }) => sum + inside, 0) / n;
  let [xx, xy, yy] = [0, 0, 0];
  for (const { inside, outside } of points) {
    xx += (outside - meanX) ** 2;
    xy += (outside - meanX) * (inside - meanY);
    yy += (inside - meanY) ** 2;
  }
  const slope = xx > 0 ? xy / xx : 0;
  return { slope, meanX, meanY, variety: Math.sqrt(xx / n), miss: Math.sqrt(Math.max(0, yy - slope * xy) / n) };
}

/**
 * A mark of colour W and opacity a makes I into a W + (1 - a) I, so that along its outline the inside is a straight line over the outside with a
 * slope of 1 - a. Things of the scene have no such line: their colours have nothing to do with those behind them. Undefined when the
 * outline speaks against a mark.
 */
export function judgeOutline(pixels: Pixels, shape: Shape): Judgement | undefined {
  const points = samplePoints(pixels, shape);
  if (points.length < fewestPoints) return undefined;
  const sign = Math.sign(points.reduce((sum, { inside, outside }) => sum + inside - outside, 0));
  const steps = points.map(({ inside, outside }) => sign * (inside - outside));
  if (steps.filter(step => step > leastStep / 3).length < leastAgreement * steps.length) return undefined;
  const line = fitLine(points);
  const step = Math.abs(line.meanY - line.meanX);
  if (step < leastStep) return undefined;
  const precision = 1 - line.miss / step;
  const colour = line.slope < 0.98 ? (line.meanY - line.slope * line.meanX) / (1 - line.slope) : Number.NaN;
  const isPossible = colour > -25 && colour < 280;
  if (line.variety >= leastVariety && line.slope > 0.25 && line.slope < 0.92 && isPossible && precision > 0.7)
    return { score: precision, kind: 'overlay' };
  const isFlat = Math.abs(line.slope) < 0.12 && line.miss < 5;
  if (line.variety >= leastVariety && isFlat) return { score: precision, kind: 'logo' };
  // On plain ground a mark and a thing of the scene look the same: its place has to tell.
  const isEven = line.variety < mostPlain && line.miss < mostPlain;
  return isEven && precision > 0.85 ? { score: precision, kind: 'logo' } : undefined;
}
