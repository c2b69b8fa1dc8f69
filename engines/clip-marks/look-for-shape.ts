// Looks for the shape of a mark in the frames of its stay. Frames beside the stay show the same scene without the mark: what they have in common with
// it belongs to the scene, before a camera that does not move everything but the mark.
import { findShape, measureSteps, type Shape, type Steps, subtractSteps } from './find-shape.ts';
import { makeOutline, measurePresence, type Outline } from './learn-mark.ts';
import type { Patch } from './patch.ts';
import type { Beside } from './sample-beside.ts';
import { maxAbsent } from './watch-frames.ts';

/** Maximum number of frames over which lasting steps are measured; more gain little. */
const maxMeasured = 72;
const fewestMeasured = 3;
/** Presence from which on a frame is used to learn the mark, and the minimum number of such frames. */
const carries = { presence: 0.5, fewest: 8 };
/** Maximum median difference in levels around an area; above it, a frame beside a stay shows another scene. */
const maxAround = 4;

/** The lasting steps of some frames, which show the same place; undefined for too few frames. */
export function measureLasting(patches: readonly Patch[]): Steps | undefined {
  const some = patches.filter((_, k) => k % Math.ceil(patches.length / maxMeasured) === 0);
  return some.length < fewestMeasured ? undefined : measureSteps(some);
}

/** Median difference in levels between two frames at the pixels that are not searched. */
function differAround([{ data }]: Patch, [other]: Patch, searched: Uint8Array): number {
  const counts = new Uint32Array(256);
  let total = 0;
  for (let i = 0; i < data.length; i++) {
    if (searched[i]) continue;
    counts[Math.abs(data[i]! - other.data[i]!)]!++;
    total++;
  }
  let [median, before] = [0, counts[0]!];
  while (before * 2 < total) before += counts[++median]!;
  return median;
}

/** Returns the frames beside a stay that show the scene of its first or last frame at the same place. */
export function listAlike(stay: readonly Patch[], { before, after }: Beside, searched: Uint8Array): Patch[] {
  const isLike = (own: Patch) => (clean: Patch) => differAround(own, clean, searched) <= maxAround;
  return [...before.filter(isLike(stay[0]!)), ...after.filter(isLike(stay.at(-1)!))];
}

export interface LookedFor {
  readonly steps: Steps;
  readonly found: Shape;
  /** The runs without the frames that do not carry the mark. */
  readonly carriers: readonly (readonly Patch[])[];
}

/** Looks for a shape with the steps of the scene subtracted, if they are known. Uses only the frames that carry the mark. */
function lookWithout(
  scene: Steps | undefined,
  runs: readonly (readonly Patch[])[],
  searched: Uint8Array,
): (LookedFor & { readonly outline: Outline | undefined }) | undefined {
  const measure = (patches: readonly Patch[]) => {
    const steps = measureLasting(patches);
    return steps && scene ? subtractSteps(steps, scene) : steps;
  };
  const steps = measure(runs.flat());
  if (!steps) return undefined;
  const found = findShape(steps, searched);
  const outline = makeOutline(steps, found.mask);
  const all = { steps, found, carriers: runs, outline };
  if (!outline) return all;
  // Filters each run separately: consecutive frames stay adjacent, so that the scene can be followed.
  const carriers = runs
    .map(run => run.filter(([y]) => measurePresence(outline, y) >= carries.presence))
    .filter(run => run.length > 0);
  const count = carriers.flat().length;
  if (count < carries.fewest || count > runs.flat().length * 0.95) return all;
  const sharper = measure(carriers.flat())!;
  return { steps: sharper, found: findShape(sharper, searched), carriers, outline };
}

/** Looks for the shape of a mark within `searched` (one byte per pixel); undefined for too few frames. */
export function lookForShape(
  runs: readonly (readonly Patch[])[],
  searched: Uint8Array,
  beside?: Beside,
): LookedFor | undefined {
  const alike = beside && runs.flat().length > 0 ? listAlike(runs.flat(), beside, searched) : [];
  const scene = measureLasting(alike);
  const looked = scene && lookWithout(scene, runs, searched);
  if (!looked?.outline) return lookWithout(undefined, runs, searched);
  const { outline } = looked;
  // Where the times are not exact, frames beside the stay carry the mark, too, and would subtract it.
  const free = alike.filter(([y]) => measurePresence(outline, y) <= maxAbsent);
  if (free.length === alike.length) return looked;
  return lookWithout(measureLasting(free), runs, searched);
}
