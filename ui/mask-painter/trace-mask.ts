// Traces the outlines of the white parts of a mask along the cracks between pixels (Rosenfeld and Kak, Digital Picture Processing, border following),
// so that a mask from elsewhere becomes marks that can be painted over, scaled and undone.
import { type Path, simplifyPath } from './path.ts';

/** Steps along cracks: right, down, left, up. The white pixel is always on the right. */
const stepX = [1, 0, -1, 0];
const stepY = [0, 1, 0, -1];

/** Returns one bit per pixel corner and direction: set if a crack with white on its right leaves the corner in that direction. */
function findCracks(mask: Uint8Array, width: number, height: number): Uint8Array {
  const stride = width + 1;
  const leaving = new Uint8Array(stride * (height + 1));
  const isWhite = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] !== 0;
  const add = (x: number, y: number, way: number) => {
    leaving[y * stride + x] = leaving[y * stride + x]! | (1 << way);
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!mask[y * width + x]) continue;
      if (!isWhite(x, y - 1)) add(x, y, 0);
      if (!isWhite(x + 1, y)) add(x + 1, y, 1);
      if (!isWhite(x, y + 1)) add(x + 1, y + 1, 2);
      if (!isWhite(x - 1, y)) add(x, y + 1, 3);
    }
  }
  return leaving;
}

/** Follows one outline from a corner, clearing its cracks. Only corners where the direction changes are kept. */
function walk(leaving: Uint8Array, stride: number, start: number): number[] {
  const ring: number[] = [];
  let at = start;
  let way = -1;
  for (;;) {
    const ways = leaving[at]!;
    if (ways === 0) return ring;
    // Where four cracks meet, turning right separates pixels that touch only at a corner.
    const order = way < 0 ? [0, 1, 2, 3] : [(way + 1) % 4, way, (way + 3) % 4];
    const next = order.find(one => ways & (1 << one)) ?? 0;
    if (next !== way) ring.push(at % stride, Math.floor(at / stride));
    leaving[at] = ways & ~(1 << next);
    way = next;
    at += stepX[way]! + stepY[way]! * stride;
  }
}

/**
 * Returns the outlines of all non-zero pixels in mask pixels; holes have the opposite direction. `tolerance` (pixels) smooths the steps; smaller
 * outlines vanish.
 */
export function traceMask(mask: Uint8Array, width: number, height: number, tolerance = 0.75): Path[] {
  const leaving = findCracks(mask, width, height);
  const rings: Path[] = [];
  for (let start = 0; start < leaving.length; start += 1) {
    while (leaving[start]) {
      const ring = walk(leaving, width + 1, start);
      // Closed, so that simplification treats the start like any other point.
      const simple = simplifyPath([...ring, ring[0]!, ring[1]!], tolerance).slice(0, -2);
      rings.push(simple.length >= 6 ? simple : ring);
    }
  }
  return rings;
}
