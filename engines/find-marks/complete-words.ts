// Extends words that the text finder saw only in part along their line, by the colour or opacity of their strokes.
import { luma601 } from '../pixels/luma.ts';
import type { Point, Quad } from '../text/rectangle.ts';
import type { EdgePoints } from './edge-points.ts';
import { fillOutline } from './fill-outline.ts';
import type { Strokes } from './find-logos.ts';
import type { Rims, Side } from './rims.ts';
import { keepAgreeing } from './weigh-outline.ts';

/** Minimum number of edge points in a box, and minimum share of them with one colour or opacity, for its ink to count as known. */
const fewestPoints = 24;
const minShare = 0.15;
/** Minimum product of that share and the squared share of these points that enclose strokes. */
const minWorth = 0.06;
/** Minimum opacity: fainter ink cannot be told from the scene's own texture. */
const faintest = 0.14;
/** Minimum height of a line, in pixels, whose strokes are wide enough to be filled from their outline, for opaque and translucent ink. */
const minFilled = { hiding: 56, seeThrough: 44 };
/** Number of cells along the longer side of the grid on which enclosed strokes are judged. */
const judgedCells = 160;
/** Maximum deviation from the ink: of an opacity as a ratio, of a colour in levels of luma. */
const sameOpacity = 0.22;
const sameLuma = 12;
/** All lengths below are multiples of the line's height. Width of the slices in which the search beyond the ends of the line proceeds. */
const slice = 0.2;
/** Maximum gap between letters of one word, and maximum distance from the found part to the end of the word. */
const widestGap = 0.75;
const farthest = 14;
/** Minimum cosine between the line and an edge's normal: upright strokes are counted, the horizontal lines of a scene are not. */
const minUpright = 0.5;
/** Minimum point density of a slice with letters: this share of the found part's, and this multiple of the scene's above and below. */
const minDensity = 0.3;
const overScene = 1.5;
/** The scene's points are counted in one band above the line and one below: distance from the line, and height. */
const bandGap = 0.3;
const bandHeight = 0.5;

/** A line of text as a coordinate frame: `along` and `down` are unit vectors at its first corner. */
interface Frame {
  readonly origin: Point;
  readonly along: Point;
  readonly down: Point;
  readonly length: number;
  readonly height: number;
}

function frameOf([a, b, , d]: Quad): Frame {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const height = Math.hypot(d[0] - a[0], d[1] - a[1]) || 1;
  return {
    origin: a,
    along: [(b[0] - a[0]) / length, (b[1] - a[1]) / length],
    down: [(d[0] - a[0]) / height, (d[1] - a[1]) / height],
    length,
    height,
  };
}

function quadOf({ origin, along, down }: Frame, left: number, right: number, top: number, bottom: number): Quad {
  const corner = (s: number, t: number): Point => [
    origin[0] + along[0] * s + down[0] * t,
    origin[1] + along[1] * s + down[1] * t,
  ];
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
}

/** An edge point (index k) in the frame of a line: s pixels along it and t pixels down. */
interface Placed {
  readonly k: number;
  readonly s: number;
  readonly t: number;
}

/** Returns the edge points of the strip around the line, as far as a word may extend. */
function placePoints({ at, width, count }: EdgePoints, { origin, along, down, length, height }: Frame): Placed[] {
  const placed: Placed[] = [];
  const reach = (bandGap + bandHeight) * height;
  for (let k = 0; k < count; k++) {
    const [x, y] = [(at[k]! % width) - origin[0], Math.floor(at[k]! / width) - origin[1]];
    const t = x * down[0] + y * down[1];
    if (t < -reach || t > height + reach) continue;
    const s = x * along[0] + y * along[1];
    if (s > -farthest * height && s < length + farthest * height) placed.push({ k, s, t });
  }
  return placed;
}

interface Ink {
  readonly side: Side;
  /** Undefined for opaque ink. */
  readonly opacity: number | undefined;
  readonly has: (k: number) => boolean;
}

