// A second look at what is white before a light, plain ground. The network hardly sees it: a shirt keeps a hole, half of a box is missing. In a copy in
// which light tones are spread apart it sees more, and what it adds is taken where the picture itself shows something that is not the ground.
import { findComponents } from '../pixels/components.ts';
import { median } from '../pixels/median.ts';
import { dilate } from '../pixels/morphology.ts';
import { type Ground, groundCell, modelGround } from './ground.ts';
import type { CoarseMatte } from './network.ts';
import { resolveUncertain } from './resolve-uncertain.ts';

/** A ground is light from this level of its darkest channel on, and plain up to this roughness; both as the median of its cells. */
const minLight = 190;
const maxRoughness = 1.2;
/** The power that spreads light tones darkens the ground to this share of white, within these limits. */
const darkenedTo = 0.72;
const [minPower, maxPower] = [2, 10];
/** The share of the subject's size that must be half seen, or brighter than the ground and not seen, for the network to look again. */
const minHalfSeen = 0.1;
const minBright = 0.4;
const [halfFrom, subjectCellFrom, sureFrom] = [0.04, 0.33, 0.95];
const brighterBy = 4;

const subjectFrom = 0.5;
/** A pixel is as the ground within this many levels, and this many times the ground's roughness around it. */
const equalLevels = 3;
const equalRoughness = 2;
/** An addition is refused if more of it is as the ground, unless the first look had seen at least this much of it. */
const maxEqual = 0.5;
const minSeen = 0.1;
const touchReach = 4;

/** By cell: mean alpha, and by how much even the least bright channel exceeds the ground. */
function compareCells({ alpha, guide, width, height }: CoarseMatte, { levels, columns, rows }: Ground) {
  const [means, bright, counts] = [0, 1, 2].map(() => new Float32Array(columns * rows)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / groundCell) * columns;
    for (let x = 0; x < width; x++, i++) {
      const cell = row + ((x / groundCell) | 0);
      counts[cell]!++;
      means[cell]! += alpha[i]!;
      bright[cell]! += Math.min(
        guide[i * 3]! - levels[cell * 3]!,
        guide[i * 3 + 1]! - levels[cell * 3 + 1]!,
        guide[i * 3 + 2]! - levels[cell * 3 + 2]!,
      );
    }
  }
  for (let cell = 0; cell < means.length; cell++) {
    means[cell]! /= counts[cell]!;
    bright[cell]! /= counts[cell]!;
  }
  return { means, bright };
}

/** Whether much of what may be the subject was half seen, or is brighter than the ground and was not seen, away from what is sure. */
function isDoubtful(matte: CoarseMatte, ground: Ground): boolean {
  const { means, bright } = compareCells(matte, ground);
  const sure = Uint8Array.from(means, mean => (mean > sureFrom ? 1 : 0));
  const near = dilate(sure, ground.columns, ground.rows, 1);
  let [subject, half, unseen] = [0, 0, 0];
  for (const [cell, mean] of means.entries()) {
    if (mean >= subjectCellFrom) subject++;
    if (near[cell]) continue;
    if (mean >= halfFrom) half++;
    if (mean < subjectCellFrom && bright[cell]! > brighterBy) unseen++;
  }
  return half >= minHalfSeen * (subject + 1) || unseen >= minBright * (subject + 1);
}

/** The ground around what the first look saw, if it is light and plain. */
export function findLightGround(first: CoarseMatte): Ground | undefined {
  const ground = modelGround(first);
  if (!ground) return undefined;
  const { levels, roughness } = ground;
  const cells = listGround(ground);
  const light = median(cells.map(cell => Math.min(levels[cell * 3]!, levels[cell * 3 + 1]!, levels[cell * 3 + 2]!)));
  return light < minLight || median(cells.map(cell => roughness[cell]!)) > maxRoughness ? undefined : ground;
}

const listGround = ({ isGround }: Ground) => [...isGround.keys()].filter(cell => isGround[cell]);

