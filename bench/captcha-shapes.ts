// Windows around figures, and what attackers make of them: solid shapes, stains, edges, profiles, and directions of edges.
import type { Plane } from './captcha-views.ts';

/** Pixels from the middle of a figure to the border of its window. */
const reach = 16;
export const side = 2 * reach + 1;
export type Window = Float32Array;

export const cut = (plane: Plane, across: number, cx: number, cy: number): Window =>
  Float32Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [cx - reach + (i % side), cy - reach + Math.floor(i / side)];
    return plane[y * across + Math.min(across - 1, Math.max(0, x))] ?? 0;
  });

const far = Float32Array.from({ length: side * side }, (_, i) =>
  Math.hypot((i % side) - reach, Math.floor(i / side) - reach),
);
const rimPixels = [...far.keys()].filter(i => far[i]! > 12.5 && far[i]! < 15);

/** The value that parts the window's pixels into the two most even classes (Otsu). */
function findThreshold(window: Window): number {
  const sorted = window.filter((_, i) => far[i]! < 14).sort();
  const sums = [0];
  for (const value of sorted) sums.push(sums.at(-1)! + value);
  let [best, threshold] = [-1, 0];
  for (let k = 8; k < sorted.length - 8; k++) {
    const [low, high] = [sums[k]! / k, (sums.at(-1)! - sums[k]!) / (sorted.length - k)];
    const apart = k * (sorted.length - k) * (high - low) ** 2;
    if (apart > best) [best, threshold] = [apart, sorted[k]!];
  }
  return threshold;
}

/** 1 where the figure is, its inside filled; what can be reached from the window's rim is ground. */
export function makeSolid(window: Window): Window {
  const threshold = findThreshold(window);
  const isGroundHigh = rimPixels.filter(i => window[i]! > threshold).length > rimPixels.length / 2;
  const isGround = (i: number) => window[i]! > threshold === isGroundHigh;
  const solid = new Float32Array(window.length).fill(1);
  const open = [...solid.keys()].filter(i => far[i]! > 13.5);
  for (const i of open) solid[i] = 0;
  while (open.length > 0) {
    const at = open.pop()!;
    for (const next of [at - 1, at + 1, at - side, at + side])
      if (solid[next] === 1 && isGround(next)) {
        solid[next] = 0;
        open.push(next);
      }
  }
  return solid;
}

export interface Turn {
  readonly angle: number;
  readonly scale: number;
  readonly flip: number;
}

export function move(window: Window, { angle, scale, flip }: Turn, dx = 0, dy = 0): Window {
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  const moved = new Float32Array(window.length);
  for (let i = 0; i < moved.length; i++) {
    const [x, y] = [(i % side) - reach - dx, Math.floor(i / side) - reach - dy];
    const [u, v] = [Math.round(flip * (cos * x + sin * y) + reach), Math.round(cos * y - sin * x + reach)];
    if (u >= 0 && v >= 0 && u < side && v < side) moved[i] = window[v * side + u]!;
  }
  return moved;
}

export const mirror = (window: Window): Window => move(window, { angle: 0, scale: 1, flip: -1 });

/** Where the middle of a shape is, seen from the middle of its window. */
function middleOf(shape: Window): readonly [x: number, y: number] {
  let [x, y, sum] = [0, 0, 1e-6];
  for (let i = 0; i < shape.length; i++) {
    x += shape[i]! * ((i % side) - reach);
    y += shape[i]! * (Math.floor(i / side) - reach);
    sum += shape[i]!;
  }
  return [x / sum, y / sum];
}

/** Moves a window so that a shape in it comes into the middle. */
export function centre(window: Window, shape: Window = window): Window {
  const [x, y] = middleOf(shape);
  return move(window, { angle: 0, scale: 1, flip: 1 }, -x, -y);
}

/** Closes gaps between strokes: how far each pixel is from the ground's light, the most within two pixels, then the least. */
export function close(window: Window): Window {
  const rim = rimPixels.map(i => window[i]!).sort((a, b) => a - b);
  const ground = rim[Math.floor(rim.length / 2)]!;
  const near = [-2, -1, 0, 1, 2].flatMap(v => [-2, -1, 0, 1, 2].filter(u => u * u + v * v <= 5).map(u => v * side + u));
  const around = (from: Window, sign: 1 | -1) =>
    from.map((own, i) => {
      let best = own * sign;
      for (const step of near) best = Math.max(best, (from[i + step] ?? 0) * sign);
      return best * sign;
    });
  const apart = window.map(value => Math.abs(value - ground));
  return around(around(apart, 1), -1);
}

export const edgesOf = (window: Window): Window =>
  window.map((_, i) =>
    far[i]! > 13.5 ? 0 : Math.hypot(window[i + 1]! - window[i - 1]!, window[i + side]! - window[i - side]!),
  );

/** How far the shape reaches in every direction: a turn of the shape only shifts it. */
export function profileOf(solid: Window): number[] {
  const profile = Array.from({ length: 36 }, () => 0);
  for (let i = 0; i < solid.length; i++) {
    if (solid[i] === 0) continue;
    const angle = Math.atan2(Math.floor(i / side) - reach, (i % side) - reach) + Math.PI;
    const at = Math.min(35, Math.floor((angle / (2 * Math.PI)) * 36));
    profile[at] = Math.max(profile[at]!, far[i]!);
  }
  return profile;
}

const [bins, cellPixels] = [8, 4];
const cells = Math.floor(side / cellPixels);

/** How much edge of each direction there is in each cell (a histogram of oriented gradients), with a length of 1. */
export function directionsOf(window: Window): Float32Array {
  const found = new Float32Array(cells * cells * bins);
  for (let y = 1; y < cells * cellPixels; y++)
    for (let x = 1; x < cells * cellPixels; x++) {
      const i = y * side + x;
      if (far[i]! >= 14) continue;
      const gx = window[i + 1]! - window[i - 1]!;
      const gy = window[i + side]! - window[i - side]!;
      const size = Math.sqrt(gx * gx + gy * gy);
      const direction = ((Math.atan2(gy, gx) / Math.PI + 1) % 1) * bins;
      const low = Math.floor(direction);
      const part = direction - low;
      const cell = (Math.floor(y / cellPixels) * cells + Math.floor(x / cellPixels)) * bins;
      found[cell + (low % bins)]! += size * (1 - part);
      found[cell + ((low + 1) % bins)]! += size * part;
    }
  const length = Math.sqrt(found.reduce((sum, value) => sum + value * value, 0)) + 1e-6;
  return found.map(value => value / length);
}
