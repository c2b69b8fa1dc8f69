// Deskews a page: computes the position of each line as if the page were upright and horizontal.
import type { TextLine } from './read-text.ts';
import { boundsOf, type Point } from './rectangle.ts';
import { sidesOf } from './strip.ts';

export interface LevelLine {
  readonly line: TextLine;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  /** Perpendicular to the text: about one and a third times the height of its letters. */
  readonly h: number;
}

/** Sine of the angle from which on a line counts as perpendicular to the others, such as a single character of a column. */
const steep = 0.7;

/** Returns the clockwise angle of a line's direction in radians. */
function angleOf({ quad: [from, to] }: TextLine): number {
  return Math.atan2(to[1] - from[1], to[0] - from[0]);
}

/** Normalises an angle to -PI..PI. */
const normalise = (angle: number) => Math.atan2(Math.sin(angle), Math.cos(angle));

/** Returns the median angle, weighted by length, which a few slanted lines do not change. Only angles near `around` count. */
function findSkew(lines: readonly TextLine[], around: number): number {
  const turned = lines
    .map(line => ({ off: normalise(angleOf(line) - around), length: sidesOf(line.quad).length }))
    .filter(({ off }) => Math.abs(off) < Math.PI / 4)
    .sort((a, b) => a.off - b.off);
  const half = turned.reduce((sum, { length }) => sum + length, 0) / 2;
  let passed = 0;
  for (const { off, length } of turned) {
    passed += length;
    if (passed >= half) return around + off;
  }
  return around;
}

/** Returns the lines in deskewed coordinates, in pixels with an arbitrary origin. `quarters` is the direction of the page, as in `readText`. */
export function levelLines(lines: readonly TextLine[], quarters: number): LevelLine[] {
  const angle = findSkew(lines, (quarters * Math.PI) / 2);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const turn = ([x, y]: Point): Point => [x * cos + y * sin, -x * sin + y * cos];
  return lines.map(line => {
    const { x, y, w, h } = boundsOf(line.quad.map(turn));
    const isAlong = Math.abs(Math.sin(angleOf(line) - angle)) < steep;
    // The bounding box of a slightly slanted line is higher than the line.
    const own = isAlong ? sidesOf(line.quad).height : h;
    const [from, to] = (isAlong && line.inked) || [0, 1];
    return { line, x: x + w * from, y: y + (h - own) / 2, w: w * (to - from), h: own };
  });
}