/** The guide with light tones spread apart, for a second look at it; undefined where that would not help, since the first look was sure. */
export const spreadLight = (first: CoarseMatte, ground: Ground): Uint8Array | undefined =>
  isDoubtful(first, ground) ? spreadTones(first, ground) : undefined;

/** The guide with light tones spread apart, so that a light ground becomes grey. */
export function spreadTones({ guide }: CoarseMatte, ground: Ground): Uint8Array {
  const { levels } = ground;
  const cells = listGround(ground);
  const level = Math.min(254, median(cells.map(cell => levels[cell * 3 + 1]!)));
  const power = Math.min(maxPower, Math.max(minPower, Math.log(darkenedTo) / Math.log(level / 255)));
  const table = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** power));
  return guide.map(value => table[value]!);
}

/** The largest difference of a pixel's channels from the ground, beyond what is usual there: 0 or less is as the ground. */
function differ(guide: Uint8Array, i: number, { levels, roughness }: Ground, cell: number): number {
  let most = 0;
  for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(guide[i * 3 + k]! - levels[cell * 3 + k]!));
  return most - equalLevels - equalRoughness * roughness[cell]!;
}

/** What another look must be like, so that what it adds is taken. */
export interface Rules {
  /** An addition counts from this much alpha. */
  readonly from: number;
  /** Least mean alpha of an addition; haze around fur has less. */
  readonly minSure: number;
  /** The share of an addition that must be broad. */
  readonly minBroad: number;
}

const secondLook: Rules = { from: 0.4, minSure: 0.8, minBroad: 0 };
/** An addition has this much more alpha than before, and is broad where a square of this radius fits into it: thinner ones are hair and soft edges. */
const minAdded = 0.25;
const minBreadth = 3;
/** A hole of which both looks saw this much on the mean, and which is not as the ground, belongs to the subject. Thinner openings than this close it. */
const minHoleSeen = 0.3;
const holeReach = 4;
/** An addition of which more lies in a gap of the first look fills it: shadows make a true gap, as in a ring, unlike the ground. */
const maxInGap = 0.5;

/** Erodes by a square. */
export const shrink = (flags: Uint8Array, width: number, height: number, reach: number) =>
  dilate(
    flags.map(flag => (flag ? 0 : 1)),
    width,
    height,
    reach,
  ).map(flag => (flag ? 0 : 1));

/** Flags gaps in the subject: what is not connected with the ground around it. */
function findGaps(alpha: Float32Array, width: number): Uint8Array {
  const gaps = new Uint8Array(alpha.length);
  const low = Uint8Array.from(alpha, value => (value < subjectFrom ? 1 : 0));
  const parts = [...findComponents(low, width, 'side')].sort((a, b) => b.length - a.length);
  for (const part of parts.slice(1)) for (const i of part) gaps[i] = 1;
  return gaps;
}

/** Flags what another look adds to `before`, in parts that are broad, touch the subject, and are not as the ground or had been seen at first. */
function findAdditions(
  { before, first, other }: { readonly before: CoarseMatte; readonly first: CoarseMatte; readonly other: Float32Array },
  { from, minSure, minBroad }: Rules,
  isEqual: (i: number) => boolean,
): Uint8Array {
  const { alpha, width, height } = before;
  const near = dilate(
    Uint8Array.from(alpha, value => (value >= subjectFrom ? 1 : 0)),
    width,
    height,
    touchReach,
  );
  const more = Uint8Array.from(other, (value, i) => (value >= from && value - alpha[i]! >= minAdded ? 1 : 0));
  const broad = shrink(more, width, height, minBreadth);
  const gaps = findGaps(resolveUncertain(first).alpha, width);
  const taken = new Uint8Array(alpha.length);
  for (const part of findComponents(more, width, 'side')) {
    let [equal, seen, touching, inner, inGap, sure] = [0, 0, 0, 0, 0, 0];
    for (const i of part) {
      sure += other[i]!;
      inGap += gaps[i]!;
      if (isEqual(i)) equal++;
      seen += first.alpha[i]!;
      touching += near[i]!;
      inner += broad[i]!;
    }
    const isGap = inGap > maxInGap * part.length;
    const isConfirmed = isGap
      ? seen >= minHoleSeen * part.length
      : equal <= maxEqual * part.length || seen >= minSeen * part.length;
    const isBroad = inner > minBroad * part.length;
    if (isConfirmed && isBroad && sure >= minSure * part.length && touching > 0) for (const i of part) taken[i] = 1;
  }
  return taken;
}

