// Mends the frames of a clip around one mark, in their order: each pixel becomes the mean of what is known of it, weighed by how sure that is:
// the blend undone, the same place in other frames, followed by motion, the last whole picture carried along, and the smoothest filling.
// Long because these four share one weighing, and taking them apart would hand around a dozen planes.
import type { LearntMark } from './learn-mark.ts';
import {
  blockSide,
  followSurroundings,
  type Match,
  matchBlock,
  planSurroundings,
  type Vector,
} from './match-blocks.ts';
import { type Box, copyPatch, type Patch, type PatchPlane } from './patch.ts';
import { cutInner, type Look, leastError, type Masks, measureSmooth, planLook } from './plan-look.ts';
import { maskAround, sampleLevel } from './sample-level.ts';
import { type Miss, measureMiss, settle, settleReach, undoPlane } from './settle-frames.ts';
import type { Watch } from './watch-frames.ts';

/** Distances in frames at which a place is looked for, before and after. */
const distances = [1, 3, 7, 16];
export const furthest = 16;
/** A match that errs by more, in squared levels, shows something else. */
const mostError = 220;
const usualNoise = 2;
/** The undone blend errs by about a level times the gain, beside the noise that it enlarges. */
const blendError = 1;
/** What was made up errs by this much more when it is carried along, and by this much for each frame. */
const carried = { error: 10, perFrame: 0.4 };
/** A whole picture is carried along for so many frames, and so many pixels. */
const longestCarried = 60;
const furthestCarried = 24;
/** When this share of a mark is not known any more it is filled anew, but not in each of so many frames. */
const muchUnknown = 0.05;
const pauseOfFilling = 8;
/** Matches of less weight than this share of the best would only blur it. */
const leastShare = 0.3;
/** Between two frames of one scene the surroundings err by less, in squared levels. */
const cutError = 500;

interface Held {
  readonly number: number;
  readonly original: Patch;
  /** Motion of the surroundings since the frame before. */
  readonly motion: Vector;
  readonly isCut: boolean;
  /** The blend undone where it can be. */
  undone?: Patch;
  /** By plane, once it was asked for. */
  misses: [Miss?, Miss?, Miss?];
}

/** Looks that are kept planned: those of the frames around, one after the other. */
const mostLooks = 6;

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
   * The patch of an earlier frame without the mark, and the pixels that were mended, by plane; undefined where it carries none. As many later
   * ones as its reach should have been added, as far as there are any. Frames are asked for in their order.
   */
  readonly mend: (number: number, fillHoles: FillHoles) => Promise<{ patch: Patch; masks: Masks } | undefined>;
}

const addVectors = (a: Vector, b: Vector): Vector => ({ x: a.x + b.x, y: a.y + b.y });

