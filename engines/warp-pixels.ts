// Renders a rotated, shifted and scaled part of an image (an affine warp).
import type { Pixels } from './pixels/plane.ts';

/** Maps a position in the frame to one in the image: x' = a x + b y + c, y' = d x + e y + f. Pixel centres have a fraction of one half. */
type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly toPicture: Affine;
}

/**
 * Returns the frame that shows `centre` of the image at `at`, with `scale` frame pixels per image pixel, rotated so that content tilted clockwise by
 * `degrees` in the image becomes upright.
 */
export function turnedFrame(
  size: { readonly width: number; readonly height: number },
  centre: readonly [number, number],
  at: readonly [number, number],
  scale: number,
  degrees: number,
): Frame {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians) / scale, Math.sin(radians) / scale];
  const toPicture: Affine = [
    cos,
    -sin,
    centre[0] - cos * at[0] + sin * at[1],
    sin,
    cos,
    centre[1] - sin * at[0] - cos * at[1],
  ];
  return { ...size, toPicture };
}

/** Maps a position in the image to the frame. */
export function toFrame({ toPicture: [a, b, c, d, e, f] }: Frame, [x, y]: readonly [number, number]): [number, number] {
  const determinant = a * e - b * d;
  return [(e * (x - c) - b * (y - f)) / determinant, (a * (y - f) - d * (x - c)) / determinant];
}

/** Number of samples per frame pixel in each direction, according to the size of a frame pixel in the image. */
const samplesAcross = (affine: Affine): number =>
  Math.min(8, Math.max(1, Math.round(Math.hypot(affine[0], affine[3]) * 0.6)));

interface Warp {
  readonly picture: Pixels;
  readonly frame: Frame;
  /** Samples per frame pixel in each direction. */
  readonly across: number;
  readonly out: Uint8Array;
  readonly isInside: Uint8Array;
}

/** Writes pixel `to` of the frame: the mean of its samples, each interpolated bilinearly. */
function warpPixel({ picture, frame, across, out }: Warp, column: number, row: number, to: number): void {
  const { data, width, height } = picture;
  const at = frame.toPicture;
  const share = 1 / (across * across);
  let red = 0.5;
  let green = 0.5;
  let blue = 0.5;
  for (let sample = 0; sample < across * across; sample++) {
    const x = column + ((sample % across) + 0.5) / across;
    const y = row + (Math.floor(sample / across) + 0.5) / across;
    const px = Math.min(width - 1, Math.max(0, at[0] * x + at[1] * y + at[2] - 0.5));
    const py = Math.min(height - 1, Math.max(0, at[3] * x + at[4] * y + at[5] - 0.5));
    const left = Math.floor(px);
    const top = Math.floor(py);
    const tx = px - left;
    const ty = py - top;
    const p = (top * width + left) * 3;
    const q = left < width - 1 ? p + 3 : p;
    const down = top < height - 1 ? width * 3 : 0;
    const w00 = (1 - tx) * (1 - ty) * share;
    const w10 = tx * (1 - ty) * share;
    const w01 = (1 - tx) * ty * share;
    const w11 = tx * ty * share;
    red += data[p]! * w00 + data[q]! * w10 + data[p + down]! * w01 + data[q + down]! * w11;
    green += data[p + 1]! * w00 + data[q + 1]! * w10 + data[p + down + 1]! * w01 + data[q + down + 1]! * w11;
    blue += data[p + 2]! * w00 + data[q + 2]! * w10 + data[p + down + 2]! * w01 + data[q + down + 2]! * w11;
  }
  out[to * 3] = red;
  out[to * 3 + 1] = green;
  out[to * 3 + 2] = blue;
}

function warpRow(warp: Warp, row: number): void {
  const { picture, frame, isInside } = warp;
  const [a, b, c, d, e, f] = frame.toPicture;
  for (let column = 0, to = row * frame.width; column < frame.width; column++, to++) {
    warpPixel(warp, column, row, to);
    const x = a * (column + 0.5) + b * (row + 0.5) + c;
    const y = d * (column + 0.5) + e * (row + 0.5) + f;
    isInside[to] = x >= 0 && x <= picture.width && y >= 0 && y <= picture.height ? 1 : 0;
  }
}

/**
 * Renders the frame: bilinear, averaged over several samples per pixel where the image is finer. Beyond the image its border is repeated; `isInside`
 * is 1 inside the image.
 */
export function warpPixels(picture: Pixels, frame: Frame): { pixels: Pixels; isInside: Uint8Array } {
  const { width, height } = frame;
  const out = new Uint8Array(width * height * 3);
  const isInside = new Uint8Array(width * height);
  const warp: Warp = { picture, frame, across: samplesAcross(frame.toPicture), out, isInside };
  for (let row = 0; row < height; row++) warpRow(warp, row);
  return { pixels: { data: out, width, height }, isInside };
}
