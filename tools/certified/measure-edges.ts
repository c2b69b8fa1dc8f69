// Measures what the edges of an ID photo show of the person: a body that the image cuts off, hair or an arm beside the head, and a missing body.
import type { Area } from './place-head.ts';
import type { Portrait } from './portrait.ts';

const solid = 128;
/** Distance between scan lines in pixels; sampling is enough. */
const stride = 4;
/** Distance from the image's edge at which the matte is read, in pixels, because it is unreliable right at the edge. */
const inset = 3;

interface Line {
  readonly start: number;
  /** Index step from one pixel to the next, towards the photo's edge. */
  readonly step: number;
  /** Number of pixels up to the photo's edge, and how many of them the portrait contains. */
  readonly length: number;
  readonly available: number;
}

/** Whether the image ends before the line does, while the line is still inside the body. */
function isCut({ alpha, isInside }: Portrait, { start, step, length, available }: Line): boolean {
  let last = Math.min(length, available) - 1;
  while (last >= 0 && !isInside[start + last * step]) last--;
  return last < length - 1 && last >= inset && alpha[start + (last - inset) * step]! >= solid;
}

/**
 * Returns how much of the photo's lower and side edges the image's end cuts off, 0..1: the share of scan lines from the middle outwards that leave
 * the image inside the body.
 */
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

/**
 * Returns how much of the photo's side edges the person reaches between the crown and the mouth, 0..1, at the side where it is more: there is nothing
 * beside the head but long hair, or an arm.
 */
export function measureBeside({ alpha, isInside, head, pixels: { width, height } }: Portrait, { x, w }: Area): number {
  const rows = {
    from: Math.max(0, Math.round(head.crown)),
    to: Math.min(height, Math.round((head.eyes + head.chin) / 2)),
  };
  const shares = [Math.round(x) + inset, Math.round(x + w) - 1 - inset].map(column => {
    if (column < 0 || column >= width) return 0;
    let reached = 0;
    for (let y = rows.from; y < rows.to; y++)
      if (isInside[y * width + column] && alpha[y * width + column]! >= solid) reached++;
    return reached / Math.max(1, rows.to - rows.from);
  });
  return Math.max(...shares);
}

/**
 * Returns how much of the columns below a face the person covers at the photo's lower edge, 0..1, for the face where it is least. A face whose columns
 * end before that edge counts as 1: there the image cuts off the body.
 */
export function measureBelow({ alpha, isInside, meshes, pixels: { width, height } }: Portrait, { y, h }: Area): number {
  const row = Math.round(y + h) - 1 - inset;
  if (row < 0 || row >= height) return 1;
  const shares = meshes.map(mesh => {
    const across = mesh.map(([x]) => x);
    const from = Math.max(0, Math.round(Math.min(...across)));
    const to = Math.min(width, Math.round(Math.max(...across)));
    let [seen, covered] = [0, 0];
    for (let at = row * width + from; at < row * width + to; at++) {
      if (!isInside[at]) continue;
      seen++;
      if (alpha[at]! >= solid) covered++;
    }
    return seen * 2 < to - from ? 1 : covered / Math.max(1, seen);
  });
  return Math.min(...shares);
}
