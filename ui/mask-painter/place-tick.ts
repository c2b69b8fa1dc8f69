// Positions the check box of a suggestion: next to its outline, not over its content or its neighbours.
import type { Extent } from '../zoom.ts';
import type { Box } from './ops.ts';

interface TickPlace {
  /** The point of the outline next to the check box, in picture pixels. */
  readonly x: number;
  readonly y: number;
  /** The side of that point where the check box is placed: -1, 0 or 1 each. */
  readonly toRight: -1 | 0 | 1;
  readonly down: -1 | 0 | 1;
}

/** Space for a check box next to an outline, as a fraction of the picture's shorter side when shown whole on a phone. */
const roomShare = 0.15;

const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Right of the box if there is space, otherwise left, below or above; if there is none, at the lower edge. */
export function placeTick(index: number, boxes: readonly Box[], picture: Extent): TickPlace {
  const box = boxes[index]!;
  const room = roomShare * Math.min(picture.width, picture.height);
  const [middleX, middleY] = [box.x + box.w / 2, box.y + box.h / 2];
  const places = [
    { x: box.x + box.w, y: middleY, toRight: 1, down: 0 },
    { x: box.x, y: middleY, toRight: -1, down: 0 },
    { x: middleX, y: box.y + box.h, toRight: 0, down: 1 },
    { x: middleX, y: box.y, toRight: 0, down: -1 },
  ] as const;
  const isFree = ({ x, y, toRight, down }: TickPlace) => {
    const left = x + ((toRight - 1) * room) / 2;
    const top = y + ((down - 1) * room) / 2;
    const isInside = left >= 0 && top >= 0 && left + room <= picture.width && top + room <= picture.height;
    const taken = { x: left, y: top, w: room, h: room };
    return isInside && !boxes.some((other, i) => i !== index && overlap(other, taken));
  };
  return places.find(isFree) ?? places[2];
}
