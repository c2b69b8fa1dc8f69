// Mends the frames of a clip around one mark, in order. Each pixel becomes the mean of its estimates, weighted by their certainty: the blend undone,
// the same place in other frames followed by motion, the last mended patch carried along, and the smooth filling.
import type { LearntMark } from './learn-mark.ts';
import {
  addMotion,
  compare,
  followSurroundings,
  type Match,
  type Motion,
  matchBlock,
  noMotion,
  type Vector,
} from './match-blocks.ts';
import { type Box, copyPatch, type Patch, type PatchPlane } from './patch.ts';
import { planSurroundings } from './plan-blocks.ts';
import { type Look, type Masks, measureGround, measureSmooth, planLook } from './plan-look.ts';
import { type Miss, measureMiss, settle, settleReach, undoPlane } from './settle-frames.ts';
import type { Watch } from './watch-frames.ts';
import { type View, weighPlane } from './weigh-plane.ts';

/** Distances in frames, before and after, at which a place is looked up. */
const distances = [1, 3, 7, 16];
export const furthest = 16;
/** The same for a mark beneath which nothing is known, until the scene has moved out from beneath it. */
export const furthestBeneath = 100;
/** Displacements at which hidden places are looked up, as multiples of the mark's depth. */
const displacementsBeneath = [1.1, 2, 3];
const usualNoise = 2;
/** Additional error of filled pixels that are carried along, in squared levels: once, and per frame. */
const carried = { error: 10, perFrame: 0.4 };
/** Maximum number of frames, and of pixels, that a mended patch is carried. */
const longestCarried = 60;
const furthestCarried = 24;
/** Share of unknown pixels of a mark from which on it is filled again, and the minimum number of frames between two fillings. */
const muchUnknown = 0.05;
const pauseOfFilling = 8;
/** Error of the surroundings between two frames, in squared levels, above which a cut lies between them. */
const cutError = 500;

interface Held {
  readonly number: number;
  readonly original: Patch;
  /** Motion of the surroundings since the previous frame. */
  readonly motion: Motion;
  readonly isCut: boolean;
  /** The patch with the blend undone where possible. */
  undone?: Patch;
  /** Per plane, computed on demand. */
  misses: [Miss?, Miss?, Miss?];
}

/** Maximum number of planned looks kept, least recently used first out. */
const mostLooks = 6;

/** Fills the pixels of a patch that are set in `holes`, about which nothing is known. */
export type FillHoles = (patch: Patch, holes: Uint8Array) => Promise<Patch>;

export interface Mender {
  /** Adds the next frame's patch. */
  readonly add: (patch: Patch) => void;
  /**
   * Returns the patch of an earlier frame without the mark, and the mended pixels of each plane; undefined where the frame carries no mark. As many
   * later frames as the reach should have been added, as far as the clip goes. Frames must be requested in order.
   */
  readonly mend: (number: number, fillHoles: FillHoles) => Promise<{ patch: Patch; masks: Masks } | undefined>;
}

const nowhere: Vector = { x: 0, y: 0 };

/**
 * Creates a mender for one area; it is given the patch of every frame. `reach` is the number of frames to look ahead and back, fewer for patches that
 * take much memory.
 */
