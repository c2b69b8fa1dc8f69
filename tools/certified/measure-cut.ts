// Tells how much of a photo would show a body that its picture cuts off, so that shoulders would hang in the air.
import type { Area } from './place-head.ts';
import type { Portrait } from './portrait.ts';

const solid = 128;
/** Every few pixels are enough. */
const stride = 4;
/** From the picture's edge inwards, since the matte is unsure right at it. */
const inset = 3;

interface Line {
  readonly start: number;
  /** From one pixel to the next towards the photo's edge. */
  readonly step: number;
  /** Up to the photo's edge, and of these what the portrait has. */
  readonly length: number;
  readonly available: number;
}

/** Whether the picture ends before the line does, with the body still there. */
function isCut({ alpha, isInside }: Portrait, { start, step, length, available }: Line): boolean {
  let last = Math.min(length, available) - 1;
  while (last >= 0 && !isInside[start + last * step]) last--;
  return last < length - 1 && last >= inset && alpha[start + (last - inset) * step]! >= solid;
}

/** 0..1 of the lower edge and the two sides together: lines from the middle outwards that end in a body and not in the photo's edge. */
export function measureCut(portrait: Portrait, area: Area): number {
  const { width, height } = portrait.pixels;
  const [left, right] = [Math.round(area.x), Math.round(area.x + area.w)];
  const bottom = Math.round(area.y + area.h);
  const chin = Math.round(portrait.head.chin);
  const middle = Math.round(portrait.head.middle);
  let lines = 0;
  let cut = 0;
  const look = (line: Line) => {
    lines++;
    if (isCut(portrait, line)) cut++;
  };
  for (let x = Math.max(0, left); x < Math.min(width, right); x += stride)
    look({ start: chin * width + x, step: width, length: bottom - chin, available: height - chin });
  for (let y = chin; y < Math.min(height, bottom); y += stride) {
    const start = y * width + middle;
    look({ start, step: 1, length: right - middle, available: width - middle });
    look({ start, step: -1, length: middle - left, available: middle + 1 });
  }
  return lines === 0 ? 0 : cut / lines;
}