/** A wide area that the first look half saw, and of which the second one saw less than this share of it, is ground: the gap of a handle, a ring's middle. */
const [vagueFrom, vagueTo] = [0.15, 0.8];
const wideReach = 4;
const maxKept = 0.4;

/** Empties wide areas of `alpha` that the first look half saw and the second one denies. */
function emptyDenied(alpha: Float32Array, first: CoarseMatte, second: Float32Array): void {
  const { width, height } = first;
  const half = Uint8Array.from(first.alpha, value => (value > vagueFrom && value < vagueTo ? 1 : 0));
  const wide = dilate(shrink(half, width, height, wideReach), width, height, wideReach);
  for (const part of findComponents(wide, width, 'side')) {
    let [before, after] = [0, 0];
    for (const i of part) {
      before += first.alpha[i]!;
      after += second[i]!;
    }
    if (after < maxKept * before) for (const i of part) alpha[i] = 0;
  }
}

/** Makes holes solid that both looks half saw and that are not as the ground. */
function closeHoles(alpha: Float32Array, { width, height }: CoarseMatte, isEqual: (i: number) => boolean): void {
  const low = Uint8Array.from(alpha, value => (value < subjectFrom ? 1 : 0));
  const parts = [...findComponents(shrink(low, width, height, holeReach), width, 'side')].sort(
    (a, b) => b.length - a.length,
  );
  const filled = new Uint8Array(alpha.length);
  for (const part of parts.slice(1)) {
    let [seen, equal] = [0, 0];
    for (const i of part) {
      seen += alpha[i]!;
      if (isEqual(i)) equal++;
    }
    if (seen >= minHoleSeen * part.length && equal <= maxEqual * part.length) for (const i of part) filled[i] = 1;
  }
  const grown = dilate(filled, width, height, holeReach + 1);
  for (let i = 0; i < alpha.length; i++) if (grown[i] && low[i]) alpha[i] = 1;
}

/** Tells what is as the ground, of which the model is made where none of the looks saw the subject; undefined if there is too little of it. */
function compareGround(matte: CoarseMatte): ((i: number) => boolean) | undefined {
  const ground = modelGround(matte);
  if (!ground) return undefined;
  const { guide, width } = matte;
  return i => {
    const cell = Math.floor(i / width / groundCell) * ground.columns + Math.floor((i % width) / groundCell);
    return differ(guide, i, ground, cell) <= 0;
  };
}

const takeMost = (alpha: Float32Array, other: Float32Array) => alpha.map((value, i) => Math.max(value, other[i]!));

/** Adds to `before`, which came of `first`, what another network sees and the picture confirms. */
export function joinOther(before: CoarseMatte, first: CoarseMatte, other: Float32Array, rules: Rules): CoarseMatte {
  const most = takeMost(before.alpha, other);
  const isEqual = compareGround({ ...before, alpha: most });
  if (!isEqual) return before;
  const additions = findAdditions({ before, first, other }, rules, isEqual);
  const near = dilate(additions, before.width, before.height, touchReach);
  return { ...before, alpha: before.alpha.map((value, i) => (near[i] ? most[i]! : value)) };
}

/** Adds to the first look what the second one adds to it and the picture confirms. */
export function joinLooks(first: CoarseMatte, second: Float32Array): CoarseMatte {
  const isEqual = compareGround({ ...first, alpha: takeMost(first.alpha, second) });
  if (!isEqual) return first;
  const { alpha } = joinOther(first, first, second, secondLook);
  emptyDenied(alpha, first, second);
  closeHoles(alpha, first, isEqual);
  return { ...first, alpha };
}
