// The frames of a clip around one mark while they are mended: their patches, the motion between them, and the look of each one's mark.
import type { LearntMark } from './learn-mark.ts';
import { addMotion, compare, followSurroundings, type Motion, noMotion } from './match-blocks.ts';
import { copyPatch, type Patch } from './patch.ts';
import { planSurroundings } from './plan-blocks.ts';
import { type Look, type Masks, planLook } from './plan-look.ts';
import { type Miss, measureMiss, settle, settleReach, undoPlane } from './settle-frames.ts';
import type { Watch } from './watch-frames.ts';

/** Error of the surroundings between two frames, in squared levels, above which a cut lies between them. */
const cutError = 500;
/** Maximum number of planned looks kept, least recently used first out. */
const maxLooks = 6;

export interface Held {
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

/** Frames are numbered in the order in which they are added. */
export interface HeldFrames {
  /** Adds the next frame's patch. */
  readonly add: (original: Patch) => void;
  /** Undefined for a frame that has not been added, or has been let go. */
  readonly get: (number: number) => Held | undefined;
  /** Lets the frames before this one go. */
  readonly letGoBefore: (number: number) => void;
  /** Returns the planned look of a frame's mark; undefined without a mark. */
  readonly lookAt: (number: number) => Look | undefined;
  /** Returns the frame's patch with the blend undone where possible. */
  readonly undo: (frame: Held) => Patch;
  /** Returns the accumulated motion of the scene from one frame to another; undefined across a cut. */
  readonly motionBetween: (from: number, to: number) => Motion | undefined;
  /** Returns the errors of the blend in this frame and in those around it that show the same scene and the same mark. */
  readonly missesAround: (frame: Held, look: Look, c: 0 | 1 | 2) => Miss[];
}

/** `clean`: the masks of a patch without a mark. */
export function holdFrames(
  watch: Watch,
  clean: Masks,
  { width, height }: { width: number; height: number },
): HeldFrames {
  /** Beside the mark even in frames without it: when it appears or disappears, the scene around goes on. */
  const usualSurroundings = planSurroundings(watch.mark?.mask ?? clean[0], width, height);
  const planned = new Map<LearntMark, Look>();
  const held = new Map<number, Held>();
  let [added, first] = [0, 0];

  function lookAt(number: number): Look | undefined {
    const mark = watch.markAt(number);
    if (!mark) return undefined;
    const look = planned.get(mark) ?? planLook(mark);
    // Moves the entry to the end of the map: the least recently used one is dropped first.
    planned.delete(mark);
    planned.set(mark, look);
    if (planned.size > maxLooks) planned.delete(planned.keys().next().value!);
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

  return {
    add,
    get: number => held.get(number),
    letGoBefore(number) {
      for (; first < number; first++) held.delete(first);
    },
    lookAt,
    undo,
    motionBetween,
    missesAround,
  };
}
