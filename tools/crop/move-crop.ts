// How a crop follows the pointer and the keys: moved as a whole, or by one of its eight handles, free or in a ratio. All lengths are fractions
// of the frame; a ratio is that of these fractions, so 1 is the frame's own shape.
import { leastShare } from './contract.ts';
import type { Rectangle } from './frame.ts';

/** Which sides a handle moves: -1 left or top, 1 right or bottom, 0 neither. `move` takes all along. */
export interface Grip {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

/** From the middle of the top, clockwise. */
export const grips: readonly Grip[] = [
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
  { x: -1, y: -1 },
];

/** Small enough to aim at and large enough to take hold of. */
const least = Math.max(leastShare, 0.04);
const hold = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value));

export const whole: Rectangle = { left: 0, top: 0, width: 1, height: 1 };

export function moveCrop(crop: Rectangle, dx: number, dy: number): Rectangle {
  return { ...crop, left: hold(crop.left + dx, 0, 1 - crop.width), top: hold(crop.top + dy, 0, 1 - crop.height) };
}

/** The largest crop of this ratio around the middle of `crop`, no larger than the frame. */
export function shapeCrop(crop: Rectangle, ratio: number): Rectangle {
  const [middleX, middleY] = [crop.left + crop.width / 2, crop.top + crop.height / 2];
  const width = Math.min(1, ratio);
  const height = width / ratio;
  return {
    width,
    height,
    left: hold(middleX - width / 2, 0, 1 - width),
    top: hold(middleY - height / 2, 0, 1 - height),
  };
}

/** One side of the crop moved by `by`: its new start and length. */
function pull(start: number, length: number, side: -1 | 0 | 1, by: number): [number, number] {
  const end = start + length;
  if (side === 1) return [start, hold(end + by, start + least, 1) - start];
  if (side === -1) {
    const first = hold(start + by, 0, end - least);
    return [first, end - first];
  }
  return [start, length];
}

/** The crop with a handle pulled by so much. With a ratio the opposite side, or corner, stays. */
export function pullCrop(crop: Rectangle, grip: Grip, dx: number, dy: number, ratio?: number): Rectangle {
  const [left, width] = pull(crop.left, crop.width, grip.x, dx);
  const [top, height] = pull(crop.top, crop.height, grip.y, dy);
  if (ratio === undefined) return { left, top, width, height };
  const isByHeight =
    grip.x === 0 || (grip.y !== 0 && Math.abs(height - crop.height) * ratio > Math.abs(width - crop.width));
  const wanted = isByHeight ? height * ratio : width;
  // Room from the side or the middle that stays.
  const room = (start: number, length: number, side: number) => {
    if (side === 1) return 1 - start;
    return side === -1 ? start + length : 2 * Math.min(start + length / 2, 1 - start - length / 2);
  };
  const most = Math.min(room(crop.left, crop.width, grip.x), room(crop.top, crop.height, grip.y) * ratio);
  const newWidth = hold(wanted, Math.min(most, least * Math.max(1, ratio)), most);
  const newHeight = newWidth / ratio;
  const place = (start: number, length: number, side: number, now: number) => {
    if (side === 1) return start;
    return side === -1 ? start + length - now : start + (length - now) / 2;
  };
  return {
    left: hold(place(crop.left, crop.width, grip.x, newWidth), 0, 1 - newWidth),
    top: hold(place(crop.top, crop.height, grip.y, newHeight), 0, 1 - newHeight),
    width: newWidth,
    height: newHeight,
  };
}