/** Returns up to two values, far from each other, that have the most other values near them. */
function findModes(values: readonly number[], isNear: (a: number, b: number) => boolean): number[] {
  const step = Math.max(1, Math.floor(values.length / 60));
  const counted = values
    .filter((_, i) => i % step === 0)
    .map(value => ({ value, count: values.reduce((sum, other) => sum + (isNear(other, value) ? 1 : 0), 0) }))
    .sort((a, b) => b.count - a.count);
  const [first] = counted;
  const second = first && counted.find(({ value }) => !isNear(value, first.value) && !isNear(first.value, value));
  return [first, second].flatMap(mode => (mode ? [mode.value] : []));
}

/** Returns the share of the points that enclose strokes on the ink's side: a plain background around letters encloses nothing. */
function measureEnclosing(edges: EdgePoints, side: Side, points: readonly number[]): number {
  const outline = { side, points };
  return keepAgreeing(edges, outline, fillOutline(edges, outline, judgedCells)).length / points.length;
}

/** Finds the property that most points of the found part share: an opacity of white or black ink, or the luma of the strokes. */
function findInk(edges: EdgePoints, inside: readonly Placed[], rims: readonly Rims[]) {
  const nearOpacity = (a: number, b: number) => Math.abs(a / b - 1) <= sameOpacity;
  const nearLuma = (a: number, b: number) => Math.abs(a - b) <= sameLuma;
  const choices = rims.flatMap(({ side, opacities, colours }): Ink[] => {
    const lumaOf = (k: number) =>
      colours[k * 3]! < 0 ? -1 : luma601(colours[k * 3]!, colours[k * 3 + 1]!, colours[k * 3 + 2]!);
    const seen = inside.map(({ k }) => opacities[k]!).filter(value => value >= faintest);
    const lumas = inside.map(({ k }) => lumaOf(k)).filter(value => value >= 0);
    return [
      ...findModes(seen, nearOpacity).map(opacity => ({
        side,
        opacity,
        has: (k: number) => opacities[k]! > 0 && nearOpacity(opacities[k]!, opacity),
      })),
      ...findModes(lumas, nearLuma).map(luma => ({
        side,
        opacity: undefined,
        has: (k: number) => lumaOf(k) >= 0 && nearLuma(lumaOf(k), luma),
      })),
    ];
  });
  let best: (Ink & { readonly worth: number }) | undefined;
  for (const ink of choices) {
    const points = inside.map(({ k }) => k).filter(ink.has);
    const share = points.length / inside.length;
    if (share < minShare) continue;
    const worth = share * measureEnclosing(edges, ink.side, points) ** 2;
    if (worth > (best?.worth ?? minWorth)) best = { ...ink, worth };
  }
  return best;
}

/** Returns how far the word extends beyond an end of the line, in pixels; `distanceOf` is positive beyond that end. */
function followEnd(
  placed: readonly Placed[],
  { height }: Frame,
  inner: number,
  distanceOf: (s: number) => number,
): number {
  const step = slice * height;
  const counts = Array.from({ length: Math.ceil(farthest / slice) }, () => ({ line: 0, above: 0, below: 0 }));
  for (const { s, t } of placed) {
    const one = counts[Math.floor(distanceOf(s) / step)];
    if (!one) continue;
    if (t >= 0 && t <= height) one.line++;
    else if (t < -bandGap * height) one.above++;
    else if (t > height * (1 + bandGap)) one.below++;
  }
  const usual = inner * step * height;
  let [reached, gap] = [0, 0];
  for (const [i, { line, above, below }] of counts.entries()) {
    const expected = Math.max(above, below) / bandHeight;
    const isInked = line >= minDensity * usual && line > overScene * expected;
    gap = isInked ? 0 : gap + slice;
    if (isInked) reached = (i + 1) * step;
    else if (gap > widestGap) break;
  }
  return reached;
}

