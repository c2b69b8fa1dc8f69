// Converts between screen and picture points. Screen points are relative to the frame's top left corner.
import { clampView, type Extent, fitInside, scalesOf, type View, zoomAt } from '../picture/zoom.ts';
import type { Point } from './live-mark.ts';

/** The position of a picture in a frame. */
export interface Placement {
  /** Screen pixels per picture pixel. */
  readonly scale: number;
  /** The picture's top left corner. */
  readonly left: number;
  readonly top: number;
}

export function placePicture(picture: Extent, frame: Extent, view: View): Placement {
  const scale = (fitInside(picture, frame).width / picture.width) * view.scale;
  return {
    scale,
    left: frame.width / 2 + view.x - (picture.width * scale) / 2,
    top: frame.height / 2 + view.y - (picture.height * scale) / 2,
  };
}

export const toPicture = ({ scale, left, top }: Placement, { x, y }: Point): Point => ({
  x: (x - left) / scale,
  y: (y - top) / scale,
});

export const toScreen = ({ scale, left, top }: Placement, { x, y }: Point): Point => ({
  x: x * scale + left,
  y: y * scale + top,
});

/** Zooms around a screen point, within the limits. */
export function zoomView(view: View, factor: number, { x, y }: Point, picture: Extent, frame: Extent): View {
  const fitted = fitInside(picture, frame);
  const { deepest } = scalesOf(picture, fitted);
  const fromMiddle = { x: x - frame.width / 2, y: y - frame.height / 2 };
  return clampView(zoomAt(view, factor, fromMiddle, deepest), fitted, frame, deepest);
}

export function panView(view: View, dx: number, dy: number, picture: Extent, frame: Extent): View {
  const fitted = fitInside(picture, frame);
  return clampView({ ...view, x: view.x + dx, y: view.y + dy }, fitted, frame, scalesOf(picture, fitted).deepest);
}

/** Pans just far enough to bring a screen point into the frame, with a margin of `room` pixels. */
export function revealPoint(view: View, { x, y }: Point, picture: Extent, frame: Extent, room = 24): View {
  const missing = (at: number, length: number) => Math.max(0, room - at) - Math.max(0, at - (length - room));
  return panView(view, missing(x, frame.width), missing(y, frame.height), picture, frame);
}
