// The areas of a clip that carry marks: where, when, and with which margins they are looked at.
import { AppError } from 'contract/errors.ts';
import type { ClipSource } from './clip-source.ts';
import { alignBox, type Box } from './patch.ts';

export interface MarkedArea {
  /** In upright pixels of the clip. */
  readonly box: Box;
  /** One byte per pixel of the box: the pixels that a person painted, all of which are removed. Absent: the mark within the box is searched for. */
  readonly painted?: Uint8Array | undefined;
  /** Seconds of the clip; absent: from its beginning, or to its end. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** Seconds by which the mark may appear earlier and stay longer: each frame in that time is tested for the mark. */
  readonly looseSeconds?: number | undefined;
  /** The box was found, not drawn: it fits the mark, and is left alone where the motion of the scene shows that nothing covers it. */
  readonly isFound?: boolean | undefined;
}

/** Margin in pixels around a mark. */
const margin = { across: 48, down: 32 };
/** Frame height to which these margins fit; larger frames have larger marks. */
const usualHeight = 360;
const maxScale = 2.5;

/** An area within the clip's frame and duration. */
export interface Placed {
  readonly area: MarkedArea;
  /** The area with its margins. */
  readonly box: Box;
  readonly start: number;
  readonly end: number;
}

/** Areas in one place, which show the same mark at different times. */
export interface Place {
  readonly areas: readonly [Placed, ...Placed[]];
  readonly box: Box;
}

/** Clips the areas to the clip's frame and duration and adds the margins to look at. Throws MASK_EMPTY. */
export function placeAreas(areas: readonly MarkedArea[], { format, seconds }: ClipSource): Placed[] {
  const { width, height } = format;
  const scale = Math.max(1, Math.min(maxScale, Math.min(width, height) / usualHeight));
  const around = { across: margin.across * scale, down: margin.down * scale };
  const placed = areas.flatMap(area => {
    const { x, y, w, h } = area.box;
    const start = Math.max(0, Math.min(area.start ?? 0, seconds));
    const end = Math.max(start, Math.min(area.end ?? seconds, seconds));
    const isOutside = x >= width || y >= height || x + w <= 0 || y + h <= 0 || end <= start;
    // Too small for the numbers of the computer: x + w is x.
    const isNothing = Math.ceil(x + w) <= Math.floor(x) || Math.ceil(y + h) <= Math.floor(y);
    return isOutside || isNothing ? [] : [{ area, box: alignBox(area.box, around, format), start, end }];
  });
  if (placed.length === 0) throw new AppError('MASK_EMPTY');
  return placed;
}

/** Joins found areas with the same box. What a person drew may show something else each time. */
export function joinPlaces(placed: readonly Placed[]): Place[] {
  const places = Map.groupBy(placed, one => (one.area.isFound ? Object.values(one.area.box).join(' ') : one));
  return [...places.values()].map(areas => ({ areas: areas as [Placed, ...Placed[]], box: areas[0]!.box }));
}

/** Returns a mask with one byte per pixel of `box`, set inside `inner`. */
export function drawBox(box: Box, inner: Box): Uint8Array {
  const mask = new Uint8Array(box.w * box.h);
  const [left, right] = [
    Math.max(0, Math.floor(inner.x) - box.x),
    Math.min(box.w, Math.ceil(inner.x + inner.w) - box.x),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(inner.y) - box.y),
    Math.min(box.h, Math.ceil(inner.y + inner.h) - box.y),
  ];
  for (let y = top; y < bottom; y++) mask.fill(1, y * box.w + left, y * box.w + right);
  return mask;
}

export function drawPainted(box: Box, { x, y, w, h }: Box, painted: Uint8Array): Uint8Array {
  const mask = new Uint8Array(box.w * box.h);
  for (let row = 0; row < h; row++) {
    for (let column = 0; column < w; column++) {
      const [u, v] = [x + column - box.x, y + row - box.y];
      if (painted[row * w + column] && u >= 0 && v >= 0 && u < box.w && v < box.h) mask[v * box.w + u] = 1;
    }
  }
  return mask;
}

export const countPixels = (mask: Uint8Array) => mask.reduce((sum, value) => sum + (value ? 1 : 0), 0);
