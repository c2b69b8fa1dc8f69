// Keeps the connected components of a matte that contain a face; the others become background.

import { shrinkWithAlpha } from '../cutout/shrink-with-alpha.ts';
import { findFaces } from '../faces/faces.ts';
import { numberComponents } from '../pixels/components.ts';
import type { Pixels } from '../pixels/plane.ts';
import { fromPixels } from '../preview.ts';

/** Longer side of the grid on which components are labelled, and of the copy in which faces are detected. */
const gridEdge = 512;
const facesEdge = 1280;
/** Alpha from which a grid pixel belongs to a component. */
const islandAlpha = 0.35;
/** Width of a component's soft border, in grid pixels. */
const borderReach = 4;

/** Boxes of the faces, in shares of the picture's width and height. */
export async function findFaceBoxes(pixels: Pixels) {
  const scale = Math.min(1, facesEdge / Math.max(pixels.width, pixels.height));
  const width = Math.max(1, Math.round(pixels.width * scale));
  const height = Math.max(1, Math.round(pixels.height * scale));
  const data = await fromPixels({ ...pixels, channels: 3 })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const faces = await findFaces({ data, width, height });
  return faces.map(({ box }) => ({ x: box.x / width, y: box.y / height, w: box.w / width, h: box.h / height }));
}

/** Flags the components with faces and their borders. */
function markPeople(numbers: Int32Array, kept: ReadonlySet<number>, width: number, height: number): Uint8Array {
  const marks = new Uint8Array(numbers.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!kept.has(numbers[i]!)) continue;
      for (let ny = Math.max(0, y - borderReach); ny <= Math.min(height - 1, y + borderReach); ny++) {
        marks.fill(1, ny * width + Math.max(0, x - borderReach), ny * width + Math.min(width, x + borderReach + 1));
      }
    }
  }
  return marks;
}

/**
 * Clears from `alpha` (0..255, width * height) every component without a face. Returns the number of faces in the image; if no component has one,
 * returns 0 and leaves `alpha` unchanged.
 */
export async function keepFaces(pixels: Pixels, alpha: Uint8Array): Promise<number> {
  const boxes = await findFaceBoxes(pixels);
  const small = shrinkWithAlpha(pixels, alpha, gridEdge);
  const isSubject = Uint8Array.from(small.alpha, alpha => (alpha >= islandAlpha ? 1 : 0));
  const numbers = numberComponents(isSubject, small.width, 'corner');
  const kept = new Set<number>();
  for (const { x, y, w, h } of boxes) {
    const column = Math.min(small.width - 1, Math.max(0, Math.floor((x + w / 2) * small.width)));
    const row = Math.min(small.height - 1, Math.max(0, Math.floor((y + h / 2) * small.height)));
    const island = numbers[row * small.width + column]!;
    if (island) kept.add(island);
  }
  if (kept.size === 0) return 0;
  const marks = markPeople(numbers, kept, small.width, small.height);
  for (let y = 0, i = 0; y < pixels.height; y++) {
    const row = Math.floor((y * small.height) / pixels.height) * small.width;
    for (let x = 0; x < pixels.width; x++, i++) {
      if (alpha[i] && !marks[row + Math.floor((x * small.width) / pixels.width)]) alpha[i] = 0;
    }
  }
  return boxes.length;
}
