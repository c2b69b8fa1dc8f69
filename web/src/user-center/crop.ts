// The square of a picture shown in a square frame: pure arithmetic. Lengths are in units of the frame's side, independent of its pixels.
import { clampView, type Extent, type View, zoomAt } from 'ui/picture/zoom.ts';

const frame: Extent = { width: 1, height: 1 };
/** Minimum side of a crop in pixels; a smaller one would look blurred. */
const minPixels = 128;
const smallestSide = 256;
const largestSide = 512;
const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

export interface Square {
  /** The top left corner of the crop, in picture pixels. */
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** Returns the size of the picture at scale 1, where it just covers the frame. */
export function coverFrame({ width, height }: Extent): Extent {
  const shorter = Math.min(width, height);
  return { width: width / shorter, height: height / shorter };
}

export const deepestScale = ({ width, height }: Extent): number => between(2, Math.min(width, height) / minPixels, 10);

/** Limits the view so that the picture covers the frame. */
export const holdView = (view: View, picture: Extent): View =>
  clampView(view, coverFrame(picture), frame, deepestScale(picture));

/** Zooms around a point, relative to the centre of the frame. */
export const zoomView = (view: View, factor: number, point: { x: number; y: number }, picture: Extent): View =>
  holdView(zoomAt(view, factor, point, deepestScale(picture)), picture);

export function cropSquare(view: View, picture: Extent): Square {
  const held = holdView(view, picture);
  const shorter = Math.min(picture.width, picture.height);
  const side = shorter / held.scale;
  const middle = { x: picture.width / 2 - held.x * side, y: picture.height / 2 - held.y * side };
  return {
    x: between(0, middle.x - side / 2, picture.width - side),
    y: between(0, middle.y - side / 2, picture.height - side),
    side,
  };
}

/** Returns the avatar's side in pixels: that of the crop, within limits. */
export const avatarSide = ({ side }: Square): number => Math.round(between(smallestSide, side, largestSide));
