// The mended patch of an earlier frame, carried along with the scene: what was filled once is not filled again in every frame.
import { type Matches, matchBlocks } from './find-views.ts';
import type { Held, HeldFrames } from './hold-frames.ts';
import { addMotion, type Motion } from './match-blocks.ts';
import type { Patch } from './patch.ts';
import type { Look, Masks } from './plan-look.ts';
import type { View } from './weigh-plane.ts';

/** Additional error of filled pixels that are carried along, in squared levels: once, and per frame. */
const carried = { error: 10, perFrame: 0.4 };
/** Maximum number of frames, and of pixels, that a mended patch is carried. */
const longestCarried = 60;
const furthestCarried = 24;

interface Mended {
  /** Number of the frame that it mends. */
  readonly number: number;
  readonly patch: Patch;
  readonly masks: Masks;
  /** Displacement from the current frame to the patch. */
  readonly moved: Motion;
}

interface CarriedPatch {
  /** Goes on to the next frame; a cut drops the patch. */
  readonly follow: (frame: Held) => void;
  readonly take: (mended: Mended | undefined) => void;
  /** What the patch shows of a frame; undefined if none is carried. */
  readonly see: (frame: Held, look: Look) => View | undefined;
  readonly isThere: () => boolean;
  /** Whether a newer patch should be carried from this frame on. */
  readonly isSpent: (number: number) => boolean;
}

/** `clean`: the masks of a patch without a mark. */
export function carryPatch(frames: HeldFrames, clean: Masks): CarriedPatch {
  let anchor: Mended | undefined;
  let lastMatches: Matches | undefined;
  return {
    follow({ isCut, motion }) {
      if (anchor && isCut) lastMatches = undefined;
      anchor = isCut ? undefined : anchor && { ...anchor, moved: addMotion(anchor.moved, motion, -1) };
    },
    take(mended) {
      anchor = mended;
      lastMatches = undefined;
    },
    see(frame, look) {
      if (!anchor) return undefined;
      const { patch, masks, moved, number } = anchor;
      const pair = { own: frames.undo(frame), other: patch, hidden: clean[0] };
      lastMatches = matchBlocks(look, pair, { expected: moved, hints: [lastMatches] });
      const extra = carried.error + carried.perFrame * (frame.number - number);
      return { patch, masks, matches: lastMatches, extra, isCarried: true };
    },
    isThere: () => anchor !== undefined,
    isSpent: number =>
      !anchor ||
      Math.hypot(anchor.moved.x, anchor.moved.y) > furthestCarried ||
      number - anchor.number >= longestCarried,
  };
}