export function createMender({ w: width, h: height }: Box, watch: Watch, reach: number = furthest): Mender {
  const clean = [
    new Uint8Array(width * height),
    new Uint8Array((width * height) / 4),
    new Uint8Array((width * height) / 4),
  ] as const;
  /** Beside the mark even in frames without it: when it appears or disappears, the scene around goes on. */
  const usualSurroundings = planSurroundings(watch.mark?.mask ?? clean[0], width, height);
  const planned = new Map<LearntMark, Look>();
  const held = new Map<number, Held>();
  let [added, first, filled] = [0, 0, 0];
  /** The frame mended last, and its mark. */
  let last: { number: number; patch: Patch; mark: LearntMark | undefined; masks: Masks } | undefined;
  let anchor: { number: number; patch: Patch; masks: Masks; moved: Motion } | undefined;
  /** The last matches at each distance, used as predictions. */
  const lastMatches = new Map<string, readonly (Match | undefined)[]>();
  let lastAnchorMatches: readonly (Match | undefined)[] | undefined;

  /** Returns the planned look of a frame's mark; undefined without a mark. */
  function lookAt(number: number): Look | undefined {
    const mark = watch.markAt(number);
    if (!mark) return undefined;
    const look = planned.get(mark) ?? planLook(mark);
    // Moves the entry to the end of the map: the least recently used one is dropped first.
    planned.delete(mark);
    planned.set(mark, look);
    if (planned.size > mostLooks) planned.delete(planned.keys().next().value!);
    return look;
  }

  function add(original: Patch): void {
    watch.add(added, original[0]);
    const before = held.get(added - 1);
    const surroundings = lookAt(added)?.surroundings ?? usualSurroundings;
    const found =
      before &&
      followSurroundings(
        compare(before.original[0], original[0], surroundings.hidden),
        (lookAt(added - 1)?.surroundings ?? usualSurroundings).block,
        before.motion,
      );
    held.set(added, {
      number: added,
      original,
      // Matches lead from the earlier frame to the later one, as the motion of the scene does.
      motion: found ?? noMotion,
      isCut: found !== undefined && found.error > cutError,
      misses: [],
    });
    added++;
  }

  function undo(frame: Held): Patch {
    if (frame.undone) return frame.undone;
    const look = lookAt(frame.number);
    if (!look?.hasBlend) {
      frame.undone = frame.original;
      return frame.original;
    }
    const undone = copyPatch(frame.original);
    for (const c of [0, 1, 2] as const) {
      // Comes first, because it uses the same buffers as the levels.
      const misses = missesAround(frame, look, c);
      const levels = undoPlane(frame.original[c], look, c);
      settle(levels, misses, look, c);
      const { data } = undone[c];
      const mask = look.masks[c];
      for (const [place, i] of look.places[c]!.entries())
        if (mask[i] === 1) data[i] = Math.max(0, Math.min(255, Math.round(levels[place]!)));
    }
    frame.undone = undone;
    return undone;
  }

  /** Returns the accumulated motion of the scene from one frame to another; undefined across a cut. */
  function motionBetween(from: number, to: number): Motion | undefined {
    let sum = noMotion;
    const sign = to > from ? 1 : -1;
    for (let k = Math.min(from, to) + 1; k <= Math.max(from, to); k++) {
      const frame = held.get(k);
      if (!frame || frame.isCut) return undefined;
      sum = addMotion(sum, frame.motion, sign);
    }
    return sum;
  }

  /** `hints`: earlier matches, the last of them from the frame before. `wanted`: 1 for each block to match; absent: all. */
  function matchAll(
    { blocks }: Look,
    { own, other, hidden }: { readonly own: Patch; readonly other: Patch; readonly hidden: Uint8Array },
    expected: Motion,
    hints: readonly (readonly (Match | undefined)[] | undefined)[],
    wanted?: Uint8Array,
  ): (Match | undefined)[] {
    const compared = compare(own[0], other[0], hidden, expected.brighter);
    const matches: (Match | undefined)[] = blocks.map(() => undefined);
    const predictions: Vector[] = [];
    for (const [at, block] of blocks.entries()) {
      if (block.samples.length === 0 || wanted?.[at] === 0) continue;
      predictions.length = 0;
      predictions.push(expected);
      for (const hint of hints) if (hint?.[at]) predictions.push(hint[at]);
      if (matches[at - 1]) predictions.push(matches[at - 1]!);
      predictions.push(nowhere);
      matches[at] = matchBlock(compared, block, predictions, hints.at(-1)?.[at]?.error);
    }
    for (const [at, block] of blocks.entries())
      if (block.samples.length === 0 && block.leader >= 0) matches[at] = matches[block.leader];
    return matches;
  }

  /** Returns the frames before (`sign` -1) or after (1) one in which the scene has moved out from beneath the mark, beyond those looked up anyway. */
  function findBeneath({ number }: Held, depth: number, sign: 1 | -1): { other: Held; expected: Motion }[] {
    const found: { other: Held; expected: Motion }[] = [];
    let moved = noMotion;
    let next = 0;
    for (let away = 1; away <= reach; away++) {
      const [other, later] = [held.get(number + sign * away), held.get(sign > 0 ? number + away : number - away + 1)];
      if (!other || !later || later.isCut) break;
      moved = addMotion(moved, later.motion, sign);
      const isSeen = away <= furthest;
      while (
        next < displacementsBeneath.length &&
        Math.hypot(moved.x, moved.y) >= displacementsBeneath[next]! * depth
      ) {
        next++;
        if (isSeen) continue;
        found.push({ other, expected: moved });
        break;
      }
      if (next === displacementsBeneath.length) break;
    }
    return found;
  }

  /** Returns other frames' views of the places hidden in this one. */
  function findViews(frame: Held, look: Look): View[] {
    const own = undo(frame);
    const views: View[] = [];
    const see = (
      other: Held,
      expected: Motion,
      hints: readonly (readonly (Match | undefined)[] | undefined)[],
      wanted?: Uint8Array,
    ) => {
      const shown = lookAt(other.number);
      const masks = shown?.masks ?? clean;
      const hidden = shown?.compared ?? clean[0];
      const matches = matchAll(look, { own, other: undo(other), hidden }, expected, hints, wanted);
      views.push({ patch: undo(other), masks, matches, extra: 0, isCarried: false });
      return matches;
    };
    for (const sign of [-1, 1] as const) {
      let nearer: { distance: number; matches: readonly (Match | undefined)[] } | undefined;
      for (const distance of distances.filter(each => each <= reach)) {
        const other = held.get(frame.number + sign * distance);
        const expected = other && motionBetween(frame.number, other.number);
        if (!other || !expected) break;
        const scaled = nearer?.matches.map(
          match =>
            match && {
              ...match,
              x: (match.x * distance) / nearer!.distance,
              y: (match.y * distance) / nearer!.distance,
            },
        );
        const matches = see(other, expected, [scaled, lastMatches.get(String(sign * distance))]);
        lastMatches.set(String(sign * distance), matches);
        nearer = { distance, matches };
      }
    }
    if (look.hiddenBlocks) {
      for (const sign of [-1, 1] as const) {
        for (const [at, { other, expected }] of findBeneath(frame, look.depth, sign).entries()) {
          const name = `beneath ${sign} ${at}`;
          lastMatches.set(name, see(other, expected, [lastMatches.get(name)], look.hiddenBlocks));
        }
      }
    }
    // Further away, frames that hide other pixels; each keeps its number as long as this frame's mark is shown.
    for (const number of watch.othersAround?.(frame.number, reach) ?? []) {
      const other = held.get(number);
      const expected = other && motionBetween(frame.number, number);
      if (!other || !expected || distances.includes(Math.abs(number - frame.number))) continue;
      const name = `frame ${number}`;
      lastMatches.set(name, see(other, expected, [lastMatches.get(name)]));
    }
    return views;
  }

  /** Updates the displacement from the current frame to the carried patch; a cut drops the patch. */
  function carryAnchor({ isCut, motion }: Held): void {
    if (anchor && isCut) lastAnchorMatches = undefined;
    anchor = isCut ? undefined : anchor && { ...anchor, moved: addMotion(anchor.moved, motion, -1) };
  }

  function findAnchorView(frame: Held, look: Look): View | undefined {
    if (!anchor) return undefined;
    const { patch, masks, moved, number } = anchor;
    const matches = matchAll(look, { own: undo(frame), other: patch, hidden: clean[0] }, moved, [lastAnchorMatches]);
    lastAnchorMatches = matches;
    const extra = carried.error + carried.perFrame * (frame.number - number);
    return { patch, masks, matches, extra, isCarried: true };
  }

  /** Estimates the noise of one frame in squared levels from the errors of the best-matching views. */
  function measureNoise(views: readonly View[]): number {
    const errors = views.flatMap(({ matches }) => matches.flatMap(match => (match ? match.error : [])));
    if (errors.length === 0) return usualNoise;
    errors.sort((a, b) => a - b);
    return Math.max(0.7, Math.min(12, errors[Math.floor(errors.length / 4)]! / 2));
  }

  /** Returns the errors of the blend in this frame and in those around it that show the same scene and the same mark. */
  function missesAround(frame: Held, look: Look, c: 0 | 1 | 2): Miss[] {
    const misses: Miss[] = [];
    const ask = (other: Held | undefined) => {
      if (!other || lookAt(other.number) !== look) return false;
      other.misses[c] ??= measureMiss(other.original[c], look, c);
      if (other.misses[c].look === look) misses.push(other.misses[c]);
      return true;
    };
    ask(frame);
    for (let k = frame.number; k < frame.number + settleReach && !held.get(k + 1)?.isCut; k++)
      if (!ask(held.get(k + 1))) break;
    for (let k = frame.number; k > frame.number - settleReach && !held.get(k)!.isCut; k--)
      if (!ask(held.get(k - 1))) break;
    return misses;
  }

  /** Writes the mended pixels of one plane to `out`. Returns the pixels about which nothing is known. */
  function mendPlane(
    c: 0 | 1 | 2,
    frame: Held,
    look: Look,
    { views, noise, out }: { readonly views: readonly View[]; readonly noise: number; readonly out: PatchPlane },
  ): number[] {
    const { hasBlend, meanGain } = look;
    const own = look.inner[c]!;
    if (hasBlend) {
      const misses = missesAround(frame, look, c);
      settle(undoPlane(frame.original[c], look, c), misses, look, c);
    }
    const known = frame.misses[c];
    const ground = known?.look === look ? known.ground : measureGround(own, frame.original[c]);
    const smoothErrors = hasBlend ? measureSmooth(own, ground, meanGain ** 2) : ground.errors;
    return weighPlane({ look, c, views, noise, undone: own.undone, smooth: ground.smooth, smoothErrors }, out);
  }

  async function mend(number: number, fillHoles: FillHoles) {
    const frame = held.get(number)!;
    for (; first < number - reach; first++) held.delete(first);
    const unasked = held.get(number - settleReach - 1);
    if (unasked) unasked.misses = [];
    const look = lookAt(number);
    carryAnchor(frame);
    if (!look) {
      last = { number, patch: frame.original, mark: undefined, masks: clean };
      return undefined;
    }
    const isOther = last !== undefined && last.mark !== look.mark;
    if (isOther) {
      // The mark has changed: the previous frame shows what lies beneath this mark, except where its own mark was.
      lastMatches.clear();
      lastAnchorMatches = undefined;
      anchor = frame.isCut ? undefined : { ...last!, moved: addMotion(noMotion, frame.motion, -1) };
    }
    const anchorView = findAnchorView(frame, look);
    const views = findViews(frame, look);
    const noise = measureNoise(views.length > 0 ? views : anchorView ? [anchorView] : []);
    const all = anchorView ? [...views, anchorView] : views;
    let out = copyPatch(frame.original);
    const unknown = mendPlane(0, frame, look, { views: all, noise, out: out[0] });
    for (const c of [1, 2] as const) mendPlane(c, frame, look, { views: all, noise, out: out[c] });
    const isMuch = unknown.length > muchUnknown * look.places[0]!.length && number - filled >= pauseOfFilling;
    const mustFill = unknown.length > 0 && (!anchor || isOther || isMuch);
    if (mustFill) {
      filled = number;
      const holes = new Uint8Array(look.mark.mask.length);
      for (const i of unknown) holes[i] = 1;
      out = await fillHoles(out, holes);
    }
    const isFar = anchor && Math.hypot(anchor.moved.x, anchor.moved.y) > furthestCarried;
    if (!anchor || mustFill || isFar || number - anchor.number >= longestCarried) {
      anchor = { number, patch: out, masks: look.masks, moved: noMotion };
      lastAnchorMatches = undefined;
    }
    last = { number, patch: out, mark: look.mark, masks: look.masks };
    return { patch: out, masks: look.masks };
  }

  return { add, mend };
}
