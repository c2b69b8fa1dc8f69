// An outline of one colour around a cut-out subject, as on a sticker.

import { rowReader } from '../pixels/axis.ts';
import { measureDistance } from '../pixels/distance.ts';
import { blurPlane } from '../pixels/gaussian.ts';
import type { Canvas } from './canvas.ts';
import { type Layer, shrinkOntoCanvas } from './plane.ts';

export interface Outline {
  /** In percent of the longer side of the canvas. */
  readonly widthPercent: number;
  /** #rrggbb */
  readonly colour: string;
}

/** Blur of the matte before tracing, in grid pixels. */
const smoothing = 2;

export function drawOutline(
  { widthPercent }: Outline,
  alpha: Uint8Array,
  pictureWidth: number,
  canvas: Canvas,
  colour: readonly [number, number, number],
): Layer {
  const plane = shrinkOntoCanvas(alpha, pictureWidth, canvas);
  // Single hairs are ignored, since an outline around them would be ragged.
  const smooth = blurPlane(plane.values, plane.width, plane.height, smoothing);
  const covered = new Uint8Array(smooth.length).map((_, i) => (smooth[i]! >= 0.5 ? 255 : 0));
  const distances = measureDistance(covered, plane.width, plane.height);
  const readDistances = rowReader({ ...plane, values: distances }, canvas);
  const width = (widthPercent / 100) * Math.max(canvas.width, canvas.height);
  return {
    colour,
    readRow: (y, coverage) => {
      readDistances(y, coverage);
      // The edge is antialiased over one pixel at any size.
      for (let x = 0; x < coverage.length; x++) {
        coverage[x] = Math.min(1, Math.max(0, width + 0.5 - coverage[x]! * plane.scale));
      }
    },
  };
}
