// Finds the crop of the upright image in which head and eyes satisfy the rules of the photo's size.
import type { Place } from 'contract/place.ts';
import type { HeadRule, Share } from './sizes/size-shape.ts';

/** Positions of the head, in pixels of the upright image. */
export interface HeadLines {
  readonly crown: number;
  readonly eyes: number;
  readonly chin: number;
  /** Horizontal centre of the face. */
  readonly middle: number;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Placing {
  /** The crop; may extend beyond the image, where the background is painted. */
  readonly area: Area;
  /** Whether head and eyes are within the rule. */
  readonly keepsRule: boolean;
  /** Share of the photo's edges at which the image cuts off the body, 0..1. */
  readonly cutShare: number;
}

const middleOf = ([from, to]: Share) => (from + to) / 2;
/** Distance of a value from a range, 0 inside. */
const missed = (value: number, [from, to]: Share) => Math.max(0, from - value, value - to);
/** Rounding to pixels does not break a rule. */
const tolerance = 0.004;

/** Weights of the cost function: a body cut off inside the photo costs most, then a missed rule, then a distance from the middle of the rule. */
const cutCost = 40;
const breachCost = 12;
const firstBreachCost = 1;
/**
 * Steps of the grid search, and how far it extends beyond the rule: the factor for larger heads, and the range of the crown's distance from the top.
 */
const headSteps = 14;
const topSteps = 22;
const beyondHead = 1.12;
const lowestTop = 0.34;
const minTop = 0.03;

/** Returns the position of the head in the photo, as shares of its height. */
export function sharesOf({ crown, eyes, chin }: HeadLines, { y, h }: Area) {
  return { head: (chin - crown) / h, eyes: (y + h - eyes) / h, top: (crown - y) / h };
}

/** Returns the distance to the middle of the rule and the distance outside of it, in shares. */
function judge(rule: HeadRule, lines: HeadLines, area: Area): { off: number; breach: number } {
  const shares = sharesOf(lines, area);
  let off = Math.abs(shares.head - middleOf(rule.head));
  let breach = missed(shares.head, rule.head);
  for (const [value, range] of [
    [shares.eyes, rule.eyes],
    [shares.top, rule.top],
  ] as const) {
    if (!range) continue;
    off += Math.abs(value - middleOf(range));
    breach += missed(value, range);
  }
  return { off, breach };
}

/**
 * Returns the best area for a photo of `aspect` (width / height). `cutShareOf` returns the share of an area's edges at which the image cuts off the
 * body. The target is the middle of every range; the head may become larger or lie lower, first within the rule, so that no body ends inside the
 * photo. The area is never narrower than `minWidth`, in pixels of the image.
 */
export function placeHead(
  lines: HeadLines,
  rule: HeadRule,
  aspect: number,
  cutShareOf: (area: Area) => number,
  minWidth = 0,
): Placing {
  let best: Placing | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  // If people stand far apart, their heads become smaller than the rule requires, so that none is cut off.
  const max = minWidth > 0 ? ((lines.chin - lines.crown) * aspect) / minWidth : Number.POSITIVE_INFINITY;
  const largest = Math.min(max, rule.head[1] * beyondHead);
  const smallest = Math.min(max, rule.head[0]);
  for (let i = 0; i <= headSteps; i++) {
    const head = smallest + ((largest - smallest) * i) / headSteps;
    const h = (lines.chin - lines.crown) / head;
    const w = h * aspect;
    for (let j = 0; j <= topSteps; j++) {
      const top = minTop + ((lowestTop - minTop) * j) / topSteps;
      if (head + top > 0.97) continue;
      const area = { x: lines.middle - w / 2, y: lines.crown - top * h, w, h };
      const { off, breach } = judge(rule, lines, area);
      const keepsRule = breach <= tolerance;
      const cheapest = off + (keepsRule ? 0 : firstBreachCost + breach * breachCost);
      if (cheapest >= lowest) continue;
      const cutShare = cutShareOf(area);
      const cost = cheapest + cutShare * cutCost;
      if (cost < lowest) {
        lowest = cost;
        best = { area, keepsRule, cutShare };
      }
    }
  }
  // The grid is never empty: every rule leaves room above the head.
  return best!;
}

/** A manual correction: the scale of the head, and its shift as shares of the photo's height. */
export interface Move {
  readonly zoom: number;
  readonly right: number;
  readonly down: number;
}

/** Applies a manual correction. The head scales about its own centre. */
export function moveHead(
  { area }: Placing,
  lines: HeadLines,
  rule: HeadRule,
  { zoom, right, down }: Move,
  cutShareOf: (area: Area) => number,
): Placing {
  const [w, h] = [area.w / zoom, area.h / zoom];
  const middle = (lines.crown + lines.chin) / 2;
  const moved: Area = {
    x: lines.middle - (lines.middle - area.x) / zoom - right * h,
    y: middle - (middle - area.y) / zoom - down * h,
    w,
    h,
  };
  return { area: moved, keepsRule: judge(rule, lines, moved).breach <= tolerance, cutShare: cutShareOf(moved) };
}

const between = (low: number, value: number, high: number) => Math.min(Math.max(low, value), Math.max(low, high));

/** Limits of a manual correction, independent of the rule. */
export interface MoveLimits {
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly maxShift: number;
  readonly maxTurn: number;
}

/**
 * Returns the nearest move that keeps head and eyes within the rule. If the photo misses its rule from the start, only the limits apply, since no
 * move may be able to satisfy it.
 */
export function holdMove(
  { area, keepsRule }: Pick<Placing, 'area' | 'keepsRule'>,
  lines: HeadLines,
  rule: HeadRule,
  move: Place,
  limits: MoveLimits,
): Place {
  const { minZoom, maxZoom, maxShift, maxTurn } = limits;
  const own = sharesOf(lines, area);
  const turn = between(-maxTurn, move.turn, maxTurn);
  const right = between(-maxShift, move.right, maxShift);
  if (!keepsRule) {
    const zoom = between(minZoom, move.zoom, maxZoom);
    return { zoom, right, down: between(-maxShift, move.down, maxShift), turn };
  }
  const [min, max] = rule.head.map(share => share / own.head) as [number, number];
  const zoom = between(Math.max(minZoom, Math.min(1, min)), move.zoom, Math.min(maxZoom, Math.max(1, max)));
  // Positions of crown and eyes without a shift; a shift moves both by its own amount.
  const { top, eyes } = sharesOf(
    lines,
    moveHead({ area, keepsRule, cutShare: 0 }, lines, rule, { zoom, right: 0, down: 0 }, () => 0).area,
  );
  const lowest = Math.max(rule.top ? rule.top[0] - top : -maxShift, rule.eyes ? eyes - rule.eyes[1] : -maxShift);
  const highest = Math.min(rule.top ? rule.top[1] - top : maxShift, rule.eyes ? eyes - rule.eyes[0] : maxShift);
  // The initial placing may be just outside the rule, within the tolerance.
  const isHeld = zoom === 1;
  const down = between(
    Math.max(-maxShift, isHeld ? Math.min(0, lowest) : lowest),
    move.down,
    Math.min(maxShift, isHeld ? Math.max(0, highest) : highest),
  );
  return { zoom, right, down, turn };
}
