// Snaps a dragged mark to guide lines: the picture's centre, thirds and edges, and the usual margin from the edges.
import { type Placed, type Point, type Size, shorterEdge, turnedSize } from 'contract/mark/place.ts';

export interface Snapped {
  readonly centre: Point;
  /** Where to draw the guide line, in picture pixels; absent if not snapped. */
  readonly x?: number;
  readonly y?: number;
}

interface Pull {
  readonly centre: number;
  readonly line?: number;
}

/** Returns the nearest guide line within reach along one axis. */
function pull(centre: number, length: number, side: number, margin: number, reach: number): Pull {
  const candidates = [side / 2, side / 3, (2 * side) / 3].map(line => ({ centre: line, line }));
  for (const line of [margin, 0]) candidates.push({ centre: line + length / 2, line });
  for (const line of [side - margin, side]) candidates.push({ centre: line - length / 2, line });
  let best: Pull = { centre };
  let nearest = reach;
  for (const candidate of candidates) {
    const distance = Math.abs(candidate.centre - centre);
    if (distance >= nearest) continue;
    nearest = distance;
    best = candidate;
  }
  return best;
}

/** `margin` is a fraction of the shorter side; `reach` is in picture pixels. */
export function snapMark(placed: Placed, picture: Size, margin: number, reach: number): Snapped {
  const turned = turnedSize(placed, placed.degrees);
  const inside = margin * shorterEdge(picture);
  const x = pull(placed.centre.x, turned.width, picture.width, inside, reach);
  const y = pull(placed.centre.y, turned.height, picture.height, inside, reach);
  return {
    centre: { x: x.centre, y: y.centre },
    ...(x.line !== undefined && { x: x.line }),
    ...(y.line !== undefined && { y: y.line }),
  };
}
