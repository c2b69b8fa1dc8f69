// A mark repeated over the whole picture in equal steps, with every second row shifted by half a step.
import { type Placed, type Point, type Size, turnedSize } from './place.ts';

/** The repeating unit: a rectangle that tiles the plane, with two marks. */
export interface Cell extends Size {
  /** Integer distances to the next mark, across and down. */
  readonly steps: Point;
  /** Centres of the two marks in a cell; parts that stick out wrap around. */
  readonly centres: readonly [Point, Point];
}

const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** The tiling with a mark at `placed` and `gap` pixels between the bounding boxes of marks. */
export function makeCell(placed: Placed, gap: number): Cell {
  const turned = turnedSize(placed, placed.degrees);
  // An even step, so that half of it is an integer.
  const across = Math.max(2, 2 * Math.round((turned.width + gap) / 2));
  const down = Math.max(1, Math.round(turned.height + gap));
  const at = (x: number, y: number): Point => ({ x: modulo(x, across), y: modulo(y, 2 * down) });
  const { x, y } = placed.centre;
  return {
    width: across,
    height: 2 * down,
    steps: { x: across, y: down },
    centres: [at(x, y), at(x + across / 2, y + down)],
  };
}

/** Every centre at which a mark of this extent (half of its rotated size, shadow included) touches the picture. */
export function listCentres(picture: Size, cell: Cell, reach: Point): Point[] {
  const centres: Point[] = [];
  for (const first of cell.centres) {
    const startX = first.x - Math.ceil((first.x + reach.x) / cell.width) * cell.width;
    const startY = first.y - Math.ceil((first.y + reach.y) / cell.height) * cell.height;
    for (let y = startY; y <= picture.height + reach.y; y += cell.height)
      for (let x = startX; x <= picture.width + reach.x; x += cell.width)
        if (x >= -reach.x && y >= -reach.y) centres.push({ x, y });
  }
  return centres;
}
