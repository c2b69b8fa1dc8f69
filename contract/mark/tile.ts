// A mark repeated all over a picture: rows of equal steps, every second row shifted by half a step.
import { type Placed, type Point, type Size, turnedSize } from './place.ts';

/** A rectangle that covers any picture when it is repeated, and the marks in it. */
export interface Cell extends Size {
  /** Whole pixels across and down from one mark to the next. */
  readonly steps: Point;
  /** Centres of the two marks of a cell; each may stick out and comes in again on the other side. */
  readonly centres: readonly [Point, Point];
}

const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** The cell of a mark that lies at `placed`, with `gap` pixels of room around the upright box of each. One of the marks lies at `placed`. */
export function makeCell(placed: Placed, gap: number): Cell {
  const turned = turnedSize(placed, placed.degrees);
  // An even step across, so that half of it is whole, too.
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

/** Every centre from which a mark of this reach (half of its turned sides, shadow included) touches the picture. */
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
