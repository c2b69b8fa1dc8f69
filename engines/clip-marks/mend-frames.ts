// Mends the frames of a clip around one mark, in their order: each pixel becomes the mean of what is known of it, weighed by how sure that is:
// the blend undone, the same place in other frames, followed by motion, the last whole picture carried along, and the smoothest filling.
// Long because these four share one weighing, and taking them apart would hand around a dozen planes.
import { sumAround } from '../pixels/box-filter.ts';
import { type LearntMark, measurePresence, restoreLevel } from './learn-mark.ts';
import {
  blockSide,
  followSurroundings,
  type Match,
  matchBlock,
  planBlocks,
  planSurroundings,
  type Vector,
} from './match-blocks.ts';
import { planMembrane } from './membrane.ts';
import { copyPatch, type Patch, type PatchPlane } from './patch.ts';
import { maskAround, sampleLevel } from './sample-level.ts';

/** Distances in frames at which a place is looked for, before and after. */
const distances = [1, 2, 4, 7, 11, 16];
export const furthest = 16;
/** Frames around one that say together whether it carries the mark: a single one may look as if by chance. */
const presenceReach = 4;
const leastPresence = 0.35;
/** A match that errs by more, in squared levels, shows something else. */
const mostError = 220;
/** Squared levels: what compression makes of two views of one place, at least. */
const leastError = 1;
const usualNoise = 2;
/** The undone blend errs by about a level times the gain, beside the noise that it enlarges. */
const blendError = 1;
/** What was made up errs by this much more when it is carried along, and by this much for each frame. */
const carried = { error: 10, perFrame: 0.4 };
/** A whole picture is carried along for so many frames, and so many pixels. */
const longestCarried = 60;
const furthestCarried = 24;
/** Matches of less weight than this share of the best would only blur it. */
const leastShare = 0.3;
const smoothRadius = 4;
/** Between two frames of one scene the surroundings err by less, in squared levels. */
const cutError = 500;

interface Held {
  readonly number: number;
  readonly original: Patch;
  readonly presence: number;
  /** Motion of the surroundings since the frame before. */
  readonly motion: Vector;
  readonly isCut: boolean;
  /** The blend undone where it can be. */
  undone?: Patch;
  isMarked?: boolean;
}

interface View {
  readonly patch: Patch;
  /** By plane: 0 clean, 1 undone, 2 hidden. */
  readonly masks: readonly [Uint8Array, Uint8Array, Uint8Array];
  readonly matches: readonly (Match | undefined)[];
  readonly extra: number;
  /** Whether masked pixels of it were made up. */
  readonly isCarried: boolean;
}

/** Fills what nothing is known of: `holes` are set at pixels of the patch. */
export type FillHoles = (patch: Patch, holes: Uint8Array) => Promise<Patch>;

export interface Mender {
  /** Takes the next frame's patch. */
  readonly add: (patch: Patch) => void;
  /**
   * The patch of an earlier frame without the mark, undefined where it carries none. `furthest + 4` later ones should have been added, as far as
   * there are any. Frames are asked for in their order.
   */
  readonly mend: (number: number, fillHoles: FillHoles) => Promise<Patch | undefined>;
}

const addVectors = (a: Vector, b: Vector): Vector => ({ x: a.x + b.x, y: a.y + b.y });

