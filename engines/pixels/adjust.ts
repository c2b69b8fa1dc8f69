// Adjusts the light, colour and detail of an image, both for the page's preview and for its export.

import type { Adjustments, CurvePoints } from 'contract/artwork/artwork.ts';
import { boxBlur } from './box-filter.ts';
import { vignette } from './looks/area-steps.ts';
import { applyCube, bakeCube } from './looks/colour-cube.ts';
import {
  type Colour,
  type ColourStep,
  chain,
  contrast,
  enliven,
  expose,
  saturate,
  warm,
} from './looks/colour-steps.ts';
import { luma709 } from './luma.ts';

/** RGBA, rows from the top. */
export interface RgbaPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const each = ([red, green, blue]: Colour, change: (value: number) => number): Colour => [
  change(red),
  change(green),
  change(blue),
];

/**
 * Returns a smooth curve through points sorted by input, as a function on 0..1: monotone cubic interpolation (Fritsch and Carlson, 1980) with
 * harmonic means of the adjacent slopes as tangents, which never overshoots the points.
 */
export function makeCurve(points: CurvePoints): (value: number) => number {
  const count = points.length;
  const slopes = points.slice(1).map(([x, y], i) => (y - points[i]![1]) / (x - points[i]![0]));
  const tangents = points.map((_, i) => {
    const [before, after] = [slopes[i - 1], slopes[i]];
    if (before === undefined || after === undefined) return before ?? after ?? 0;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  return value => {
    if (value <= points[0]![0]) return points[0]![1];
    if (value >= points[count - 1]![0]) return points[count - 1]![1];
    const i = points.findIndex(([x]) => x > value) - 1;
    const [[x0, y0], [x1, y1]] = [points[i]!, points[i + 1]!];
    const width = x1 - x0;
    const t = (value - x0) / width;
    const [t2, t3] = [t * t, t * t * t];
    return (
      y0 * (2 * t3 - 3 * t2 + 1) +
      tangents[i]! * width * (t3 - 2 * t2 + t) +
      y1 * (3 * t2 - 2 * t3) +
      tangents[i + 1]! * width * (t3 - t2)
    );
  };
}

const isStraight = (points: CurvePoints) => points.every(([x, y]) => Math.abs(x - y) < 1e-6) && points.length === 2;

/** Lightens or darkens highlights or shadows; black, white and the opposite end hardly change. */
const liftEnd =
  (amount: number, weigh: (value: number) => number): ColourStep =>
  colour =>
    each(colour, value => value + amount * weigh(value));

const weighShadows = (value: number) => 3 * value * (1 - value) ** 3;
const weighHighlights = (value: number) => 3 * value ** 3 * (1 - value);

/** Tints towards green (negative) or magenta. */
const tinge =
  (amount: number): ColourStep =>
  ([red, green, blue]) => [red * (1 + amount * 0.5), green * (1 - amount), blue * (1 + amount * 0.5)];

/** Returns the colour change of all adjustments; undefined if there is none. */
function colourStepOf(wish: Adjustments): ColourStep | undefined {
  const steps: ColourStep[] = [];
  const { levels, curves } = wish;
  if (wish.exposure !== 0) steps.push(expose(wish.exposure / 40));
  if (wish.temperature !== 0) steps.push(warm(wish.temperature / 350));
  if (wish.tint !== 0) steps.push(tinge(wish.tint / 400));
  if (levels.black !== 0 || levels.white !== 255 || levels.gamma !== 1)
    steps.push(colour =>
      each(colour, value => clamp((value * 255 - levels.black) / (levels.white - levels.black)) ** (1 / levels.gamma)),
    );
  if (wish.highlights !== 0) steps.push(liftEnd(wish.highlights / 160, weighHighlights));
  if (wish.shadows !== 0) steps.push(liftEnd(wish.shadows / 160, weighShadows));
  if (wish.contrast !== 0) steps.push(contrast(1 + wish.contrast / 100));
  if (![curves.all, curves.red, curves.green, curves.blue].every(isStraight)) {
    const all = makeCurve(curves.all);
    const [red, green, blue] = [makeCurve(curves.red), makeCurve(curves.green), makeCurve(curves.blue)];
    steps.push(colour => [red(all(colour[0])), green(all(colour[1])), blue(all(colour[2]))]);
  }
  if (wish.vibrance !== 0) steps.push(enliven(wish.vibrance / 100));
  if (wish.saturation !== 0) steps.push(saturate(1 + wish.saturation / 100));
  return steps.length > 0 ? chain(...steps) : undefined;
}

/** Applies an unsharp mask to the luma only, so that colours get no fringes. `amount` 0..1. */
function sharpen({ data, width, height }: RgbaPicture, amount: number): void {
  const luma = new Float32Array(width * height);
  for (let i = 0, at = 0; i < luma.length; i++, at += 4) luma[i] = luma709(data[at]!, data[at + 1]!, data[at + 2]!);
  const radius = Math.max(1, Math.round(Math.min(width, height) / 1800));
  const soft = boxBlur(luma, width, height, radius, 2);
  for (let i = 0, at = 0; i < luma.length; i++, at += 4) {
    const change = (luma[i]! - soft[i]!) * amount * 1.6;
    for (let c = 0; c < 3; c++) data[at + c] = Math.min(255, Math.max(0, data[at + c]! + change + 0.5));
  }
}

/**
 * Blurs with colours weighted by alpha, so that transparent pixels do not bleed in. `amount` 0..1; at 1 each of three boxes spans 4 % of the shorter
 * edge.
 */
function soften({ data, width, height }: RgbaPicture, amount: number): void {
  const radius = Math.max(1, Math.round((Math.min(width, height) * amount) / 25 / 2));
  const count = width * height;
  const alpha = new Float32Array(count);
  for (let i = 0; i < count; i++) alpha[i] = data[i * 4 + 3]!;
  const softAlpha = boxBlur(alpha, width, height, radius, 3);
  const plane = new Float32Array(count);
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < count; i++) plane[i] = (data[i * 4 + c]! * alpha[i]!) / 255;
    const soft = boxBlur(plane, width, height, radius, 3);
    for (let i = 0; i < count; i++)
      data[i * 4 + c] = softAlpha[i]! > 0.5 ? Math.min(255, (soft[i]! * 255) / softAlpha[i]! + 0.5) : data[i * 4 + c]!;
  }
  for (let i = 0; i < count; i++) data[i * 4 + 3] = softAlpha[i]! + 0.5;
}

