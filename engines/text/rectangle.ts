// The minimum-area rectangle around a set of points, at any angle, for lines of text that are not horizontal.

export type Point = readonly [x: number, y: number];
/** Clockwise from the top left corner of the text, with y pointing down. */
export type Quad = readonly [Point, Point, Point, Point];

export interface TiltedRectangle {
  readonly centre: Point;
  /** Width along `angle`, height across it. */
  readonly width: number;
  readonly height: number;
  /** Radians, in (-PI/4, PI/4], which determines the side that counts as the width. */
  readonly angle: number;
}

const cross = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

function halfHull(points: Iterable<Point>): Point[] {
  const hull: Point[] = [];
  for (const point of points) {
    while (hull.length >= 2 && cross(hull.at(-2)!, hull.at(-1)!, point) <= 0) hull.pop();
    hull.push(point);
  }
  hull.pop();
  return hull;
}

/** Returns the convex hull. Source: Andrew's monotone chain, 1979. */
export function findHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
}

/** Returns the extents of the points in a frame rotated by `angle`. */
function boundsAt(points: readonly Point[], angle: number) {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [px, py] of points) {
    const x = px * cos + py * sin;
    const y = -px * sin + py * cos;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, right, top, bottom };
}

/**
 * Returns the minimum-area rectangle. One of its sides lies on a side of the hull. Source: Freeman and Shapira, "Determining the minimum-area
 * encasing rectangle for an arbitrary closed curve", CACM 1975.
 */
export function findSmallestRectangle(points: readonly Point[]): TiltedRectangle {
  const hull = findHull(points);
  let best = { area: Infinity, angle: 0 };
  for (const [i, from] of hull.entries()) {
    const to = hull[(i + 1) % hull.length]!;
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
    const { left, right, top, bottom } = boundsAt(hull, angle);
    const area = (right - left) * (bottom - top);
    if (area < best.area) best = { area, angle };
  }
  const quarter = Math.PI / 2;
  const angle = best.angle - Math.ceil((best.angle - Math.PI / 4) / quarter) * quarter;
  const { left, right, top, bottom } = boundsAt(hull, angle);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return { centre: [x * cos - y * sin, x * sin + y * cos], width: right - left, height: bottom - top, angle };
}

/** Returns the rectangle with `by` added on all four sides. */
export const growRectangle = (rectangle: TiltedRectangle, by: number): TiltedRectangle => ({
  ...rectangle,
  width: rectangle.width + 2 * by,
  height: rectangle.height + 2 * by,
});

export function cornersOf({ centre, width, height, angle }: TiltedRectangle): Quad {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const corner = (u: number, v: number): Point => [
    centre[0] + (u * width * cos - v * height * sin) / 2,
    centre[1] + (u * width * sin + v * height * cos) / 2,
  ];
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** Moves each corner of a quad. */
export const mapQuad = ([a, b, c, d]: Quad, move: (corner: Point) => Point): Quad => [
  move(a),
  move(b),
  move(c),
  move(d),
];

/** Returns the axis-aligned bounding box of a quad. */
export function boundsOf(quad: readonly Point[]): { x: number; y: number; w: number; h: number } {
  const { left, right, top, bottom } = boundsAt(quad, 0);
  return { x: left, y: top, w: right - left, h: bottom - top };
}
