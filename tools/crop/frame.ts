// Computes the frame of a rotated and straightened image, and the crop in it, for the run and for the page's preview.
import type { CropOptions } from './contract.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Rectangle extends Size {
  readonly left: number;
  readonly top: number;
}

/** Returns the size after a rotation by quarter turns. */
export const turnSize = ({ width, height }: Size, turn: number): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

/** Returns the factor by which an image straightened by `angle` degrees has to be enlarged so that its frame has no empty corners. */
export function coverScale({ width, height }: Size, angle: number): number {
  const radians = (Math.abs(angle) * Math.PI) / 180;
  return Math.cos(radians) + Math.sin(radians) * Math.max(width / height, height / width);
}

/** Returns the crop in whole pixels of a `canvas` on which the turned image was rotated by `angle`. */
export function placeCrop(
  turned: Size,
  canvas: Size,
  { angle, left, top, width, height }: Pick<CropOptions, 'angle' | 'left' | 'top' | 'width' | 'height'>,
): Rectangle {
  const scale = coverScale(turned, angle);
  const frame = { width: turned.width / scale, height: turned.height / scale };
  const [x, y] = [
    (canvas.width - frame.width) / 2 + left * frame.width,
    (canvas.height - frame.height) / 2 + top * frame.height,
  ];
  const whole = (start: number, length: number, limit: number): [number, number] => {
    const first = Math.min(limit - 1, Math.max(0, Math.round(start)));
    return [first, Math.max(1, Math.min(limit - first, Math.round(start + length) - first))];
  };
  const [firstX, sizeX] = whole(x, Math.min(width, 1 - left) * frame.width, canvas.width);
  const [firstY, sizeY] = whole(y, Math.min(height, 1 - top) * frame.height, canvas.height);
  return { left: firstX, top: firstY, width: sizeX, height: sizeY };
}

/** Returns the size of the result in pixels. */
export function resultSize(picture: Size, options: Omit<CropOptions, 'format'>): Size {
  const turned = turnSize(picture, options.turn);
  const { width, height } = placeCrop(turned, turned, options);
  return { width, height };
}
