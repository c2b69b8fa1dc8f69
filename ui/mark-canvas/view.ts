// The position of the picture in its frame, and of a mark on it in frame pixels.
import type { Placed, Point, Size } from 'contract/mark/place.ts';

/** Picture pixel (x, y) is at (left + x * scale, top + y * scale) CSS pixels of the frame. */
export interface View {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** Space around the picture, so that the handles of a mark at its edge can be reached. */
const room = 22;

/** The whole picture in the middle of the frame; a small one is not blown up beyond its frame, but may be enlarged to fill it. */
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

/** A mark's box in the frame's pixels. */
export function toFrame({ width, height, centre, degrees }: Placed, view: View): Placed {
  return {
    width: width * view.scale,
    height: height * view.scale,
    centre: { x: view.left + centre.x * view.scale, y: view.top + centre.y * view.scale },
    degrees,
  };
}

/** The other way round. */
export function toPicture({ width, height, centre, degrees }: Placed, view: View): Placed {
  return {
    width: width / view.scale,
    height: height / view.scale,
    centre: { x: (centre.x - view.left) / view.scale, y: (centre.y - view.top) / view.scale },
    degrees,
  };
}

/** A mark's centre stays on the picture, so that it cannot get lost. */
export const holdInside = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: Math.min(width, Math.max(0, x)),
  y: Math.min(height, Math.max(0, y)),
});
