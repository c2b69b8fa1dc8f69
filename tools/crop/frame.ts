// Computes the frame of a rotated and straightened image, and the crop in it, for the run and for the page's preview.
import type { CropOptions, Ratio } from './contract.ts';

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

/** Converts the ratio to one of fractions of the frame; undefined if the crop is free. */
export function frameRatio(ratio: Ratio, frame: Size): number | undefined {
  if (ratio === 'free') return undefined;
  if (ratio === 'own') return 1;
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  return ((across / down) * frame.height) / frame.width;
}

type Crop = Pick<CropOptions, 'left' | 'top' | 'width' | 'height' | 'ratio'>;

/** Returns the crop of a frame of this size, as fractions: the part to keep, brought to the ratio. */
export function shapeCrop({ left, top, width, height, ratio }: Crop, frame: Size): Rectangle {
  const wanted = frameRatio(ratio, frame);
  const [across, down] = [Math.min(width, 1 - left), Math.min(height, 1 - top)];
  if (wanted === undefined) return { left, top, width: across, height: down };
  // The largest crop has a side of 1, so the longer side is the crop's share of the largest one.
  const share = Math.max(across, down);
  const [newWidth, newHeight] = [share * Math.min(1, wanted), share * Math.min(1, 1 / wanted)];
  const place = (middle: number, length: number) => Math.min(1 - length, Math.max(0, middle - length / 2));
  return {
    left: place(left + across / 2, newWidth),
    top: place(top + down / 2, newHeight),
    width: newWidth,
    height: newHeight,
  };
}

/** Returns the crop in whole pixels of a `canvas` on which the turned image was rotated by `angle`. */
export function placeCrop(turned: Size, canvas: Size, options: Crop & Pick<CropOptions, 'angle'>): Rectangle {
  const { left, top, width, height } = shapeCrop(options, turned);
  const scale = coverScale(turned, options.angle);
  const frame = { width: turned.width / scale, height: turned.height / scale };
  const [x, y] = [
    (canvas.width - frame.width) / 2 + left * frame.width,
    (canvas.height - frame.height) / 2 + top * frame.height,
  ];
  const whole = (start: number, length: number, limit: number): [number, number] => {
    const first = Math.min(limit - 1, Math.max(0, Math.round(start)));
    return [first, Math.max(1, Math.min(limit - first, Math.round(length)))];
  };
  const [firstX, sizeX] = whole(x, width * frame.width, canvas.width);
  const [firstY, sizeY] = whole(y, height * frame.height, canvas.height);
  return { left: firstX, top: firstY, width: sizeX, height: sizeY };
}

/** Returns the size of the result in pixels. */
export function resultSize(picture: Size, options: Omit<CropOptions, 'format'>): Size {
  const turned = turnSize(picture, options.turn);
  const { width, height } = placeCrop(turned, turned, options);
  return { width, height };
}