/** Mends one mark, which every frame's patch shows in the same place. `reach`: frames to look ahead and back, for patches that take much memory. */
export function createMender(mark: LearntMark, reach = furthest): Mender {
  const { w: width, h: height } = mark.box;
  const masks = [mark.mask, mark.halfMask, mark.halfMask] as const;
  const clean = [
    new Uint8Array(mark.mask.length),
    new Uint8Array(mark.halfMask.length),
    new Uint8Array(mark.halfMask.length),
  ] as const;
  const { blocks, blockAt } = planBlocks(mark.mask, width, height);
  const blocksAcross = Math.ceil(width / blockSide);
  const places = masks.map(mask => Int32Array.from([...mask.keys()].filter(i => mask[i])));
  const membranes = masks.map((mask, c) =>
    planMembrane(mask, c === 0 ? width : width / 2, c === 0 ? height : height / 2),
  );
  const inside = masks.map(mask => Float32Array.from(mask, value => (value === 1 ? 1 : 0)));
  const insideCounts = inside.map((plane, c) => {
    const half = c === 0 ? 1 : 2;
    return sumAround(plane, width / half, height / half, smoothRadius);
  });
  const hasBlend = mark.mask.includes(1);
  const surroundings = planSurroundings(mark.mask, width, height);
  const held = new Map<number, Held>();
  let [added, first] = [0, 0];
  let anchor: { number: number; patch: Patch; moved: Vector } | undefined;
  /** The last matches of each distance, as predictions of the next ones. */
  const lastMatches = new Map<number, readonly (Match | undefined)[]>();
  let lastAnchorMatches: readonly (Match | undefined)[] | undefined;

  function add(original: Patch): void {
    const before = held.get(added - 1);
    const presence = mark.outline ? measurePresence(mark.outline, original[0]) : 1;
    const found =
      before &&
      followSurroundings(
        { from: before.original[0], to: original[0], hidden: surroundings.hidden },
        surroundings.block,
        before.motion,
      );
    held.set(added, {
      number: added,
      original,
      presence,
      // Matches lead from a frame to the other one; motion is that of the scene.
      motion: found ? { x: found.x, y: found.y } : { x: 0, y: 0 },
      isCut: found !== undefined && found.error > cutError,
    });
    added++;
  }

  function isMarked(frame: Held): boolean {
    if (frame.isMarked !== undefined) return frame.isMarked;
    const around: number[] = [];
    for (let k = frame.number - presenceReach; k <= frame.number + presenceReach; k++) {
      const other = held.get(k);
      if (other) around.push(other.presence);
    }
    around.sort((a, b) => a - b);
    frame.isMarked = around[around.length >> 1]! >= leastPresence;
    return frame.isMarked;
  }

  function undo(frame: Held): Patch {
    if (frame.undone) return frame.undone;
    if (!hasBlend || !isMarked(frame)) {
      frame.undone = frame.original;
      return frame.original;
    }
    const undone = copyPatch(frame.original);
    for (const [c, { data }] of undone.entries()) {
      const blend = mark.blends[c as 0 | 1 | 2];
      const mask = masks[c]!;
      for (const i of places[c]!)
        if (mask[i] === 1) data[i] = Math.max(0, Math.min(255, Math.round(restoreLevel(blend, data[i]!, i))));
    }
    frame.undone = undone;
    return undone;
  }

  /** The motion of the scene from one frame to another, summed up; undefined across a cut. */
  function motionBetween(from: number, to: number): Vector | undefined {
    let sum: Vector = { x: 0, y: 0 };
    const sign = to > from ? 1 : -1;
    for (let k = Math.min(from, to) + 1; k <= Math.max(from, to); k++) {
      const frame = held.get(k);
      if (!frame || frame.isCut) return undefined;
      sum = addVectors(sum, { x: sign * frame.motion.x, y: sign * frame.motion.y });
    }
    return sum;
  }

  function matchAll(
    own: Patch,
    other: Patch,
    hidden: Uint8Array,
    expected: Vector,
    hints: readonly (readonly (Match | undefined)[] | undefined)[],
  ): (Match | undefined)[] {
    const compared = { from: own[0], to: other[0], hidden };
    const matches: (Match | undefined)[] = blocks.map(() => undefined);
    for (const [at, block] of blocks.entries()) {
      if (block.samples.length === 0) continue;
      const predictions = [
        expected,
        ...hints.flatMap(hint => hint?.[at] ?? []),
        ...(matches[at - 1] ? [matches[at - 1]!] : []),
      ];
      matches[at] = matchBlock(compared, block, [...predictions, { x: 0, y: 0 }]);
    }
    for (const [at, block] of blocks.entries())
      if (block.samples.length === 0 && block.leader >= 0) matches[at] = matches[block.leader];
    return matches;
  }

  /** The views of other frames on what this one hides. */
  function findViews(frame: Held): View[] {
    const own = undo(frame);
    const views: View[] = [];
    for (const sign of [-1, 1]) {
      let nearer: { distance: number; matches: readonly (Match | undefined)[] } | undefined;
      for (const distance of distances.filter(each => each <= reach)) {
        const other = held.get(frame.number + sign * distance);
        const expected = other && motionBetween(frame.number, other.number);
        if (!other || !expected) break;
        const otherMasks = isMarked(other) ? masks : clean;
        const scaled = nearer?.matches.map(
          match =>
            match && {
              ...match,
              x: (match.x * distance) / nearer!.distance,
              y: (match.y * distance) / nearer!.distance,
            },
        );
        const hints = [scaled, lastMatches.get(sign * distance)];
        const matches = matchAll(own, undo(other), otherMasks[0], expected, hints);
        lastMatches.set(sign * distance, matches);
        nearer = { distance, matches };
        views.push({ patch: undo(other), masks: otherMasks, matches, extra: 0, isCarried: false });
      }
    }
    return views;
  }

  /** From each frame back to the carried picture; a cut ends it. */
  function carryAnchor({ isCut, motion }: Held): void {
    if (anchor && isCut) lastAnchorMatches = undefined;
    anchor = isCut
      ? undefined
      : anchor && { ...anchor, moved: addVectors(anchor.moved, { x: -motion.x, y: -motion.y }) };
  }

  function findAnchorView(frame: Held): View | undefined {
    if (!anchor) return undefined;
    const matches = matchAll(undo(frame), anchor.patch, clean[0], anchor.moved, [lastAnchorMatches]);
    lastAnchorMatches = matches;
    const extra = carried.error + carried.perFrame * (frame.number - anchor.number);
    return { patch: anchor.patch, masks, matches, extra, isCarried: true };
  }

  /** Squared levels of noise in one frame, from how well the nearest frames match. */
  function measureNoise(views: readonly View[]): number {
    const errors = views.flatMap(({ matches }) => matches.flatMap(match => (match ? match.error : [])));
    if (errors.length === 0) return usualNoise;
    errors.sort((a, b) => a - b);
    return Math.max(0.7, Math.min(12, errors[Math.floor(errors.length / 4)]! / 2));
  }

  /** Weighs all that is known of one plane's masked pixels into `out`. Answers where nothing is known. */
  function weighPlane(c: 0 | 1 | 2, frame: Held, views: readonly View[], noise: number, out: PatchPlane): number[] {
    const half = c === 0 ? 1 : 2;
    const mask = masks[c]!;
    const { data, width: across, height: down } = frame.original[c];
    const blend = mark.blends[c];
    const undone = new Float32Array(data.length);
    for (const i of places[c]!) if (mask[i] === 1) undone[i] = restoreLevel(blend, data[i]!, i);
    const smooth = membranes[c]!(data);
    const smoothErrors = hasBlend ? measureSmooth(c, undone, smooth) : undefined;
    const unknown: number[] = [];
    const levels = new Float32Array(views.length);
    const weights = new Float32Array(views.length);
    // Colours are smoother than brightness, and so are their errors.
    const scale = c === 0 ? 1 : 0.35;
    for (const i of places[c]!) {
      const y = Math.floor(i / across);
      const x = i - y * across;
      const block = blockAt[Math.floor((y * half) / blockSide) * blocksAcross + Math.floor((x * half) / blockSide)]!;
      let best = 0;
      for (let k = 0; k < views.length; k++) {
        weights[k] = 0;
        const view = views[k]!;
        const match = view.matches[block];
        if (!match || match.error > mostError) continue;
        const [u, v] = [x + match.x / half, y + match.y / half];
        const state = maskAround(view.masks[c], across, down, u, v);
        if (u < 0 || v < 0 || u > across - 1 || v > down - 1) continue;
        if (state === 2 && !view.isCarried) continue;
        let error = Math.max(leastError, match.error - noise) * scale;
        if (view.isCarried) error += (state === 0 ? 0 : view.extra) * scale;
        else if (state === 1)
          error += (noise + blendError) * blend.gain[Math.round(v) * across + Math.round(u)]! ** 2 * scale;
        levels[k] = sampleLevel(view.patch[c], u, v) - (c === 0 ? match.brighter : 0);
        weights[k] = 1 / error;
        if (weights[k]! > best) best = weights[k]!;
      }
      let [sum, total] = [0, 0];
      for (let k = 0; k < views.length; k++) {
        if (weights[k]! < best * leastShare || weights[k] === 0) continue;
        sum += weights[k]! * levels[k]!;
        total += weights[k]!;
      }
      if (mask[i] === 1) {
        const own = 1 / ((noise + blendError) * blend.gain[i]! ** 2 * scale);
        sum += own * undone[i]!;
        total += own;
        if (smoothErrors) {
          const smoothed = 1 / Math.max(leastError * scale, smoothErrors[i]! - 1 / own);
          sum += smoothed * smooth[i]!;
          total += smoothed;
        }
      }
      if (total === 0) {
        unknown.push(i);
        sum = smooth[i]!;
        total = 1;
      }
      out.data[i] = Math.max(0, Math.min(255, Math.round(sum / total)));
    }
    return unknown;
  }

  /** Mean squared difference between the undone blend and the smoothest filling around each pixel. */
  function measureSmooth(c: 0 | 1 | 2, undone: Float32Array, smooth: Float32Array): Float32Array {
    const half = c === 0 ? 1 : 2;
    const weights = inside[c]!;
    const squares = undone.map((level, i) => (weights[i] ? (level - smooth[i]!) ** 2 : 0));
    const around = sumAround(squares, width / half, height / half, smoothRadius);
    // A pixel that differs more than those around it counts by itself, so that no detail is smoothed away.
    return around.map((sum, i) => (weights[i] ? Math.max(squares[i]! / 4, sum / insideCounts[c]![i]!) : 0));
  }

  async function mend(number: number, fillHoles: FillHoles): Promise<Patch | undefined> {
    const frame = held.get(number)!;
    for (; first < number - Math.max(reach, presenceReach); first++) held.delete(first);
    carryAnchor(frame);
    if (!isMarked(frame)) return undefined;
    const anchorView = findAnchorView(frame);
    const views = findViews(frame);
    const noise = measureNoise(views.length > 0 ? views : anchorView ? [anchorView] : []);
    const all = anchorView ? [...views, anchorView] : views;
    let out = copyPatch(frame.original);
    const unknown = weighPlane(0, frame, all, noise, out[0]);
    for (const c of [1, 2] as const) weighPlane(c, frame, all, noise, out[c]);
    const isNewScene = !anchor;
    if (isNewScene && unknown.length > 0) {
      const holes = new Uint8Array(mark.mask.length);
      for (const i of unknown) holes[i] = 1;
      out = await fillHoles(out, holes);
    }
    const isFar = anchor && Math.hypot(anchor.moved.x, anchor.moved.y) > furthestCarried;
    if (!anchor || isFar || number - anchor.number >= longestCarried) {
      anchor = { number, patch: out, moved: { x: 0, y: 0 } };
      lastAnchorMatches = undefined;
    }
    return out;
  }

  return { add, mend };
}
