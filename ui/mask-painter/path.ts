// Paths as lists of points, and their simplification (Ramer 1972, Douglas and Peucker 1973).

/** x0, y0, x1, y1, … in picture pixels; pixel (0, 0) covers 0..1. */
export type Path = readonly number[];

/** Returns the squared distance from a point to the segment between two others. */
function squaredDistance(path: Path, point: number, from: number, to: number): number {
  const [x, y, ax, ay] = [path[point * 2]!, path[point * 2 + 1]!, path[from * 2]!, path[from * 2 + 1]!];
  const dx = path[to * 2]! - ax;
  const dy = path[to * 2 + 1]! - ay;
  const length = dx * dx + dy * dy;
  const along = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2;
}

/** Removes points within `tolerance` of the remaining line. Both ends are kept. */
export function simplifyPath(path: Path, tolerance: number): number[] {
  const count = path.length / 2;
  if (count <= 2) return [...path];
  const stays = new Uint8Array(count);
  stays[0] = 1;
  stays[count - 1] = 1;
  const open: [number, number][] = [[0, count - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    let furthest = -1;
    let max = tolerance * tolerance;
    for (let point = from + 1; point < to; point += 1) {
      const distance = squaredDistance(path, point, from, to);
      if (distance <= max) continue;
      max = distance;
      furthest = point;
    }
    if (furthest < 0) continue;
    stays[furthest] = 1;
    open.push([from, furthest], [furthest, to]);
  }
  return path.filter((_, index) => stays[index >> 1]);
}
