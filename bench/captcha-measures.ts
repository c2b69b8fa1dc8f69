// Functions for attackers on the slider captcha: samples, steps across the outline, means and correlations.
import { type Edge, height, type Plane, piece, type Views, width } from './captcha-views.ts';

/** Rates how much a left edge x looks like that of the hole. */
export type Judge = (x: number) => number;
export type Attacker = (views: Views) => Judge;

/** The range of possible left edges of holes. */
export const places = { first: 52, last: 258 } as const;
export const allPlaces = Array.from({ length: places.last - places.first + 1 }, (_, i) => places.first + i);

/** The nearest sample of a plane; outside of the picture its border is repeated. */
export function sample(plane: Plane, x: number, y: number): number {
  const column = Math.round(Math.min(width - 1, Math.max(0, x)));
  const row = Math.round(Math.min(height - 1, Math.max(0, y)));
  return plane[row * width + column]!;
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
export const deviation = (values: readonly number[]) => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map(value => (value - middle) ** 2))) + 1e-6;
};

export function correlate(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [mean(a), mean(b)];
  return mean(a.map((value, i) => (value - ma) * (b[i]! - mb))) / (deviation(a) * deviation(b));
}

/** The difference of a plane between `reach` pixels outside and inside of the outline, moved by `shift` along the normal. */
export const stepAt = (plane: Plane, { x, y, nx, ny }: Edge, left: number, reach: number, shift = 0) =>
  sample(plane, left + x + nx * (shift + reach), y + ny * (shift + reach)) -
  sample(plane, left + x + nx * (shift - reach), y + ny * (shift - reach));

/** Points inside the piece, and on a ring around it. */
export function splitWindow({ alpha, edges }: Views): { inner: number[][]; ring: number[][] } {
  const inner: number[][] = [];
  for (let i = 0; i < alpha.length; i++) if (alpha[i]! > 0.5) inner.push([i % piece, Math.floor(i / piece)]);
  const ring = edges.flatMap(({ x, y, nx, ny }) => [3, 5, 7].map(reach => [x + nx * reach, y + ny * reach]));
  return { inner, ring };
}

export const meanAt = (plane: Plane, points: number[][], left: number) =>
  mean(points.map(([x, y]) => sample(plane, left + x!, y!)));
