// Follows the scene around a mark through consecutive frames, and finds its blocks in frames where it has moved by more than the width of a stroke.
import { type Camera, cameraMotion, cutError } from './follow-camera.ts';
import { measureDepth } from './mask-depth.ts';
import {
  addMotion,
  type Compared,
  compare,
  followSurroundings,
  type Match,
  type Motion,
  matchBlock,
  noMotion,
  preferPrediction,
  type Vector,
} from './match-blocks.ts';
import type { Patch } from './patch.ts';
import { type Block, type PlannedBlocks, planBlocks, planSurroundings } from './plan-blocks.ts';

/** Distances in pixels by which the scene must have moved in the compared frames: more than the width of a mark's strokes. */
const displacements = [9, 18, 30, 42];
/** The largest displacement exceeds the distance of the innermost pixel of a mark from its rim by this much; blocks are not followed further. */
const beyondRim = 8;
const furthestDisplacement = 120;
/** Maximum number of frames that are compared with others; more gain little. */
const maxSamples = 72;
/** Largest error of a match in squared levels; beyond it the match shows something else. */
export const maxError = 200;

/** Consecutive frames with the accumulated motion of the scene. */
interface Track {
  readonly patches: readonly Patch[];
  /** Position in each frame of a place in the first one; counted from zero after a cut. */
  readonly moved: readonly Motion[];
  readonly scene: readonly number[];
}

/** Returns the motion of the surroundings, which is the camera's unless they clearly move differently. */
function chooseMotion(compared: Compared, block: Block, before: Vector, camera: Vector | undefined): Match | undefined {
  if (!camera) return followSurroundings(compared, block, before);
  return preferPrediction(compared, block, camera, followSurroundings(compared, block, camera));
}

function followRun(patches: readonly Patch[], shape: Uint8Array, camera: Camera | undefined): Track {
  const [{ width, height }] = patches[0]!;
  const surroundings = planSurroundings(shape, width, height);
  const moved = [noMotion];
  const scene = [0];
  let motion = noMotion;
  for (let k = 1; k < patches.length; k++) {
    const compared = compare(patches[k - 1]![0], patches[k]![0], surroundings.hidden);
    const found = chooseMotion(
      compared,
      surroundings.block,
      motion,
      cameraMotion(camera, patches[k - 1]!, patches[k]!),
    );
    const isCut = !found || found.error > cutError;
    motion = isCut ? noMotion : found;
    moved.push(isCut ? noMotion : addMotion(moved[k - 1]!, motion));
    scene.push(scene[k - 1]! + (isCut ? 1 : 0));
  }
  return { patches, moved, scene };
}

/** Returns the frames before and after one in which the scene has moved by each wanted distance, with the expected displacement. */
function findOthers(
  { moved, scene }: Track,
  at: number,
  wanted: readonly number[],
): { at: number; expected: Motion }[] {
  const others: { at: number; expected: Motion }[] = [];
  for (const direction of [-1, 1]) {
    let next = 0;
    for (let k = at + direction; k >= 0 && k < moved.length && scene[k] === scene[at]; k += direction) {
      const expected = addMotion(moved[k]!, moved[at]!, -1);
      if (Math.hypot(expected.x, expected.y) < wanted[next]!) continue;
      others.push({ at: k, expected });
      if (++next >= wanted.length) break;
    }
  }
  return others;
}

/** Scales the displacements so that the scene moves out from beneath the innermost pixel of a thick mark. */
function chooseDisplacements(isHidden: Uint8Array, width: number, height: number): readonly number[] {
  const furthest = Math.min(furthestDisplacement, measureDepth(isHidden, width, height) + beyondRim);
  const scale = Math.max(1, furthest / displacements.at(-1)!);
  return displacements.map(each => each * scale);
}

/** Another frame's view of the places that this frame's blocks hide. */
interface View {
  readonly patch: Patch;
  /** One per block. */
  readonly matches: readonly (Match | undefined)[];
}

/** One frame, with the frames before and after it in which the scene has moved far enough. */
export interface Moment {
  readonly own: Patch;
  readonly views: readonly View[];
}

export interface FollowedScene extends PlannedBlocks {
  /** Generated lazily, because each takes some milliseconds. */
  readonly moments: Iterable<Moment>;
}

function matchBlocks(blocks: readonly Block[], compared: Compared, expected: Motion) {
  const matches: (Match | undefined)[] = [];
  for (const [at, block] of blocks.entries()) {
    const beside = matches[at - 1];
    matches.push(
      block.samples.length > 0 ? matchBlock(compared, block, [expected, ...(beside ? [beside] : [])]) : undefined,
    );
  }
  return matches.map((match, at) => match ?? matches[blocks[at]!.leader]);
}

/**
 * Follows the scene in up to `max` frames of all runs, which show the same place. `hidden` has one byte per pixel: 2 where no pixel may be compared,
 * 1 where pixels may be compared and are matched as well, 0 where no match is needed. Without `camera`, the motion comes from the patches alone.
 */
export function followScene(
  runs: readonly (readonly Patch[])[],
  hidden: Uint8Array,
  camera: Camera | undefined,
  max: number = maxSamples,
): FollowedScene {
  const [{ width, height }] = runs[0]![0]!;
  const { blocks, blockOf } = planBlocks(hidden, width, height);
  const isHidden = hidden.map(value => (value === 2 ? 1 : 0));
  const wanted = chooseDisplacements(isHidden, width, height);
  const every = Math.max(1, Math.ceil(runs.reduce((sum, run) => sum + run.length, 0) / max));
  function* makeMoments(): Generator<Moment> {
    for (const run of runs) {
      const track = followRun(run, isHidden, camera);
      for (let at = 0; at < run.length; at += every) {
        const own = run[at]!;
        const views = findOthers(track, at, wanted).map(({ at: k, expected }): View => {
          const compared = compare(own[0], run[k]![0], hidden, expected.brighter);
          return { patch: run[k]!, matches: matchBlocks(blocks, compared, expected) };
        });
        if (views.length > 0) yield { own, views };
      }
    }
  }
  return {
    blockOf,
    blocks,
    moments: makeMoments(),
  };
}
