// Joins contours that a hole cuts in two: two ends belong together where the colours on both sides agree and a simple curve leads from one to the
// other.
import type { Region } from '../region.ts';
import { distance } from './cell-field.ts';
import { type End, findEnds, type Point } from './contours.ts';

export interface Curve {
  /** From one end to the other, about 0.4 cells apart. */
  readonly points: readonly Point[];
  readonly from: End;
  readonly to: End;
}

interface Proposal extends Curve {
  readonly cost: number;
  readonly isInside: boolean;
}

/** Maximum colour distance between the matching sides of two ends, as a share of the distance with the sides swapped. */
const maxUnlike = 0.6;
/** Minimum ratio of the lower contrast to the higher one. */
const minContrastShare = 0.3;
/** Minimum total number of points of both traces. */
const minTraces = 30;
/** Maximum angle, in radians, between the direction of each end and the line to the other end. */
const maxTurn = 1.4;
/** Weights in the cost of a curve: dissimilar colours, turning (per radian), and turning back as an S does. */
const weights = { unlike: 1.2, turn: 0.35, turnBack: 0.6 };
const maxCost = 1.1;
/** Minimum share of a curve's points in the hole; `pointsOutside` of them do not count, since ends are two cells away from the hole. */
const minInside = 0.85;
const pointsPerCell = 2.5;
const pointsOutside = 20;

const angleBetween = (ax: number, ay: number, bx: number, by: number): number =>
  Math.atan2(ax * by - ay * bx, ax * bx + ay * by);

/** Draws a cubic Bézier curve that leaves and arrives in the directions of its ends; if both turn by the same angle, it is almost a circular arc. */
function draw(from: End, to: End, turn: number): Point[] {
  const chord = Math.hypot(to.x - from.x, to.y - from.y);
  const handle = chord * (turn < 0.01 ? 1 / 3 : (2 / 3) * (Math.tan(turn / 4) / Math.sin(turn / 2)));
  const steps = Math.max(4, Math.ceil(pointsPerCell * chord));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps;
    const mix = (a: number, aimA: number, b: number, aimB: number) =>
      (1 - t) ** 3 * a +
      3 * t * (1 - t) ** 2 * (a + handle * aimA) +
      3 * t * t * (1 - t) * (b + handle * aimB) +
      t ** 3 * b;
    return { x: mix(from.x, from.aimX, to.x, to.aimX), y: mix(from.y, from.aimY, to.y, to.aimY) };
  });
}

function propose({ width, isHole }: Region, from: End, to: End): Proposal | undefined {
  if (from.trace.length + to.trace.length < minTraces) return undefined;
  if (Math.min(from.contrast, to.contrast) < minContrastShare * Math.max(from.contrast, to.contrast)) return undefined;
  const matched = distance(from.left, to.right) + distance(from.right, to.left);
  const unlike = matched / (distance(from.left, to.left) + distance(from.right, to.right) + 1);
  if (unlike > maxUnlike) return undefined;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const leaving = angleBetween(from.aimX, from.aimY, dx, dy);
  const arriving = angleBetween(dx, dy, -to.aimX, -to.aimY);
  if (Math.abs(leaving) > maxTurn || Math.abs(arriving) > maxTurn) return undefined;
  const turn = Math.abs(leaving) + Math.abs(arriving);
  const cost = weights.unlike * unlike + weights.turn * turn + weights.turnBack * Math.abs(leaving - arriving);
  if (cost > maxCost) return undefined;
  const points = draw(from, to, turn);
  const isInHole = ({ x, y }: Point): boolean => {
    const column = Math.round(x);
    return column >= 0 && column < width && isHole[Math.round(y) * width + column] === 1;
  };
  const inside = points.filter(isInHole).length;
  return { from, to, cost, points, isInside: inside > 0 && inside >= minInside * (points.length - pointsOutside) };
}

const cross = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
/** Returns whether the line segments from `a` to `b` and from `c` to `d` cross. */
export const doMeet = (a: Point, b: Point, c: Point, d: Point): boolean =>
  cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;

function doCross(one: Curve, other: Curve): boolean {
  const step = 4;
  for (let i = 0; i + step < one.points.length; i += step)
    for (let j = 0; j + step < other.points.length; j += step)
      if (doMeet(one.points[i]!, one.points[i + step]!, other.points[j]!, other.points[j + step]!)) return true;
  return false;
}

/** Returns the curves along which contours continue through the hole of `isTarget`. No two of them share an end or cross. */
export function joinContours(region: Region, isTarget: Uint8Array): Curve[] {
  const ends = findEnds(region, isTarget);
  const proposals = ends.flatMap((from, index) => ends.slice(index + 1).flatMap(to => propose(region, from, to) ?? []));
  const chosen: Proposal[] = [];
  for (const one of proposals.sort((a, b) => a.cost - b.cost)) {
    const isTaken = chosen.some(
      other => [other.from, other.to].some(end => end === one.from || end === one.to) || doCross(other, one),
    );
    if (!isTaken) chosen.push(one);
  }
  // Dropped last: both ends of a contour that only grazes the hole belong together, and must not be joined to others.
  return chosen.filter(({ isInside }) => isInside);
}
