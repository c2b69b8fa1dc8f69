// Mends the frames of a clip around one mark, in order. Each pixel becomes the mean of its estimates, weighted by their certainty: the blend undone,
// the same place in other frames followed by motion, the last mended patch carried along, and the smooth filling.
import { carryPatch } from './carry-patch.ts';
import { furthest, openViews } from './find-views.ts';
import { type Held, type HeldFrames, holdFrames } from './hold-frames.ts';
import type { LearntMark } from './learn-mark.ts';
import { addMotion, noMotion } from './match-blocks.ts';
import { type Box, copyPatch, type Patch, type PatchPlane } from './patch.ts';
import { type Look, type Masks, measureGround, measureSmooth } from './plan-look.ts';
import { settle, settleReach, undoPlane } from './settle-frames.ts';
import type { Watch } from './watch-frames.ts';
import { type View, weighPlane } from './weigh-plane.ts';

const usualNoise = 2;
/** Share of unknown pixels of a mark from which on it is filled again, and the minimum number of frames between two fillings. */
const muchUnknown = 0.05;
const pauseOfFilling = 8;

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

/** Estimates the noise of one frame in squared levels from the errors of the best-matching views. */
function measureNoise(views: readonly View[]): number {
  const errors = views.flatMap(({ matches }) => matches.flatMap(match => (match ? match.error : [])));
  if (errors.length === 0) return usualNoise;
  errors.sort((a, b) => a - b);
  return Math.max(0.7, Math.min(12, errors[Math.floor(errors.length / 4)]! / 2));
}

interface Plane {
  readonly frame: Held;
  readonly look: Look;
  readonly c: 0 | 1 | 2;
  readonly views: readonly View[];
  readonly noise: number;
}

/** Writes the mended pixels of one plane to `out`. Returns the pixels about which nothing is known. */
function mendPlane(frames: HeldFrames, { frame, look, c, views, noise }: Plane, out: PatchPlane): number[] {
  const { hasBlend, meanGain } = look;
  const own = look.inner[c]!;
  if (hasBlend) {
    const misses = frames.missesAround(frame, look, c);
    settle(undoPlane(frame.original[c], look, c), misses, look, c);
  }
  const known = frame.misses[c];
  const ground = known?.look === look ? known.ground : measureGround(own, frame.original[c]);
  const smoothErrors = hasBlend ? measureSmooth(own, ground, meanGain ** 2) : ground.errors;
  return weighPlane({ look, c, views, noise, undone: own.undone, smooth: ground.smooth, smoothErrors }, out);
}

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
  const frames = holdFrames(watch, clean, { width, height });
  const views = openViews(frames, watch, clean, reach);
  const carried = carryPatch(frames, clean);
  let filled = 0;
  /** The frame mended last, and its mark. */
  let last: { number: number; patch: Patch; mark: LearntMark | undefined; masks: Masks } | undefined;

  async function mend(number: number, fillHoles: FillHoles) {
    const frame = frames.get(number)!;
    frames.letGoBefore(number - reach);
    const unasked = frames.get(number - settleReach - 1);
    if (unasked) unasked.misses = [];
    const look = frames.lookAt(number);
    carried.follow(frame);
    if (!look) {
      last = { number, patch: frame.original, mark: undefined, masks: clean };
      return undefined;
    }
    const isOther = last !== undefined && last.mark !== look.mark;
    if (isOther) {
      // The mark has changed: the previous frame shows what lies beneath this mark, except where its own mark was.
      views.forget();
      carried.take(frame.isCut ? undefined : { ...last!, moved: addMotion(noMotion, frame.motion, -1) });
    }
    const carriedView = carried.see(frame, look);
    const found = views.find(frame, look);
    const all = carriedView ? [...found, carriedView] : found;
    const noise = measureNoise(found.length > 0 ? found : all);
    let out = copyPatch(frame.original);
    const mendOne = (c: 0 | 1 | 2) => mendPlane(frames, { frame, look, c, views: all, noise }, out[c]);
    const unknown = mendOne(0);
    mendOne(1);
    mendOne(2);
    const isMuch = unknown.length > muchUnknown * look.places[0]!.length && number - filled >= pauseOfFilling;
    const mustFill = unknown.length > 0 && (!carried.isThere() || isOther || isMuch);
    if (mustFill) {
      filled = number;
      const holes = new Uint8Array(look.mark.mask.length);
      for (const i of unknown) holes[i] = 1;
      out = await fillHoles(out, holes);
    }
    if (mustFill || carried.isSpent(number)) carried.take({ number, patch: out, masks: look.masks, moved: noMotion });
    last = { number, patch: out, mark: look.mark, masks: look.masks };
    return { patch: out, masks: look.masks };
  }

  return { add: frames.add, mend };
}