/** Changes the image in place. Lengths are relative to the shorter edge, so that a small preview looks like the full image. */
export function adjustPicture(picture: RgbaPicture, wish: Adjustments): void {
  const step = colourStepOf(wish);
  if (step) applyCube(picture.data, 4, bakeCube(step));
  if (wish.blur > 0) soften(picture, wish.blur / 100);
  if (wish.sharpness > 0) sharpen(picture, wish.sharpness / 100);
  if (wish.vignette > 0) vignette(wish.vignette / 100)({ ...picture, channels: 4 });
  if (wish.vignette < 0) lightenCorners(picture, -wish.vignette / 100);
}

/** Lightens the corners, with the falloff of the vignette. */
function lightenCorners({ data, width, height }: RgbaPicture, amount: number): void {
  for (let at = 0; at < data.length; at += 4) for (let c = 0; c < 3; c++) data[at + c] = 255 - data[at + c]!;
  vignette(amount)({ data, width, height, channels: 4 });
  for (let at = 0; at < data.length; at += 4) for (let c = 0; c < 3; c++) data[at + c] = 255 - data[at + c]!;
}

export const hasAdjustments = (wish: Adjustments): boolean =>
  colourStepOf(wish) !== undefined || wish.sharpness > 0 || wish.blur > 0 || wish.vignette !== 0;
