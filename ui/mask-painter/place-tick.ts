// Positions the check boxes of suggestions: each next to its outline, not over its content, its neighbours or their check boxes.
import type { Extent } from '../picture/zoom.ts';
import type { Box } from './ops.ts';

interface TickPlace {
  /** The point of the outline next to the check box, in picture pixels. */
  readonly x: number;
  readonly y: number;
  /** Where the check box is placed from that point, in steps of half its room. */
  readonly toRight: number;
  readonly down: number;
}

/** The frame of a phone, where a picture is shown smallest, the space for a check box beside an outline, and its diameter, in screen pixels. */
const phone = { width: 340, height: 360 };
const roomOnScreen = 48;
const tickOnScreen = 33;

interface Point {
  readonly x: number;
  readonly y: number;
}

const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Right of the box, left, below and above. */
function placesBeside({ x, y, w, h }: Box): [TickPlace, TickPlace, TickPlace, TickPlace] {
  const [middleX, middleY] = [x + w / 2, y + h / 2];
  return [
    { x: x + w, y: middleY, toRight: 1, down: 0 },
    { x, y: middleY, toRight: -1, down: 0 },
    { x: middleX, y: y + h, toRight: 0, down: 1 },
    { x: middleX, y, toRight: 0, down: -1 },
  ];
}

/** Places among many suggestions, nearest first: beside the box, on it, at its corners, and further away. */
function placesAmongMany(box: Box): TickPlace[] {
  const { x, y, w, h } = box;
  const [right, left, below, above] = placesBeside(box);
  const on = [0.5, 0.25, 0.75, 0.125, 0.875, 0.375, 0.625].map(share => ({
    x: x + share * w,
    y: y + h / 2,
    toRight: 0,
    down: 0,
  }));
  const corners = [1, 0].flatMap(down =>
    [1, 0].map(across => ({ x: x + across * w, y: y + down * h, toRight: 2 * across - 1, down: 2 * down - 1 })),
  );
  const beside = [below, right, left, above];
  const farther = [...beside, ...corners].map(place => ({
    ...place,
    toRight: 2 * place.toRight,
    down: 2 * place.down,
  }));
  return [...beside, ...on, ...corners, ...farther];
}

const hold = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/**
 * Returns a place for each box. Right of the box if there is space, otherwise left, below or above; if there is none, where the check boxes of the
 * previous ones are not covered, or are covered least.
 */
export function placeTicks(boxes: readonly Box[], { width, height }: Extent): TickPlace[] {
  const scale = Math.min(phone.width / width, phone.height / height);
  const room = roomOnScreen / scale;
  // The frame keeps check boxes within its borders.
  const centreOf = ({ x, y, toRight, down }: TickPlace): Point => ({
    x: hold(x + (toRight * room) / 2, room / 2, width - room / 2),
    y: hold(y + (down * room) / 2, room / 2, height - room / 2),
  });
  const isHeld = ({ x, y, toRight, down }: TickPlace): boolean => {
    const centre = centreOf({ x, y, toRight, down });
    return Math.hypot(centre.x - x - (toRight * room) / 2, centre.y - y - (down * room) / 2) > 1e-6;
  };
  const taken: Point[] = [];
  const gapOf = (place: TickPlace): number => {
    const { x, y } = centreOf(place);
    return Math.min(Infinity, ...taken.map(other => Math.hypot(other.x - x, other.y - y)));
  };
  const isApart = (place: TickPlace) => gapOf(place) >= tickOnScreen / scale;
  return boxes.map((box, index) => {
    const isFree = (place: TickPlace) => {
      const { x, y } = centreOf(place);
      const around = { x: x - room / 2, y: y - room / 2, w: room, h: room };
      return !isHeld(place) && !boxes.some((other, i) => i !== index && overlap(other, around));
    };
    const many = placesAmongMany(box);
    const place =
      placesBeside(box).find(one => isFree(one) && isApart(one)) ??
      many.find(isApart) ??
      many.reduce((best, one) => (gapOf(one) > gapOf(best) ? one : best));
    taken.push(centreOf(place));
    return place;
  });
}
