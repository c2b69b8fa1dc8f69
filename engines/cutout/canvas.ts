// The frame of a cutout: the whole image, or the subject with a margin, which may extend beyond the image.
import { type Box, findSubjectBox } from '../matte/subject-box.ts';

export interface Canvas {
  /** Its top left corner in the image; negative when it lies outside. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The part of the canvas that the image covers. */
  readonly inside: Box;
}

interface CropRule {
  readonly marginPercent: number;
  readonly mayGrow: boolean;
}

/** Maximum distance of a subject from the border, as a share of the side, at which it is taken to be cut off there. */
const touching = 0.005;

function frame(x: number, y: number, right: number, bottom: number, width: number, height: number): Canvas {
  const left = Math.max(0, x);
  const top = Math.max(0, y);
  const inside = { x: left - x, y: top - y, w: Math.min(width, right) - left, h: Math.min(height, bottom) - top };
  return { x, y, width: right - x, height: bottom - y, inside };
}

/** Returns the canvas; the whole image when there is no rule or no subject. Sides in pixels. */
export function chooseCanvas(alpha: Uint8Array, width: number, height: number, rule: CropRule | undefined): Canvas {
  const whole = frame(0, 0, width, height, width, height);
  const box = rule && findSubjectBox(alpha, width, height);
  if (!box) return whole;
  const margin = Math.round((Math.max(box.w, box.h) * rule.marginPercent) / 100);
  const right = box.x + box.w;
  const bottom = box.y + box.h;
  // Where the image cuts off the subject, a margin would show the cut.
  const isFree = (gap: number, side: number) => rule.mayGrow && gap > touching * side;
  const before = (start: number, side: number) => (isFree(start, side) ? start - margin : Math.max(0, start - margin));
  const after = (end: number, side: number) => (isFree(side - end, side) ? end + margin : Math.min(side, end + margin));
  return frame(before(box.x, width), before(box.y, height), after(right, width), after(bottom, height), width, height);
}
