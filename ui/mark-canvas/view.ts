// The position of the picture in its frame, and of a mark in frame pixels.
import type { Placed, Point, Size } from 'contract/mark/place.ts';

/** Picture point (x, y) is at (left + x * scale, top + y * scale) in CSS pixels of the frame. */
export interface View {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** Margin around the picture, so that the handles of a mark at its edge can be reached. */
const room = 22;

/** Fits the whole picture into the centre of the frame; small pictures are enlarged. */
export function fitView(picture: Size, frame: Size): View {
  const width = Math.max(1, frame.width - 2 * room);
  const height = Math.max(1, frame.height - 2 * room);
  const scale = Math.min(width / picture.width, height / picture.height);
  return {
    left: (frame.width - picture.width * scale) / 2,
    top: (frame.height - picture.height * scale) / 2,
    scale,
  };
}

/** Converts a mark's box to frame pixels. */
export function toFrame({ width, height, centre, degrees }: Placed, view: View): Placed {
  return {
    width: width * view.scale,
    height: height * view.scale,
    centre: { x: view.left + centre.x * view.scale, y: view.top + centre.y * view.scale },
    degrees,
  };
}

/** The inverse of `toFrame`. */
export function toPicture({ width, height, centre, degrees }: Placed, view: View): Placed {
  return {
    width: width / view.scale,
    height: height / view.scale,
    centre: { x: (centre.x - view.left) / view.scale, y: (centre.y - view.top) / view.scale },
    degrees,
  };
}

/** Keeps a mark's centre on the picture, so that the mark cannot get lost. */
export const holdInside = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: Math.min(width, Math.max(0, x)),
  y: Math.min(height, Math.max(0, y)),
});
