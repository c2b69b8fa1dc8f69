// Converts SVG paths and basic shapes to lines and cubic curves on the page, with their bounding box.
import { apply, type Matrix, readNumbers } from './matrix.ts';
import type { XmlElement } from './read-xml.ts';

/** Points on the page: one for a move or a line, three for a curve, none for a close. */
export interface Segment {
  readonly command: 'M' | 'L' | 'C' | 'Z';
  readonly points: readonly number[];
}

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The number of arguments of each command. */
const arity: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

interface Command {
  readonly letter: string;
  readonly numbers: readonly number[];
}

/** Yields the commands of a path, each with its arguments. Like browsers, it stops at the first syntax error. */
function* readCommands(data: string): Generator<Command> {
  const gap = /[\s,]*/y;
  const command = /[a-zA-Z]/y;
  const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
  // The two flags of an arc may be written without separators: "a1 1 0 0110 10".
  const flag = /[01]/y;
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(data) ?? [];
    at += found?.length ?? 0;
    return found;
  };
  let letter = '';
  let numbers: number[] = [];
  for (take(gap); at < data.length; take(gap)) {
    const next = numbers.length === 0 ? take(command) : undefined;
    if (next !== undefined) {
      if (!Object.hasOwn(arity, next.toLowerCase())) return;
      letter = next;
      if (arity[letter.toLowerCase()] === 0) yield { letter, numbers };
      continue;
    }
    const kind = letter.toLowerCase();
    const isFlag = kind === 'a' && (numbers.length === 3 || numbers.length === 4);
    const found = take(isFlag ? flag : number);
    if (found === undefined || kind === '' || kind === 'z') return;
    numbers.push(readNumbers(found)[0] ?? 0);
    if (numbers.length < arity[kind]!) continue;
    yield { letter, numbers };
    numbers = [];
    // Further points after a move are lines.
    if (letter === 'M') letter = 'L';
    if (letter === 'm') letter = 'l';
  }
}

/** Converts an elliptical arc to cubic curves of at most 90° each (SVG 2, appendix B.2). Returns three points per curve. */
function arcToCubics(
  from: readonly [number, number],
  numbers: readonly number[],
  to: readonly [number, number],
): number[] {
  const [phi, isLarge, isSweep] = [(numbers[2]! * Math.PI) / 180, numbers[3] !== 0, numbers[4] !== 0];
  let [rx, ry] = [Math.abs(numbers[0]!), Math.abs(numbers[1]!)];
  if (rx === 0 || ry === 0) return [...from, ...to, ...to];
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const [dx, dy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [x, y] = [cos * dx + sin * dy, -sin * dx + cos * dy];
  const reach = (x / rx) ** 2 + (y / ry) ** 2;
  if (reach === 0) return [];
  if (reach > 1) [rx, ry] = [rx * Math.sqrt(reach), ry * Math.sqrt(reach)];
  const rest = (rx * ry) ** 2 / ((rx * y) ** 2 + (ry * x) ** 2) - 1;
  const factor = Math.sqrt(Math.max(0, rest)) * (isLarge === isSweep ? -1 : 1);
  const [cx, cy] = [(factor * rx * y) / ry, (-factor * ry * x) / rx];
  const middle = [cos * cx - sin * cy + (from[0] + to[0]) / 2, sin * cx + cos * cy + (from[1] + to[1]) / 2] as const;
  const start = Math.atan2((y - cy) / ry, (x - cx) / rx);
  let sweep = Math.atan2((-y - cy) / ry, (-x - cx) / rx) - start;
  if (isSweep && sweep < 0) sweep += 2 * Math.PI;
  if (!isSweep && sweep > 0) sweep -= 2 * Math.PI;
  const pieces = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9));
  const step = sweep / pieces;
  const handle = (4 / 3) * Math.tan(step / 4);
  const at = (angle: number, along: number) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [px, py] = [rx * (c - along * s), ry * (s + along * c)];
    return [cos * px - sin * py + middle[0], sin * px + cos * py + middle[1]];
  };
  return Array.from({ length: pieces }, (_, index) => {
    const [one, other] = [start + step * index, start + step * (index + 1)];
    return [...at(one, handle), ...at(other, -handle), ...at(other, 0)];
  }).flat();
}

