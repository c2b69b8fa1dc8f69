// Guides: a moved box snaps to the edges and centres of the page and of other layers.
import type { Bounds, Point } from './geometry.ts';

export interface Snap {
  /** The offset to add to the box's position. */
  readonly by: Point;
  /** The guide lines that the box is aligned with, in page pixels. */
  readonly lines: { readonly x: readonly number[]; readonly y: readonly number[] };
}

interface Best {
  by: number;
  far: number;
}

/** Returns the smallest offset that moves one of the stops onto one of the lines, or 0 if none is within reach. */
function findStep(stops: readonly number[], lines: readonly number[], reach: number): number {
  let best: Best = { by: 0, far: reach };
  for (const stop of stops)
    for (const line of lines) {
      const far = Math.abs(line - stop);
      if (far < best.far) best = { by: line - stop, far };
    }
  return best.by;
}

const stopsX = ({ left, right }: Bounds) => [left, (left + right) / 2, right];
const stopsY = ({ top, bottom }: Bounds) => [top, (top + bottom) / 2, bottom];

/** `reach` is in page pixels. */
export function snapBounds(box: Bounds, others: readonly Bounds[], reach: number): Snap {
  const [linesX, linesY] = [others.flatMap(stopsX), others.flatMap(stopsY)];
  const by = { x: findStep(stopsX(box), linesX, reach), y: findStep(stopsY(box), linesY, reach) };
  const isOn = (stops: readonly number[], step: number) => (line: number) =>
    stops.some(stop => Math.abs(stop + step - line) < 0.01);
  const lines = {
    x: [...new Set(linesX.filter(isOn(stopsX(box), by.x)))],
    y: [...new Set(linesY.filter(isOn(stopsY(box), by.y)))],
  };
  return { by, lines };
}
