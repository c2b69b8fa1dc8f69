// Estimates, at each edge point, the opacity or colour of a mark whose outline passes there.
import { luma601 } from '../pixels/luma.ts';
import { type EdgePoints, visitAlike } from './edge-points.ts';

/** The properties of a mark whose outline passes through each point. */
export interface Rims {
  readonly side: Side;
  /** See guessOpacities. */
  readonly opacities: Float32Array;
  /** See guessColours. */
  readonly colours: Float32Array;
}

/** The side of the edge on which the mark lies: 1 is the bright side, -1 the dark one. */
export type Side = 1 | -1;

/** Radius of the neighbourhood evaluated together, in pixels: the scene may match a mark at one point, but not consistently at all of them. */
const radius = 4;
const fewest = 3;
/** Minimum difference between the background and the mark's white or black, in levels; below it the opacity is undetermined. */
const minRoom = 25;
/** Maximum deviation of the channels from one common opacity, as a share of the step: white and black blend all channels equally. */
const maxHue = 0.35;
/** Maximum standard deviation of luma along a flat rim, in levels. */
const maxUneven = 7;
const minFlatStep = 12;

/**
 * Returns the opacity that a white (side 1) or black (side -1) mark would have at each point: I' = (1 - a) I + a C solved for a, by least squares
 * over the neighbours. 0 where the channels do not fit such a mark. Sources of the model: Braudaway, Magerlein and Mintzer, "Protecting
 * publicly-available images with a visible image watermark", 1996; Dekel et al., "On the effectiveness of visible watermarks", CVPR 2017.
 */
export function guessOpacities(points: EdgePoints, side: Side): Float32Array {
  const { count, dark, bright } = points;
  const room = side === 1 ? dark.map(value => 255 - value) : bright;
  const steps = bright.map((value, i) => value - dark[i]!);
  const roomLuma = new Float32Array(count);
  const stepLuma = new Float32Array(count);
  for (let k = 0; k < count; k++) {
    roomLuma[k] = luma601(room[k * 3]!, room[k * 3 + 1]!, room[k * 3 + 2]!);
    stepLuma[k] = luma601(steps[k * 3]!, steps[k * 3 + 1]!, steps[k * 3 + 2]!);
  }
  const guesses = new Float32Array(count);
  for (let k = 0; k < count; k++) {
    let [near, product, square] = [0, 0, 0];
    let [stepRed, stepGreen, stepBlue, red, green, blue] = [0, 0, 0, 0, 0, 0];
    visitAlike(points, k, radius, other => {
      near++;
      product += stepLuma[other]! * roomLuma[other]!;
      square += roomLuma[other]! ** 2;
      stepRed += steps[other * 3]!;
      stepGreen += steps[other * 3 + 1]!;
      stepBlue += steps[other * 3 + 2]!;
      red += room[other * 3]!;
      green += room[other * 3 + 1]!;
      blue += room[other * 3 + 2]!;
    });
    if (near < fewest || square < near * minRoom ** 2) continue;
    const opacity = product / square;
    const miss = (stepRed - opacity * red) ** 2 + (stepGreen - opacity * green) ** 2 + (stepBlue - opacity * blue) ** 2;
    if (Math.sqrt(miss / 3) < maxHue * luma601(stepRed, stepGreen, stepBlue)) guesses[k] = opacity;
  }
  return guesses;
}

/** Returns the mean colour on the mark's side around each point, three values; the first is -1 where the colour varies. */
function guessColours(points: EdgePoints, side: Side): Float32Array {
  const { count, dark, bright } = points;
  const inside = side === 1 ? bright : dark;
  const lumas = new Float32Array(count).map((_, k) => luma601(inside[k * 3]!, inside[k * 3 + 1]!, inside[k * 3 + 2]!));
  const colours = new Float32Array(count * 3).fill(-1);
  const step = (k: number, c: number) => bright[k * 3 + c]! - dark[k * 3 + c]!;
  for (let k = 0; k < count; k++) {
    if (luma601(step(k, 0), step(k, 1), step(k, 2)) < minFlatStep) continue;
    let [near, sum, squares] = [0, 0, 0];
    let [red, green, blue] = [0, 0, 0];
    visitAlike(points, k, radius, other => {
      const value = lumas[other]!;
      near++;
      sum += value;
      squares += value * value;
      red += inside[other * 3]!;
      green += inside[other * 3 + 1]!;
      blue += inside[other * 3 + 2]!;
    });
    if (near < fewest || squares / near - (sum / near) ** 2 > maxUneven ** 2) continue;
    colours.set([red / near, green / near, blue / near], k * 3);
  }
  return colours;
}

/** Estimates marks on the bright side of the edges, and on the dark side. */
export const readRims = (points: EdgePoints): Rims[] =>
  ([1, -1] as const).map(side => ({
    side,
    opacities: guessOpacities(points, side),
    colours: guessColours(points, side),
  }));