/** Mends one place, of which every frame's patch is given. `reach`: frames to look ahead and back, fewer for patches that take much memory. */
export function createMender({ w: width, h: height }: Box, watch: Watch, reach: number = furthest): Mender {
  const clean = [
    new Uint8Array(width * height),
    new Uint8Array((width * height) / 4),
    new Uint8Array((width * height) / 4),
  ] as const;
  const blocksAcross = Math.ceil(width / blockSide);
  const cleanSurroundings = planSurroundings(clean[0], width, height);
  const planned = new Map<LearntMark, Look>();
  const held = new Map<number, Held>();
  let [added, first, filled] = [0, 0, 0];
  /** The frame that was mended last, and its mark. */
  let last: { number: number; patch: Patch; mark: LearntMark | undefined; masks: Masks } | undefined;
  let anchor: { number: number; patch: Patch; masks: Masks; moved: Vector } | undefined;
  /** The last matches of each distance, as predictions of the next ones. */
  const lastMatches = new Map<string, readonly (Match | undefined)[]>();
  let lastAnchorMatches: readonly (Match | undefined)[] | undefined;

  /** What a frame shows; undefined: no mark. */
  function lookAt(number: number): Look | undefined {
    const mark = watch.markAt(number);
    if (!mark) return undefined;
    const look = planned.get(mark) ?? planLook(mark);
    // The one that was used last is the last to be dropped.
    planned.delete(mark);
    planned.set(mark, look);
    if (planned.size > mostLooks) planned.delete(planned.keys().next().value!);
    return look;
  }

  function add(original: Patch): void {
    watch.add(added, original[0]);
    const before = held.get(added - 1);
    const surroundings = lookAt(added)?.surroundings ?? cleanSurroundings;
    const found =
      before &&
      followSurroundings(
        { from: before.original[0], to: original[0], hidden: surroundings.hidden },
        (lookAt(added - 1)?.surroundings ?? cleanSurroundings).block,
        before.motion,
      );
    held.set(added, {
      number: added,
      original,
      // Matches lead from a frame to the other one; motion is that of the scene.
      motion: found ? { x: found.x, y: found.y } : { x: 0, y: 0 },
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
      // Asked for first: they are worked out in the same room as the levels.
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
    { blocks }: Look,
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
  function findViews(frame: Held, look: Look): View[] {
    const own = undo(frame);
    const views: View[] = [];
    const see = (other: Held, expected: Vector, hints: readonly (readonly (Match | undefined)[] | undefined)[]) => {
      const masks = lookAt(other.number)?.masks ?? clean;
      const matches = matchAll(look, own, undo(other), masks[0], expected, hints);
      views.push({ patch: undo(other), masks, matches, extra: 0, isCarried: false });
      return matches;
    };
    for (const sign of [-1, 1]) {
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
    // Further away, frames that hide other pixels; each keeps its number for as long as this one's mark is shown.
    for (const number of watch.othersAround?.(frame.number, reach) ?? []) {
      const other = held.get(number);
      const expected = other && motionBetween(frame.number, number);
      if (!other || !expected || distances.includes(Math.abs(number - frame.number))) continue;
      const name = `frame ${number}`;
      lastMatches.set(name, see(other, expected, [lastMatches.get(name)]));
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

  function findAnchorView(frame: Held, look: Look): View | undefined {
    if (!anchor) return undefined;
    const { patch, masks, moved, number } = anchor;
    const matches = matchAll(look, undo(frame), patch, clean[0], moved, [lastAnchorMatches]);
    lastAnchorMatches = matches;
    const extra = carried.error + carried.perFrame * (frame.number - number);
    return { patch, masks, matches, extra, isCarried: true };
  }

  /** Squared levels of noise in one frame, from how well the nearest frames match. */
  function measureNoise(views: readonly View[]): number {
    const errors = views.flatMap(({ matches }) => matches.flatMap(match => (match ? match.error : [])));
    if (errors.length === 0) return usualNoise;
    errors.sort((a, b) => a - b);
    return Math.max(0.7, Math.min(12, errors[Math.floor(errors.length / 4)]! / 2));
  }

  /** How the blend errs in this frame and in those around it that show the same scene and the same mark. */
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

  /** Weighs all that is known of one plane's masked pixels into `out`. Answers where nothing is known. */
  function weighPlane(
    c: 0 | 1 | 2,
    frame: Held,
    look: Look,
    { views, noise, out }: { readonly views: readonly View[]; readonly noise: number; readonly out: PatchPlane },
  ): number[] {
    const { original } = frame;
    const { mark, masks, places, blockAt, inner, hasBlend } = look;
    const half = c === 0 ? 1 : 2;
    const mask = masks[c]!;
    const { width: across, height: down } = original[c];
    const blend = mark.blends[c];
    const own = inner[c]!;
    const listed = places[c]!;
    const { undone } = own;
    if (hasBlend) {
      const misses = missesAround(frame, look, c);
      settle(undoPlane(original[c], look, c), misses, look, c);
    }
    const smooth = own.fill(cutInner(own, original[c]));
    const smoothErrors = hasBlend ? measureSmooth(own, smooth, look.meanGain ** 2) : undefined;
    const unknown: number[] = [];
    const weights = new Float32Array(views.length);
    // Colours are smoother than brightness, and so are their errors.
    const scale = c === 0 ? 1 : 0.35;
    for (let place = 0; place < listed.length; place++) {
      const i = listed[place]!;
      const y = Math.floor(i / across);
      const x = i - y * across;
      const block = blockAt[Math.floor((y * half) / blockSide) * blocksAcross + Math.floor((x * half) / blockSide)]!;
      let best = 0;
      // The levels of views that are far worse than the best are not asked for.
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
        weights[k] = 1 / error;
        if (weights[k]! > best) best = weights[k]!;
      }
      let [sum, total] = [0, 0];
      for (let k = 0; k < views.length; k++) {
        if (weights[k]! < best * leastShare || weights[k] === 0) continue;
        const { patch, matches } = views[k]!;
        const match = matches[block]!;
        const level = sampleLevel(patch[c], x + match.x / half, y + match.y / half);
        sum += weights[k]! * (level - (c === 0 ? match.brighter : 0));
        total += weights[k]!;
      }
      if (mask[i] === 1) {
        const weight = 1 / ((noise + blendError) * blend.gain[i]! ** 2 * scale);
        sum += weight * undone[place]!;
        total += weight;
      }
      const smoothed = smoothErrors ? 1 / smoothErrors[place]! : 0;
      sum += smoothed * smooth[own.at[place]!]!;
      total += smoothed;
      if (total === 0) {
        unknown.push(i);
        sum = smooth[own.at[place]!]!;
        total = 1;
      }
      out.data[i] = Math.max(0, Math.min(255, Math.round(sum / total)));
    }
    return unknown;
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
      // What the frame before showed is seen beneath this mark, but for what the one before hid.
      lastMatches.clear();
      lastAnchorMatches = undefined;
      const { x, y } = frame.motion;
      anchor = frame.isCut ? undefined : { ...last!, moved: { x: -x, y: -y } };
    }
    const anchorView = findAnchorView(frame, look);
    const views = findViews(frame, look);
    const noise = measureNoise(views.length > 0 ? views : anchorView ? [anchorView] : []);
    const all = anchorView ? [...views, anchorView] : views;
    let out = copyPatch(frame.original);
    const unknown = weighPlane(0, frame, look, { views: all, noise, out: out[0] });
    for (const c of [1, 2] as const) weighPlane(c, frame, look, { views: all, noise, out: out[c] });
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
      anchor = { number, patch: out, masks: look.masks, moved: { x: 0, y: 0 } };
      lastAnchorMatches = undefined;
    }
    last = { number, patch: out, mark: look.mark, masks: look.masks };
    return { patch: out, masks: look.masks };
  }

  return { add, mend };
}
