// Arithmetic with boxes.
import type { Box } from './patch.ts';

export const areaOf = ({ w, h }: Box): number => w * h;

/** Returns the number of pixels that two boxes share. */
export function intersect(a: Box, b: Box): number {
  const across = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}

export function unite(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

export const growBox = ({ x, y, w, h }: Box, across: number, down = across): Box => ({
  x: x - across,
  y: y - down,
  w: w + 2 * across,
  h: h + 2 * down,
});

/** Returns the part of a box within a frame, `margin` pixels from its border. */
export function clipBox(
  { x, y, w, h }: Box,
  { width, height }: { readonly width: number; readonly height: number },
  margin = 0,
): Box {
  const [left, top] = [Math.max(margin, x), Math.max(margin, y)];
  return {
    x: left,
    y: top,
    w: Math.max(0, Math.min(width - margin, x + w) - left),
    h: Math.max(0, Math.min(height - margin, y + h) - top),
  };
}

/** Sets all pixels of a box in a mask of the frame. */
export function fillBox(mask: Uint8Array, box: Box, size: { readonly width: number; readonly height: number }): void {
  const { x, y, w, h } = clipBox(box, size);
  for (let row = y; row < y + h; row++) mask.fill(1, row * size.width + x, row * size.width + x + w);
}
