// Finds the heads in a region, so that none of them is copied into a hole.
import { type Face, findFaces } from '../faces/faces.ts';
import { fromPixels } from '../preview.ts';
import type { Region } from './region.ts';
import type { Window } from './wide/stage.ts';

/** Longer side in pixels of the copy in which faces are searched for. */
const searchedSide = 1280;
/** Extension of a head beyond the face: hair and ears on each side, in face widths, and a beard below the chin, in face heights. */
const aside = 0.2;
const beneath = 0.1;

/** Returns the box of a head from the crown to the chin, clipped to an image of this size. */
export function headOf({ box, crown: [crownX, crownY] }: Face, size: { width: number; height: number }): Window {
  const [left, right] = [box.x - aside * box.w, box.x + (1 + aside) * box.w];
  return {
    left: Math.max(0, Math.floor(Math.min(left, crownX))),
    top: Math.max(0, Math.floor(Math.min(box.y, crownY))),
    right: Math.min(size.width, Math.ceil(Math.max(right, crownX))),
    bottom: Math.min(size.height, Math.ceil(Math.max(box.y + (1 + beneath) * box.h, crownY))),
  };
}

/** Returns the heads in a region, from the crown to the chin, clipped to its borders, in its pixels. */
export async function findHeads({ width, height, colours }: Region): Promise<Window[]> {
  const scale = Math.min(1, searchedSide / Math.max(width, height));
  const [across, down] = [width, height].map(side => Math.max(1, Math.round(side * scale))) as [number, number];
  const data = await fromPixels({ data: colours, width, height, channels: 3 })
    .resize(across, down, { fit: 'fill' })
    .raw()
    .toBuffer();
  const faces = await findFaces({ data, width: across, height: down });
  return faces.map(face => {
    const { left, top, right, bottom } = headOf(face, { width: across, height: down });
    return {
      left: Math.floor(left / scale),
      top: Math.floor(top / scale),
      right: Math.min(width, Math.ceil(right / scale)),
      bottom: Math.min(height, Math.ceil(bottom / scale)),
    };
  });
}
