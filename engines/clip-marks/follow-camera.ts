// Tracks the camera over the whole frame. The surroundings of a mark may be too flat to be tracked, or an edge that moves along itself; then the rest
// of the frame shows how the scene moves.
import { compare, followSurroundings, type Vector } from './match-blocks.ts';
import type { Box, Frame, Patch } from './patch.ts';
import { planSurroundings } from './plan-blocks.ts';

/** Matching error between consecutive frames, in squared levels, above which there is a cut between them. */
export const cutError = 500;

/** The position of a frame in its scene. */
interface Place {
  /** Accumulated displacement in pixels, which can only be compared within the same scene. */
  readonly moved: Vector;
  readonly scene: number;
}

/** For each sampled patch, the place of its frame. */
export type Camera = ReadonlyMap<Patch, Place>;

/** Returns the camera's motion from one patch to another; undefined where it is unknown. */
export function cameraMotion(camera: Camera | undefined, from: Patch, to: Patch): Vector | undefined {
  const [before, after] = [camera?.get(from), camera?.get(to)];
  if (!before || !after || before.scene !== after.scene) return undefined;
  return { x: after.moved.x - before.moved.x, y: after.moved.y - before.moved.y };
}

/** Returns a function that takes the frames in order and returns the place of each. Pixels in `boxes` are ignored. */
export function followCamera(boxes: readonly Box[], { width, height }: Pick<Frame, 'width' | 'height'>) {
  const covered = new Uint8Array(width * height);
  for (const { x, y, w, h } of boxes) {
    const [left, right] = [Math.max(0, Math.floor(x)), Math.min(width, Math.ceil(x + w))];
    for (let row = Math.max(0, Math.floor(y)); row < Math.min(height, y + h); row++)
      covered.fill(1, row * width + left, row * width + right);
  }
  const { block, hidden } = planSurroundings(covered, width, height);
  let before: { readonly data: Uint8Array; readonly place: Place; readonly motion: Vector } | undefined;
  /** `isNew`: the frame does not directly follow the previous one. */
  return ({ data }: Frame, isNew: boolean): Place => {
    const plane = (levels: Uint8Array) => ({ data: levels, width, height });
    const found =
      before && !isNew && followSurroundings(compare(plane(before.data), plane(data), hidden), block, before.motion);
    const isCut = !found || found.error > cutError;
    const motion = isCut ? { x: 0, y: 0 } : { x: found.x, y: found.y };
    const last = before?.place ?? { moved: motion, scene: -1 };
    const moved = { x: last.moved.x + motion.x, y: last.moved.y + motion.y };
    const place = { moved, scene: last.scene + (isCut ? 1 : 0) };
    before = { data, place, motion };
    return place;
  };
}