export interface Word {
  /** The line with all of its letters, or unchanged when its ink is unknown. */
  readonly quad: Quad;
  /** How distinct the ink is; 0 when it is unknown. */
  readonly worth: number;
  /** Opacity of white or black ink; undefined when the ink is opaque or unknown. */
  readonly opacity: number | undefined;
  /** The outline of the strokes; undefined when the ink is unknown or the letters are too low. */
  readonly strokes: Strokes | undefined;
}

/** Extends a line over its whole word. Coordinates are those of the edge points. */
export function completeWord(edges: EdgePoints, rims: readonly Rims[], quad: Quad): Word {
  const frame = frameOf(quad);
  const { length, height, along } = frame;
  const placed = placePoints(edges, frame);
  const isInLine = (left: number, right: number) => (one: Placed) =>
    one.s >= left && one.s <= right && one.t >= 0 && one.t <= height;
  const inside = placed.filter(isInLine(0, length));
  const ink = inside.length < fewestPoints ? undefined : findInk(edges, inside, rims);
  if (!ink) return { quad, worth: 0, opacity: undefined, strokes: undefined };
  const inked = placed.filter(({ k }) => ink.has(k));
  const isUpright = ({ k }: Placed) => Math.abs(edges.nx[k]! * along[0] + edges.ny[k]! * along[1]) > minUpright;
  const upright = inked.filter(isUpright);
  const inner = upright.filter(isInLine(0, length)).length / (length * height);
  const left = followEnd(upright, frame, inner, s => -s);
  const right = followEnd(upright, frame, inner, s => s - length);
  const points = inked.filter(isInLine(-left, length + right)).map(({ k }) => k);
  const whole = left + right > 0 ? quadOf(frame, -left, length + right, 0, height) : quad;
  const isFilled = height >= (ink.opacity === undefined ? minFilled.hiding : minFilled.seeThrough);
  return {
    quad: whole,
    worth: ink.worth,
    opacity: ink.opacity,
    strokes: isFilled ? { side: ink.side, points, line: whole } : undefined,
  };
}

/** Limits for two lines to count as pieces of one: ratio of their heights, sine of the angle between them, and offset in heights. */
const pieceHeights = 1.5;
const pieceTilt = 0.12;
const pieceOffset = 0.35;

function joinTwo(a: Quad, b: Quad): Quad | undefined {
  const [one, other] = [frameOf(a), frameOf(b)];
  const ratio = one.height / other.height;
  const turn = one.along[0] * other.along[1] - one.along[1] * other.along[0];
  if (Math.max(ratio, 1 / ratio) > pieceHeights || Math.abs(turn) > pieceTilt) return undefined;
  const placed = [...a, ...b].map(([x, y]) => {
    const [u, v] = [x - one.origin[0], y - one.origin[1]];
    return [u * one.along[0] + v * one.along[1], u * one.down[0] + v * one.down[1]] as const;
  });
  const [ss, ts] = [placed.map(([s]) => s), placed.map(([, t]) => t)];
  const centre = ts.slice(4).reduce((sum, t) => sum + t, 0) / 4;
  const gap = Math.max(Math.min(...ss.slice(4)) - one.length, -Math.max(...ss.slice(4)));
  if (Math.abs(centre - one.height / 2) > pieceOffset * one.height || gap > widestGap * one.height) return undefined;
  return quadOf(one, Math.min(...ss), Math.max(...ss), Math.min(...ts), Math.max(...ts));
}

/** Joins the pieces of words; the longer piece determines the tilt. */
export function joinPieces(quads: readonly Quad[]): Quad[] {
  const left = [...quads].sort((a, b) => frameOf(b).length - frameOf(a).length);
  for (let i = 0; i < left.length; i++)
    for (let j = i + 1; j < left.length; j++) {
      const joined = joinTwo(left[i]!, left[j]!);
      if (!joined) continue;
      left[i] = joined;
      left.splice(j, 1);
      j = i;
    }
  return left;
}
