// Things in photographs that were painted over with a brush and removed, and what was said of the results: bench/ground/brushed.tsv.
import { type PackedFile, placeOf } from './ground.ts';
import { readTable } from './read-table.ts';

export interface Brushed {
  /** Of the photograph. */
  readonly name: string;
  readonly packed: PackedFile;
  readonly file: string;
  /** See `paintStrokes`. */
  readonly strokes: string;
  readonly isRejected: boolean;
  /** Whether the verdict is on the filling by the network that ships; otherwise it is on the copied one. */
  readonly isImagined: boolean;
}

/** All of them belong to `tune`: photographs of it, and such as pictures.tsv does not list. */
export const listBrushed = (): readonly Brushed[] =>
  readTable('brushed.tsv').map(row => {
    const packed = { package: row.package!, path: row.path!, sha256: row.sha256! };
    return {
      name: `${packed.package}/${packed.path}`,
      packed,
      file: placeOf(packed),
      strokes: row.strokes!,
      isRejected: row.verdict === 'rejected',
      isImagined: row.filling === 'imagined',
    };
  });

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Sets the pixels within `radius` of the line from `a` to `b`. */
function drawLine(mask: Uint8Array, width: number, a: Point, b: Point, radius: number): void {
  const height = mask.length / width;
  const [across, down] = [b.x - a.x, b.y - a.y];
  const squared = across ** 2 + down ** 2;
  const top = Math.max(0, Math.floor(Math.min(a.y, b.y) - radius));
  const bottom = Math.min(height, Math.max(a.y, b.y) + radius + 1);
  for (let row = top; row < bottom; row++)
    for (let column = 0; column < width; column++) {
      const [x, y] = [column + 0.5 - a.x, row + 0.5 - a.y];
      const along = squared && Math.min(1, Math.max(0, (x * across + y * down) / squared));
      if (Math.hypot(x - along * across, y - along * down) <= radius) mask[row * width + column] = 1;
    }
}

/**
 * Paints strokes of a round brush on an image: one byte per pixel, 1 where it was painted over. `9 77,20 79,45; 5 88,30` are two strokes. A stroke is the
 * radius of its brush, in hundredths of the longer side, and the points that it joins, in hundredths of the width and the height.
 */
export function paintStrokes(strokes: string, width: number, height: number): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (const stroke of strokes.split('; ')) {
    const [size, ...points] = stroke.split(' ');
    const radius = (Number(size) / 100) * Math.max(width, height);
    const places = points.map(point => {
      const [x, y] = point.split(',').map(Number) as [number, number];
      return { x: (x / 100) * width, y: (y / 100) * height };
    });
    for (const [at, place] of places.entries()) drawLine(mask, width, place, places[at + 1] ?? place, radius);
  }
  return mask;
}