/** Converts path data to an outline on the page. */
export function tracePath(data: string, matrix: Matrix): Segment[] {
  const segments: Segment[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  /** The last control point, which a smooth curve mirrors, and the kind of its curve. */
  let control: { kind: 'c' | 'q'; x: number; y: number } | undefined;
  const emit = (command: Segment['command'], ...points: readonly number[]) => {
    const placed: number[] = [];
    for (let at = 0; at < points.length; at += 2) placed.push(...apply(matrix, points[at]!, points[at + 1]!));
    segments.push({ command, points: placed });
  };
  for (const { letter, numbers } of readCommands(data)) {
    const kind = letter.toLowerCase();
    if (segments.length === 0 && kind !== 'm') return [];
    const isRelative = letter === kind;
    const [ox, oy] = isRelative ? [x, y] : [0, 0];
    const point = (at: number): readonly [number, number] => [ox + numbers[at]!, oy + numbers[at + 1]!];
    const mirrored = (of: 'c' | 'q') => (control?.kind === of ? [2 * x - control.x, 2 * y - control.y] : [x, y]);
    const cubic = (c1: readonly number[], c2: readonly number[], end: readonly number[]) => {
      emit('C', c1[0]!, c1[1]!, c2[0]!, c2[1]!, end[0]!, end[1]!);
      control = { kind: 'c', x: c2[0]!, y: c2[1]! };
      [x, y] = [end[0]!, end[1]!];
    };
    const quadratic = (c: readonly number[], end: readonly number[]) => {
      const toward = (from: number, to: number) => from + ((to - from) * 2) / 3;
      const c1 = [toward(x, c[0]!), toward(y, c[1]!)];
      const c2 = [toward(end[0]!, c[0]!), toward(end[1]!, c[1]!)];
      cubic(c1, c2, end);
      control = { kind: 'q', x: c[0]!, y: c[1]! };
    };
    const line = (toX: number, toY: number) => {
      [x, y] = [toX, toY];
      emit('L', x, y);
    };
    const before = control;
    switch (kind) {
      case 'm':
        [x, y] = point(0);
        [startX, startY] = [x, y];
        emit('M', x, y);
        break;
      case 'l':
        line(...point(0));
        break;
      case 'h':
        line(ox + numbers[0]!, y);
        break;
      case 'v':
        line(x, oy + numbers[0]!);
        break;
      case 'c':
        cubic(point(0), point(2), point(4));
        break;
      case 's':
        cubic(mirrored('c'), point(0), point(2));
        break;
      case 'q':
        quadratic(point(0), point(2));
        break;
      case 't':
        quadratic(mirrored('q'), point(0));
        break;
      case 'a': {
        const end = point(5);
        const curves = arcToCubics([x, y], numbers, end);
        for (let at = 0; at < curves.length; at += 6) emit('C', ...curves.slice(at, at + 6));
        [x, y] = end;
        break;
      }
      default:
        emit('Z');
        [x, y] = [startX, startY];
    }
    if (control === before) control = undefined;
  }
  return segments;
}

/** Returns the path data of a basic shape, or undefined for other elements and empty shapes. `read` returns a length. */
export function dataOf({ name, attributes }: XmlElement, read: (attribute: string, axis: 'x' | 'y') => number) {
  const ellipse = (cx: number, cy: number, rx: number, ry: number) =>
    rx > 0 && ry > 0 ? `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z` : undefined;
  switch (name) {
    case 'path':
      return attributes.get('d');
    case 'rect': {
      const [x, y, w, h] = [read('x', 'x'), read('y', 'y'), read('width', 'x'), read('height', 'y')];
      if (w <= 0 || h <= 0) return undefined;
      const [given, other] = [attributes.has('rx'), attributes.has('ry')];
      const rx = Math.min(w / 2, Math.max(0, given ? read('rx', 'x') : read('ry', 'y')));
      const ry = Math.min(h / 2, Math.max(0, other ? read('ry', 'y') : read('rx', 'x')));
      if (rx === 0 || ry === 0) return `M${x} ${y}h${w}v${h}h${-w}z`;
      const corner = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
      return `M${x + rx} ${y}h${w - 2 * rx}${corner(rx, ry)}v${h - 2 * ry}${corner(-rx, ry)}h${2 * rx - w}${corner(-rx, -ry)}v${2 * ry - h}${corner(rx, -ry)}z`;
    }
    case 'circle':
      return ellipse(read('cx', 'x'), read('cy', 'y'), read('r', 'x'), read('r', 'x'));
    case 'ellipse':
      return ellipse(read('cx', 'x'), read('cy', 'y'), read('rx', 'x'), read('ry', 'y'));
    case 'line':
      return `M${read('x1', 'x')} ${read('y1', 'y')}L${read('x2', 'x')} ${read('y2', 'y')}`;
    case 'polyline':
    case 'polygon': {
      const numbers = readNumbers(attributes.get('points') ?? '');
      const even = numbers.slice(0, numbers.length - (numbers.length % 2));
      return even.length < 4 ? undefined : `M${even.join(' ')}${name === 'polygon' ? 'z' : ''}`;
    }
    default:
      return undefined;
  }
}

/** Returns the extrema of a cubic Bézier curve along one axis. */
function turnsOf(a: number, b: number, c: number, d: number): number[] {
  const [p, q, r] = [-a + 3 * b - 3 * c + d, 2 * (a - 2 * b + c), b - a];
  const at = (t: number) => (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t ** 3 * d;
  const root = Math.sqrt(q * q - 4 * p * r);
  const found = Math.abs(p) < 1e-9 ? [-r / q] : [(-q + root) / (2 * p), (-q - root) / (2 * p)];
  return found.filter(t => t > 0 && t < 1).map(at);
}

/** Returns the bounding box of an outline, or undefined for an empty one. */
export function boundsOfOutline(segments: readonly Segment[]): Bounds | undefined {
  const [xs, ys]: [number[], number[]] = [[], []];
  let [x, y] = [0, 0];
  for (const { command, points } of segments) {
    if (command === 'C') {
      xs.push(...turnsOf(x, points[0]!, points[2]!, points[4]!));
      ys.push(...turnsOf(y, points[1]!, points[3]!, points[5]!));
    }
    if (points.length === 0) continue;
    [x, y] = [points.at(-2)!, points.at(-1)!];
    xs.push(x);
    ys.push(y);
  }
  if (xs.length === 0) return undefined;
  const min = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
  const max = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
  return { left: min(xs), top: min(ys), right: max(xs), bottom: max(ys) };
}

/** Writes path data, translated and scaled, rounded to this many decimals. */
export const writeOutline = (
  segments: readonly Segment[],
  { left, top }: Pick<Bounds, 'left' | 'top'>,
  scale: number,
  decimals: number,
): string => {
  const unit = 10 ** decimals;
  const write = (value: number, index: number) =>
    String(Math.round((value - (index % 2 === 0 ? left : top)) * scale * unit) / unit);
  return segments.map(({ command, points }) => command + points.map(write).join(' ')).join('');
};
