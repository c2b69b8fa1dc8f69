// Collects shapes that stand out of a picture and are small enough to be a mark.

import type { Pixels } from '../pixels.ts';
import type { Shape } from './contour.ts';
import { topHat } from './top-hat.ts';

interface Look {
  /** Half the width of the widest strokes that are looked at, of the picture's shorter side. */
  readonly stroke: number;
  /** Levels. */
  readonly difference: number;
  /** Of the whole picture. */
  readonly area: number;
}

/** Thin strokes however faint, then filled logos: small filled shapes are in every scene. */
const looks: readonly Look[] = [
  { stroke: 0.03, difference: 14, area: 0.0002 },
  { stroke: 0.1, difference: 14, area: 0.005 },
  { stroke: 0.1, difference: 40, area: 0.005 },
];
/** Of the whole picture. */
const mostArea = 0.04;
const mostShapes = 400;

/** Connected groups of the pixels where `isIn` is not zero, by their sides; those of a fitting size, the largest first. */
function collectShapes(isIn: Uint8Array, width: number, leastArea: number): Shape[] {
  const shapes: Shape[] = [];
  const stack: number[] = [];
  const visit = (at: number) => {
    if (!isIn[at]) return;
    isIn[at] = 0;
    stack.push(at);
  };
  for (let start = 0; start < isIn.length; start++) {
    if (!isIn[start]) continue;
    const shape: number[] = [];
    visit(start);
    while (stack.length > 0) {
      const at = stack.pop()!;
      shape.push(at);
      const x = at % width;
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (at >= width) visit(at - width);
      if (at + width < isIn.length) visit(at + width);
    }
    if (shape.length >= leastArea * isIn.length && shape.length <= mostArea * isIn.length) shapes.push(shape);
  }
  return shapes.sort((a, b) => b.length - a.length).slice(0, mostShapes);
}

/** Shapes that are brighter or darker than what surrounds them, at most about a fifth of the shorter side wide; most come several times. */
export function findShapes({ data, width, height }: Pixels): Shape[] {
  const brightness = Float32Array.from(
    { length: width * height },
    (_, i) => 0.299 * data[i * 3]! + 0.587 * data[i * 3 + 1]! + 0.114 * data[i * 3 + 2]!,
  );
  return looks.flatMap(({ stroke, difference, area }) => {
    const radius = Math.max(4, Math.round(Math.min(width, height) * stroke));
    return ([1, -1] as const).flatMap(sign => {
      const stands = topHat(brightness, width, height, radius, sign);
      const isIn = Uint8Array.from(stands, value => (value > difference ? 1 : 0));
      return collectShapes(isIn, width, area);
    });
  });
}
