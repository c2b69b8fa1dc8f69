// Draws a turned, moved and scaled part of a picture: the same as looking through a tilted frame.
import type { Pixels } from './pixels.ts';

/** Maps a place of the frame to one of the picture: x' = a x + b y + c, y' = d x + e y + f. Pixel centres lie at halves. */
type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly toPicture: Affine;
}

/**
 * The frame that shows `centre` of the picture at `at`, `scale` frame pixels to one of the picture, turned so that what leans by
 * `degrees` clockwise in the picture stands upright.
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

/** A place of the picture as seen in the frame. */
export function toFrame({ toPicture: [a, b, c, d, e, f] }: Frame, [x, y]: readonly [number, number]): [number, number] {
  const determinant = a * e - b * d;
  return [(e * (x - c) - b * (y - f)) / determinant, (a * (y - f) - d * (x - c)) / determinant];
}

/** How much of the pixel that a sample stands for is averaged in each direction. */
const samplesAcross = (affine: Affine): number =>
  Math.min(8, Math.max(1, Math.round(Math.hypot(affine[0], affine[3]) * 0.6)));

/**
 * Looks through the frame: bilinear, averaged over as many samples a pixel as the picture is finer. What lies beyond the picture's edge
 * repeats its border; `isInside` is 1 where the picture is.
 */
export function warpPixels(picture: Pixels, frame: Frame): { pixels: Pixels; isInside: Uint8Array } {
  const { data, width, height } = picture;
  const [a, b, c, d, e, f] = frame.toPicture;
  const across = samplesAcross(frame.toPicture);
  const out = new Uint8Array(frame.width * frame.height * 3);
  const isInside = new Uint8Array(frame.width * frame.height);
  const weight = 1 / (across * across);
  const [lastX, lastY] = [width - 1, height - 1];
  for (let row = 0, to = 0; row < frame.height; row++)
    for (let column = 0; column < frame.width; column++, to++) {
      let [red, green, blue] = [0, 0, 0];
      for (let sample = 0; sample < across * across; sample++) {
        const x = column + ((sample % across) + 0.5) / across;
        const y = row + (Math.floor(sample / across) + 0.5) / across;
        const px = Math.min(lastX, Math.max(0, a * x + b * y + c - 0.5));
        const py = Math.min(lastY, Math.max(0, d * x + e * y + f - 0.5));
        const left = Math.floor(px);
        const top = Math.floor(py);
        const [tx, ty] = [px - left, py - top];
        const p = (top * width + left) * 3;
        const right = left < lastX ? p + 3 : p;
        const down = top < lastY ? width * 3 : 0;
        const [w00, w10, w01, w11] = [(1 - tx) * (1 - ty), tx * (1 - ty), (1 - tx) * ty, tx * ty];
        red += data[p]! * w00 + data[right]! * w10 + data[p + down]! * w01 + data[right + down]! * w11;
        green +=
          data[p + 1]! * w00 + data[right + 1]! * w10 + data[p + down + 1]! * w01 + data[right + down + 1]! * w11;
        blue += data[p + 2]! * w00 + data[right + 2]! * w10 + data[p + down + 2]! * w01 + data[right + down + 2]! * w11;
      }
      out[to * 3] = red * weight + 0.5;
      out[to * 3 + 1] = green * weight + 0.5;
      out[to * 3 + 2] = blue * weight + 0.5;
      const [midX, midY] = [a * (column + 0.5) + b * (row + 0.5) + c, d * (column + 0.5) + e * (row + 0.5) + f];
      isInside[to] = midX >= 0 && midX <= width && midY >= 0 && midY <= height ? 1 : 0;
    }
  return { pixels: { data: out, width: frame.width, height: frame.height }, isInside };
}
