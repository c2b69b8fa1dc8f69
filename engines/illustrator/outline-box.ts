// The bounding box of an SVG path from its points: Bézier curves stay within the hull of their control points, so for them the box is exact or
// slightly too large. Arcs count only with their end points.

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Number of arguments by command; the flags of arcs may be written without a space after them. */
const numbersOf: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

function* readArguments(text: string, command: string): Generator<number[]> {
  const count = numbersOf[command] ?? 0;
  const number = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy;
  const flag = /[\s,]*([01])/y;
  let at = 0;
  while (count > 0) {
    const found: number[] = [];
    for (let i = 0; i < count; i++) {
      const rule = command === 'a' && (i === 3 || i === 4) ? flag : number;
      rule.lastIndex = at;
      const match = rule.exec(text);
      if (!match) return;
      at = rule.lastIndex;
      found.push(Number(match[1]));
    }
    yield found;
  }
}

/** Yields every point of a path, including control points. */
function* pointsOf(path: string): Generator<readonly [number, number]> {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const [, letter = '', text = ''] of path.matchAll(/([mlhvcsqtaz])([^mlhvcsqtaz]*)/gi)) {
    const command = letter.toLowerCase();
    const isRelative = letter === command;
    if (command === 'z') [x, y] = [startX, startY];
    let isFirst = true;
    for (const args of readArguments(text.replace(/e-/gi, 'e-'), command)) {
      const [baseX, baseY] = isRelative ? [x, y] : [0, 0];
      if (command === 'h') x = baseX + args[0]!;
      else if (command === 'v') y = baseY + args[0]!;
      else if (command === 'a') {
        [x, y] = [baseX + args[5]!, baseY + args[6]!];
      } else {
        for (let i = 0; i + 1 < args.length; i += 2) yield [baseX + args[i]!, baseY + args[i + 1]!];
        [x, y] = [baseX + args.at(-2)!, baseY + args.at(-1)!];
      }
      if (command === 'm' && isFirst) [startX, startY] = [x, y];
      isFirst = false;
      yield [x, y];
    }
  }
}

const none = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

function boxOf(points: Iterable<readonly [number, number]>): Box | undefined {
  const is = { ...none };
  for (const [x, y] of points) {
    is.left = Math.min(is.left, x);
    is.right = Math.max(is.right, x);
    is.top = Math.min(is.top, y);
    is.bottom = Math.max(is.bottom, y);
  }
  if (!Number.isFinite(is.left)) return undefined;
  return { x: is.left, y: is.top, w: is.right - is.left, h: is.bottom - is.top };
}

/** Returns the box of one element; undefined when it draws nothing. */
export function boxOfElement(name: string, read: (attribute: string) => string | undefined): Box | undefined {
  const number = (attribute: string) => Number(read(attribute) ?? 0);
  if (name === 'path') return boxOf(pointsOf(read('d') ?? ''));
  if (name === 'rect') return { x: number('x'), y: number('y'), w: number('width'), h: number('height') };
  if (name !== 'circle' && name !== 'ellipse') return undefined;
  const [rx, ry] = name === 'circle' ? [number('r'), number('r')] : [number('rx'), number('ry')];
  return { x: number('cx') - rx, y: number('cy') - ry, w: 2 * rx, h: 2 * ry };
}

export const joinBoxes = (boxes: readonly Box[]): Box => {
  const corners = boxes.flatMap(({ x, y, w, h }): (readonly [number, number])[] => [
    [x, y],
    [x + w, y + h],
  ]);
  return boxOf(corners) ?? { x: 0, y: 0, w: 32, h: 32 };
};
