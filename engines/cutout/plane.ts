// The matte as positioned on a canvas: on a small grid, where shadows and outlines are cheap to draw, with rows read back at full size.
import type { Canvas } from './canvas.ts';

/** Longer side of the grid, in samples. */
const longEdge = 1024;

export interface Plane {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
  /** Canvas pixels per grid pixel. */
  readonly scale: number;
}

/** A layer of one colour; `coverage` is 0..1 for each pixel of the canvas, read row by row. */
export interface Layer {
  readonly colour: readonly [number, number, number];
  readonly readRow: (y: number, coverage: Float32Array) => void;
}

/** Averages the matte onto the grid: coverage 0..1 of each sample. */
export function shrinkOntoCanvas(alpha: Uint8Array, pictureWidth: number, canvas: Canvas): Plane {
  const scale = Math.max(1, Math.max(canvas.width, canvas.height) / longEdge);
  const width = Math.max(1, Math.round(canvas.width / scale));
  const height = Math.max(1, Math.round(canvas.height / scale));
  const values = new Float32Array(width * height);
  const counts = new Uint32Array(width * height);
  const { inside } = canvas;
  for (let y = 0; y < canvas.height; y++) {
    const row = Math.floor((y * height) / canvas.height) * width;
    const isInside = y >= inside.y && y < inside.y + inside.h;
    const from = (y + canvas.y) * pictureWidth + canvas.x;
    for (let x = 0; x < canvas.width; x++) {
      const cell = row + Math.floor((x * width) / canvas.width);
      counts[cell]!++;
      if (isInside && x >= inside.x && x < inside.x + inside.w) values[cell]! += alpha[from + x]!;
    }
  }
  for (let i = 0; i < values.length; i++) values[i]! /= 255 * counts[i]!;
  return { values, width, height, scale };
}
