// Corrects the undone blend of one frame by the frames around it: where they are smooth around the mark, the smooth filling shows the error of the
// blend. Opacity that is slightly off shows on ground darker or brighter than the clip's mean, as an outline that stays for some frames.
import { restoreLevel } from './learn-mark.ts';
import type { PatchPlane } from './patch.ts';
import { type Ground, type Look, measureGround, measureSmooth } from './plan-look.ts';

/** Number of frames before and after that are used. */
export const settleReach = 8;
/** Noise of one frame in squared levels, before the blend amplifies it. */
const noise = 2;

/** Per masked pixel: difference of the undone blend from the smooth filling, and the weight of that evidence. */
export interface Miss {
  readonly look: Look;
  readonly ground: Ground;
  readonly levels: Float32Array;
  readonly weights: Float32Array;
}

/** Measures the error of the blend in one frame. Overwrites `undone` of the plane's inner part. */
export function measureMiss(plane: PatchPlane, look: Look, c: 0 | 1 | 2): Miss {
  const own = look.inner[c]!;
  const { gain } = look.mark.blends[c];
  undoPlane(plane, look, c);
  const ground = measureGround(own, plane);
  const errors = measureSmooth(own, ground, look.meanGain ** 2);
  const places = look.places[c]!;
  const [levels, weights] = [new Float32Array(places.length), new Float32Array(places.length)];
  for (let k = 0; k < places.length; k++) {
    const i = places[k]!;
    if (look.masks[c]![i] !== 1) continue;
    levels[k] = own.undone[k]! - ground.smooth[k]!;
    weights[k] = 1 / (errors[k]! + noise * gain[i]! ** 2);
  }
  return { look, ground, levels, weights };
}

/** Undoes the blend of a plane's masked pixels, into `undone` of its inner part. */
export function undoPlane({ data }: PatchPlane, look: Look, c: 0 | 1 | 2): Float32Array {
  const places = look.places[c]!;
  const mask = look.masks[c]!;
  const blend = look.mark.blends[c];
  const { undone } = look.inner[c]!;
  for (let k = 0; k < places.length; k++) {
    const i = places[k]!;
    if (mask[i] === 1) undone[k] = restoreLevel(blend, data[i]!, i);
  }
  return undone;
}

/** Subtracts the error shown by the frames around from `undone`, in place. The blend itself errs by about one level times its gain. */
export function settle(undone: Float32Array, misses: readonly Miss[], look: Look, c: 0 | 1 | 2): void {
  const places = look.places[c]!;
  const { gain } = look.mark.blends[c];
  const { sums, totals } = look.inner[c]!;
  for (let k = 0; k < places.length; k++) totals[k] = 1 / gain[places[k]!]! ** 2;
  sums.fill(0);
  for (const { levels, weights } of misses) {
    for (let k = 0; k < places.length; k++) {
      sums[k]! += weights[k]! * levels[k]!;
      totals[k]! += weights[k]!;
    }
  }
  for (let k = 0; k < places.length; k++) undone[k]! -= sums[k]! / totals[k]!;
}
