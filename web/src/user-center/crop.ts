// Which square of a picture a square frame shows: pure arithmetic. Lengths are in sides of the frame, independent of its pixels.
import { clampView, type Extent, type View, zoomAt } from 'ui/zoom.ts';

const frame: Extent = { width: 1, height: 1 };
/** A crop of fewer pixels would look blurred. */
const leastPixels = 128;
const smallestSide = 256;
const largestSide = 512;
const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

export interface Square {
  /** Left and top of the crop, in pixels of the picture. */
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** The size of the picture at scale 1, where it just covers the frame. */
export function coverFrame({ width, height }: Extent): Extent {
  const shorter = Math.min(width, height);
  return { width: width / shorter, height: height / shorter };
}

export const deepestScale = ({ width, height }: Extent): number =>
  between(2, Math.min(width, height) / leastPixels, 10);

/** Keeps the frame covered by the picture. */
export const holdView = (view: View, picture: Extent): View =>
  clampView(view, coverFrame(picture), frame, deepestScale(picture));

/** Zooms around a point, measured from the middle of the frame. */
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

/** The avatar's edge in pixels: that of the crop, within sensible limits. */
export const avatarSide = ({ side }: Square): number => Math.round(between(smallestSide, side, largestSide));
