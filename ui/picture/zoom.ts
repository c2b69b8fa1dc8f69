// The position of a picture in its frame when zooming and panning: pure arithmetic, in frame pixels from the centre.

export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** At `scale` 1 the whole picture is shown; x and y move its centre away from the frame's centre. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const wholeView: View = { scale: 1, x: 0, y: 0 };

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** Returns the size of the whole picture fitted into the frame, like `object-fit: contain`. */
export function fitInside(picture: Extent, frame: Extent): Extent {
  const ratio = Math.min(frame.width / picture.width, frame.height / picture.height);
  return Number.isFinite(ratio) ? { width: picture.width * ratio, height: picture.height * ratio } : frame;
}

/** Returns the scale at which one picture pixel covers one frame pixel, and the maximum scale: 8 times that, at least 4. */
export function scalesOf(picture: Extent, fitted: Extent): { truePixels: number; deepest: number } {
  const truePixels = fitted.width > 0 ? picture.width / fitted.width : 1;
  return { truePixels, deepest: Math.max(4, truePixels * 8) };
}

/** Limits the scale, and keeps the picture from being moved out of the frame. */
export function clampView(view: View, fitted: Extent, frame: Extent, deepest: number): View {
  const scale = between(1, view.scale, deepest);
  const roomX = Math.max(0, (fitted.width * scale - frame.width) / 2);
  const roomY = Math.max(0, (fitted.height * scale - frame.height) / 2);
  // Adding 0 turns -0 into 0.
  return { scale, x: between(-roomX, view.x, roomX) + 0, y: between(-roomY, view.y, roomY) + 0 };
}

/** Zooms by a factor and keeps the picture point under the given point (relative to the frame's centre) in place. */
export function zoomAt(view: View, factor: number, point: { x: number; y: number }, deepest: number): View {
  const scale = between(1, view.scale * factor, deepest);
  const ratio = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio };
}
