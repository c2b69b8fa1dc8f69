// The length and the bounding box of an outline, from its path data.

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
const numbers = new RegExp(number, 'g');
/** An arc's flags may stand next to each other and to the number after them. */
const arcs = new RegExp(
  String.raw`(${number})[\s,]*(${number})[\s,]*${number}[\s,]*[01][\s,]*[01][\s,]*(${number})[\s,]*(${number})`,
  'g',
);
/** Numbers per segment; the last two are where it ends. */
const numbersOf: Readonly<Record<string, number>> = { M: 2, L: 2, T: 2, H: 1, V: 1, S: 4, Q: 4, C: 6 };

interface Extent {
  /** Of the segments and of their control points, in units of the art; the lines that close it are left out. */
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

/** An upper bound within a small factor. */
export function measureOutline(outline: string): Extent {
  let [x, y, length] = [0, 0, 0];
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1e9, -1e9];
  const reach = (toX: number, toY: number, around = 0) => {
    length += Math.abs(toX - x) + Math.abs(toY - y) + around;
    [x, y] = [toX, toY];
    left = Math.min(left, x - around);
    top = Math.min(top, y - around);
    right = Math.max(right, x + around);
    bottom = Math.max(bottom, y + around);
  };
  // An E is part of a number.
  for (const [, command = '', text = ''] of outline.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    const kind = command.toUpperCase();
    const isRelative = kind !== command;
    if (kind === 'A') {
      for (const [, radiusX, radiusY, endX, endY] of text.matchAll(arcs)) {
        const [fromX, fromY] = isRelative ? [x, y] : [0, 0];
        const away = Math.hypot(fromX + Number(endX) - x, fromY + Number(endY) - y);
        // Too large radii make the arc straight; too small ones are enlarged.
        const bulge = Math.min(2 * away, 2 * Math.max(Number(radiusX), Number(radiusY))) + away / 2;
        reach(fromX + Number(endX), fromY + Number(endY), bulge);
      }
      continue;
    }
    const perSegment = numbersOf[kind];
    if (perSegment === undefined) continue;
    const values = (text.match(numbers) ?? []).map(Number);
    for (let at = 0; at + perSegment <= values.length; at += perSegment) {
      const [fromX, fromY] = isRelative ? [x, y] : [0, 0];
      if (kind === 'H') reach(fromX + values[at]!, y);
      else if (kind === 'V') reach(x, fromY + values[at]!);
      else
        for (let point = at; point < at + perSegment; point += 2)
          reach(fromX + values[point]!, fromY + values[point + 1]!);
    }
  }
  return right < left ? { length: 0, width: 0, height: 0 } : { length, width: right - left, height: bottom - top };
}
