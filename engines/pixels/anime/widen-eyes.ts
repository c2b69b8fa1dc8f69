// Enlarges the eyes of faces a little, as drawings do, by local scaling (Gustafson, "Interactive Image Warping", 1993).
import type { Pixels } from '../plane.ts';
import { type FaceMesh, heightOf, type Place } from './face-map.ts';

/** Mesh points at the corners of each eye, and at the middle of its upper and lower lid. */
const eyes = [
  [33, 133, 159, 145],
  [263, 362, 386, 374],
] as const;

interface Lens {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function lensesOf(mesh: FaceMesh): Lens[] {
  return eyes.map(points => {
    const at = points.map(index => mesh[index]!);
    const wide = Math.hypot(at[0]![0] - at[1]![0], at[0]![1] - at[1]![1]);
    return {
      x: at.reduce((sum, [x]) => sum + x, 0) / at.length,
      y: at.reduce((sum, [, y]) => sum + y, 0) / at.length,
      // Small enough not to move the brow.
      radius: Math.min(wide * 0.95, heightOf(mesh) * 0.2),
    };
  });
}

/** Returns the factor by which the lens reduces the distance from its centre, for a distance `far` in radii. */
const pull = (far: number, amount: number): number => 1 - amount * (1 - far * far) ** 2;

function lookThrough({ data, width, height }: Pixels, out: Uint8Array, { x, y, radius }: Lens, amount: number): void {
  for (let row = Math.max(0, Math.ceil(y - radius)); row < Math.min(height, y + radius); row++)
    for (let column = Math.max(0, Math.ceil(x - radius)); column < Math.min(width, x + radius); column++) {
      const far = Math.hypot(column - x, row - y) / radius;
      if (far >= 1) continue;
      const near = pull(far, amount);
      const px = Math.min(width - 1, Math.max(0, x + (column - x) * near));
      const py = Math.min(height - 1, Math.max(0, y + (row - y) * near));
      const [left, top] = [px | 0, py | 0];
      const [fx, fy] = [px - left, py - top];
      const at = (top * width + left) * 3;
      const right = left < width - 1 ? 3 : 0;
      const down = top < height - 1 ? width * 3 : 0;
      for (let channel = 0; channel < 3; channel++) {
        const upper = data[at + channel]! * (1 - fx) + data[at + right + channel]! * fx;
        const lower = data[at + down + channel]! * (1 - fx) + data[at + down + right + channel]! * fx;
        out[(row * width + column) * 3 + channel] = upper + (lower - upper) * fy + 0.5;
      }
    }
}

const movePlace = (lenses: readonly Lens[], [px, py]: Place, amount: number): Place => {
  const lens = lenses.find(({ x, y, radius }) => Math.hypot(px - x, py - y) < radius);
  if (!lens) return [px, py];
  const near = pull(Math.hypot(px - lens.x, py - lens.y) / lens.radius, amount);
  return [lens.x + (px - lens.x) / near, lens.y + (py - lens.y) / near];
};

/** Returns the image with eyes enlarged by about `amount` (0..0.3) at their centre, and the meshes that match it. */
export function widenEyes(
  pixels: Pixels,
  meshes: readonly FaceMesh[],
  amount: number,
): { pixels: Pixels; meshes: FaceMesh[] } {
  const out = pixels.data.slice();
  const moved = meshes.map(mesh => {
    const lenses = lensesOf(mesh);
    for (const lens of lenses) lookThrough(pixels, out, lens, amount);
    return mesh.map(place => movePlace(lenses, place, amount));
  });
  return { pixels: { ...pixels, data: out }, meshes: moved };
}
