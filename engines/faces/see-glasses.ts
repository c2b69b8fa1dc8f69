// Tells whether a face wears glasses: by the directions of the edges around its eyes (histograms of oriented gradients; Dalal and Triggs, 2005), weighed
// by a logistic regression. `npm run calibrate-glasses` fits the weights, mostly on glasses that are drawn on photographed faces.

import { readFile } from 'node:fs/promises';
import { loadOnce } from '../load-once.ts';
import { luma601 } from '../pixels/luma.ts';
import type { Pixels } from '../pixels/plane.ts';
import { turnedFrame, warpPixels } from '../warp-pixels.ts';
import type { Face } from './faces.ts';
import type { Point } from './judge-face.ts';

/** The upright face of which the surroundings of the eyes are looked at: its size, the middle between the eyes, and their distance, in pixels. */
export const lookedAt = { width: 200, height: 240, middle: [100, 120], eyeDistance: 64 } as const;
/** Squares in which edges are counted, from the temples to below the lower rims. */
const cells = { left: 36, top: 92, columns: 16, rows: 8, side: 8 } as const;
const directions = 6;
/** Cells around one with whose edges its own are compared, on each side. */
const reach = 2;
/** Mean steps in levels below which edges count as none. */
const minStep = 1;

export const featureCount = cells.columns * cells.rows * directions;

/** The upright face, as 8-bit RGB. */
export const cropFace = (pixels: Pixels, { leftEye, rightEye, tiltDegrees }: Face): Uint8Array => {
  const { middle, eyeDistance, ...size } = lookedAt;
  const scale = eyeDistance / Math.hypot(rightEye[0] - leftEye[0], rightEye[1] - leftEye[1]);
  const centre = [(leftEye[0] + rightEye[0]) / 2, (leftEye[1] + rightEye[1]) / 2] as const;
  return warpPixels(pixels, turnedFrame(size, centre, middle, scale, tiltDegrees)).pixels.data;
};

/** Edges of each cell by direction. Each edge counts for the two nearest directions. */
function countEdges(crop: Uint8Array): Float32Array {
  const { width } = lookedAt;
  const { left, top, columns, rows, side } = cells;
  const level = (x: number, y: number) => {
    const at = (y * width + x) * 3;
    return luma601(crop[at]!, crop[at + 1]!, crop[at + 2]!);
  };
  const edges = new Float32Array(featureCount);
  for (let y = 0; y < rows * side; y++)
    for (let x = 0; x < columns * side; x++) {
      const [u, v] = [left + x, top + y];
      const [across, down] = [level(u + 1, v) - level(u - 1, v), level(u, v + 1) - level(u, v - 1)];
      const turn = ((Math.atan2(down, across) / Math.PI + 1) % 1) * directions;
      const [direction, share] = [Math.floor(turn) % directions, turn - Math.floor(turn)];
      const cell = (Math.floor(y / side) * columns + Math.floor(x / side)) * directions;
      const step = Math.hypot(across, down);
      edges[cell + direction]! += step * (1 - share);
      edges[cell + ((direction + 1) % directions)]! += step * share;
    }
  return edges;
}

/** Edges of an upright face around its eyes, by cell and direction, relative to those of the cells nearby. */
export function describeEyes(crop: Uint8Array): Float32Array {
  const { columns, rows, side } = cells;
  const edges = countEdges(crop);
  const squares = Float32Array.from({ length: columns * rows }, (_, cell) =>
    edges.subarray(cell * directions, (cell + 1) * directions).reduce((sum, edge) => sum + edge * edge, 0),
  );
  return edges.map((edge, i) => {
    const cell = Math.floor(i / directions);
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    let [sum, count] = [0, 0];
    for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y++)
      for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x++) {
        sum += squares[y * columns + x]!;
        count++;
      }
    return Math.sqrt(edge / (Math.sqrt(sum / count) + minStep * side * side));
  });
}

/** The weights of the features, and last what is added to their sum. */
const readWeights = loadOnce(
  async () => JSON.parse(await readFile(new URL('glasses-weights.json', import.meta.url), 'utf8')) as readonly number[],
);

export const weigh = (features: Float32Array, weights: ArrayLike<number>): number => {
  const sum = features.reduce((total, value, i) => total + value * weights[i]!, weights[featureCount]!);
  return 1 / (1 + Math.exp(-sum));
};

/** How far the head looks ahead, 0..1: the shorter distance from the nose to a cheek over the longer one. */
export function measureAhead({ mesh }: Pick<Face, 'mesh'>): number {
  const [nose, left, right] = [1, 234, 454].map(index => mesh[index]!) as [Point, Point, Point];
  const [one, other] = [left, right].map(([x, y]) => Math.hypot(x - nose[0], y - nose[1])) as [number, number];
  return Math.min(one, other) / Math.max(one, other);
}

/** The least likelihood that is told; high, since a warning that is wrong costs trust. */
export const sureGlasses = 0.85;
/** Of heads that look ahead less, nothing is known. */
export const knownGlassesFrom = 0.4;

/** The likelihood that the face wears glasses, 0..1. It is reliable for faces that are not turned far aside. */
export const seeGlasses = async (pixels: Pixels, face: Face): Promise<number> =>
  weigh(describeEyes(cropFace(pixels, face)), await readWeights());
