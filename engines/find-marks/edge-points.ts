// Finds the edge pixels of an image, and the colours on both sides of each edge.
import { luma601 } from '../pixels/luma.ts';
import type { Pixels } from '../pixels/plane.ts';

export interface EdgePoints {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** The pixel index of each point. */
  readonly at: Int32Array;
  /** For each pixel: the index of its point, or -1. */
  readonly pointAt: Int32Array;
  /** Unit normal of the edge at each point, pointing to the brighter side. */
  readonly nx: Float32Array;
  readonly ny: Float32Array;
  /** Colours on the dark and on the bright side, three values per point. */
  readonly dark: Float32Array;
  readonly bright: Float32Array;
  /** Twice the maximum gradient divided by the step's height: about 1 for a step one pixel wide, 0.5 for one of four pixels. */
  readonly crispness: Float32Array;
}

/** Minimum luma difference between the two sides, in levels. */
const minStep = 5;
/** Minimum crispness. Drawn marks have crisp outlines even where the photograph is out of focus. */
const minCrispness = 0.45;
/** Distance in pixels from the edge at which colours are sampled: closer to it, the two sides mix. */
const reach = 2;
const border = 4;

/** Returns Sobel gradients, in levels per pixel. */
function takeSlopes({ data, width, height }: Pixels) {
  const luma = new Float32Array(width * height);
  for (let i = 0; i < luma.length; i++) luma[i] = luma601(data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!);
  const across = new Float32Array(luma.length);
  const down = new Float32Array(luma.length);
  const steepness = new Float32Array(luma.length);
  for (let y = 1; y < height - 1; y++)
    for (let i = y * width + 1; i < y * width + width - 1; i++) {
      const [a, b, c] = [luma[i - width - 1]!, luma[i - width]!, luma[i - width + 1]!];
      const [f, g, h] = [luma[i + width - 1]!, luma[i + width]!, luma[i + width + 1]!];
      across[i] = (c + 2 * luma[i + 1]! + h - a - 2 * luma[i - 1]! - f) / 8;
      down[i] = (f + 2 * g + h - a - 2 * b - c) / 8;
      steepness[i] = Math.sqrt(across[i]! ** 2 + down[i]! ** 2);
    }
  return { across, down, steepness };
}

/** Interpolates channel `c` of interleaved values bilinearly; `stride` is the number of channels. */
function valueAt(values: Float32Array | Uint8Array, width: number, x: number, y: number, stride: number, c: number) {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const [u, v] = [x - left, y - top];
  const i = (top * width + left) * stride + c;
  const below = i + width * stride;
  const upper = values[i]! + (values[i + stride]! - values[i]!) * u;
  const lower = values[below]! + (values[below + stride]! - values[below]!) * u;
  return upper + (lower - upper) * v;
}

/** Finds edge points by non-maximum suppression (Canny, 1986), above the minimum step and crispness. */
export function findEdgePoints(pixels: Pixels): EdgePoints {
  const { data, width, height } = pixels;
  const { across, down, steepness } = takeSlopes(pixels);
  const at: number[] = [];
  const normals: number[] = [];
  const [dark, bright, crispness]: [number[], number[], number[]] = [[], [], []];
  const pointAt = new Int32Array(width * height).fill(-1);
  for (let y = border; y < height - border; y++)
    for (let x = border; x < width - border; x++) {
      const i = y * width + x;
      const steep = steepness[i]!;
      if (steep < minStep * minCrispness * 0.5) continue;
      const [nx, ny] = [across[i]! / steep, down[i]! / steep];
      if (steep < valueAt(steepness, width, x + nx, y + ny, 1, 0)) continue;
      if (steep <= valueAt(steepness, width, x - nx, y - ny, 1, 0)) continue;
      const take = (way: number, c: number) => valueAt(data, width, x + way * nx, y + way * ny, 3, c);
      const [red, green, blue] = [take(-reach, 0), take(-reach, 1), take(-reach, 2)];
      const [redder, greener, bluer] = [take(reach, 0), take(reach, 1), take(reach, 2)];
      const step = luma601(redder - red, greener - green, bluer - blue);
      if (step < minStep || steep * 2 < minCrispness * step) continue;
      pointAt[i] = at.length;
      at.push(i);
      normals.push(nx, ny);
      dark.push(red, green, blue);
      bright.push(redder, greener, bluer);
      crispness.push((steep * 2) / step);
    }
  return {
    width,
    height,
    count: at.length,
    at: Int32Array.from(at),
    pointAt,
    nx: Float32Array.from(at, (_, k) => normals[k * 2]!),
    ny: Float32Array.from(at, (_, k) => normals[k * 2 + 1]!),
    dark: Float32Array.from(dark),
    bright: Float32Array.from(bright),
    crispness: Float32Array.from(crispness),
  };
}

/** Calls `visit` with each edge point within `radius` pixels of point k (along both axes) whose normal is similar, k included. */
export function visitAlike(points: EdgePoints, k: number, radius: number, visit: (other: number) => void): void {
  const { at, pointAt, nx, ny, width } = points;
  const [x, y] = [nx[k]!, ny[k]!];
  for (let v = -radius; v <= radius; v++)
    for (let i = at[k]! + v * width - radius, last = i + 2 * radius; i <= last; i++) {
      const other = pointAt[i] ?? -1;
      if (other >= 0 && nx[other]! * x + ny[other]! * y > 0.7) visit(other);
    }
}

/** Returns the length in pixels of the edge that a point represents: more than 1 on a slanted edge. */
export const lengthOf = ({ nx, ny }: EdgePoints, k: number): number => 1 / Math.max(Math.abs(nx[k]!), Math.abs(ny[k]!));
