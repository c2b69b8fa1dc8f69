// Moves or resizes a frame by pointer or keys: as a whole, or by one of its eight handles, freely or with a fixed ratio. All lengths are fractions of
// the surrounding area; ratios refer to these fractions, so 1 is the area's own aspect ratio.

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The sides that a handle moves: -1 left or top, 1 right or bottom, 0 neither. */
export interface Grip {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

/** Clockwise from the middle of the top. */
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

/** Constraints of a frame. */
export interface FrameRules {
  readonly ratio?: number | undefined;
  /** An area that the frame must always contain. */
  readonly inner?: Rectangle;
}

/** Minimum side length. */
const min = 0.04;
const hold = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value));

export const whole: Rectangle = { left: 0, top: 0, width: 1, height: 1 };

export function moveFrame(frame: Rectangle, dx: number, dy: number, inner?: Rectangle): Rectangle {
  const place = (start: number, length: number, from: number, size: number) =>
    inner ? hold(start, Math.max(0, from + size - length), Math.min(1 - length, from)) : hold(start, 0, 1 - length);
  return {
    ...frame,
    left: place(frame.left + dx, frame.width, inner?.left ?? 0, inner?.width ?? 0),
    top: place(frame.top + dy, frame.height, inner?.top ?? 0, inner?.height ?? 0),
  };
}

/** Returns the largest frame of this ratio around the centre of `frame`, no larger than the area. */
export function shapeFrame(frame: Rectangle, ratio: number): Rectangle {
  const [middleX, middleY] = [frame.left + frame.width / 2, frame.top + frame.height / 2];
  const width = Math.min(1, ratio);
  const height = width / ratio;
  return {
    width,
    height,
    left: hold(middleX - width / 2, 0, 1 - width),
    top: hold(middleY - height / 2, 0, 1 - height),
  };
}

/** Moves one side of the frame by `by` and returns the new start and length. `from` and `to` bound the area that it must contain. */
function pull(
  start: number,
  length: number,
  side: -1 | 0 | 1,
  by: number,
  [from, to]: readonly [number, number],
): [number, number] {
  const end = start + length;
  if (side === 1) return [start, hold(end + by, Math.max(start + min, to), 1) - start];
  if (side === -1) {
    const first = hold(start + by, 0, Math.min(end - min, from));
    return [first, end - first];
  }
  return [start, length];
}

/** Returns the frame after pulling a handle. With a fixed ratio, the opposite side or corner stays in place. */
export function pullFrame(
  frame: Rectangle,
  grip: Grip,
  dx: number,
  dy: number,
  { ratio, inner }: FrameRules = {},
): Rectangle {
  const spanX = inner ? ([inner.left, inner.left + inner.width] as const) : ([1, 0] as const);
  const spanY = inner ? ([inner.top, inner.top + inner.height] as const) : ([1, 0] as const);
  const [left, width] = pull(frame.left, frame.width, grip.x, dx, spanX);
  const [top, height] = pull(frame.top, frame.height, grip.y, dy, spanY);
  if (ratio === undefined) return { left, top, width, height };
  const isByHeight =
    grip.x === 0 || (grip.y !== 0 && Math.abs(height - frame.height) * ratio > Math.abs(width - frame.width));
  const wanted = isByHeight ? height * ratio : width;
  // Space from the fixed side or centre to the edge of the area.
  const room = (start: number, length: number, side: number) => {
    if (side === 1) return 1 - start;
    return side === -1 ? start + length : 2 * Math.min(start + length / 2, 1 - start - length / 2);
  };
  /** Minimum extent from the fixed side or centre that contains the inner area. */
  const need = (start: number, length: number, side: number, [from, to]: readonly [number, number]) => {
    if (to < from) return 0;
    if (side === 1) return to - start;
    return side === -1 ? start + length - from : 2 * Math.max(to - start - length / 2, start + length / 2 - from);
  };
  const max = Math.min(room(frame.left, frame.width, grip.x), room(frame.top, frame.height, grip.y) * ratio);
  const lowest = Math.max(
    Math.min(max, min * Math.max(1, ratio)),
    need(frame.left, frame.width, grip.x, spanX),
    need(frame.top, frame.height, grip.y, spanY) * ratio,
  );
  const newWidth = Math.min(max, Math.max(wanted, lowest));
  const newHeight = newWidth / ratio;
  const place = (start: number, length: number, side: number, now: number) => {
    if (side === 1) return start;
    return side === -1 ? start + length - now : start + (length - now) / 2;
  };
  return {
    left: hold(place(frame.left, frame.width, grip.x, newWidth), 0, 1 - newWidth),
    top: hold(place(frame.top, frame.height, grip.y, newHeight), 0, 1 - newHeight),
    width: newWidth,
    height: newHeight,
  };
}
