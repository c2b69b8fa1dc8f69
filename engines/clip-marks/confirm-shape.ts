// Confirms the shape of a mark by the motion of the scene: checks whether a suspected pixel differs from the same place of the scene in frames where
// the scene has moved on. There the place may lie beneath another pixel of the mark, so that only the difference of two shifts is known. Jacobi's
// method solves for all shifts together from these differences, with the shifts outside the suspected pixels fixed at zero.
import { sumAround } from '../pixels/box-filter.ts';
import { growMask } from '../pixels/morphology.ts';
import { fillInside, type Round } from './fill-inside.ts';
import { carriesMark, fitLine, isContradicted } from './fit-line.ts';
import type { Camera } from './follow-camera.ts';
import { followScene } from './follow-scene.ts';
import type { Patch } from './patch.ts';
import { sortByBlock } from './plan-blocks.ts';
import { type Linked, linkFrame, sampleLines, solveShifts } from './scene-links.ts';

/** Margin in pixels around the pixels found to be marked, for the soft rim. */
const rim = 2;
const rounds = 3;
const maxFrames = 36;
/** Number of frames of a rough first pass, and the share of the required pixels below which its result is final. */
const roughFrames = 12;
const surely = 0.5;
/** Maximum number of runs that are judged one by one. */
const maxJudged = 4;
const maxBytes = 64 * 1024 * 1024;
const usualViews = 8;

/** Returns the frames of each run if there are several, but not so many that a run has too few frames to be judged. */
function splitRuns(linked: readonly Linked[], runs: readonly (readonly Patch[])[]): Linked[][] {
  if (runs.length < 2 || runs.length > maxJudged) return [];
  return runs.map(run => linked.filter(({ own }) => run.includes(own)));
}

/** One round of `confirmShape`: no pixel in `hidden` is compared. Returns undefined when the motion reveals fewer than 50 pixels. */
function confirmOnce(
  runs: readonly (readonly Patch[])[],
  suspected: Uint8Array,
  hidden: Uint8Array,
  camera: Camera | undefined,
  wanted: number = maxFrames,
): Round | undefined {
  const [{ width, height }] = runs[0]![0]!;
  const max = Math.max(8, Math.min(wanted, Math.floor(maxBytes / (2 * usualViews * countSet(suspected)))));
  const asked = suspected.map((value, i) => (hidden[i] ? 2 : value ? 1 : 0));
  const scene = followScene(runs, asked, camera, max);
  const suspects = sortByBlock(suspected, width, scene);
  const linked = Array.from(scene.moments, moment => linkFrame(moment, suspects));
  const shifts = solveShifts(linked, suspects, width, suspected.length);
  const lines = sampleLines(linked, suspects, shifts, width);
  const runLines = splitRuns(linked, runs).map(own => sampleLines(own, suspects, shifts, width));
  let told = 0;
  const kept = new Uint8Array(suspected.length);
  for (const [k, i] of suspects.places.entries()) {
    const line = fitLine(lines, k);
    if (!line) {
      // Every view of this place lies beneath the mark.
      kept[i] = 1;
      continue;
    }
    told++;
    if (carriesMark(line) && !isContradicted(runLines.flatMap(own => fitLine(own, k) ?? []))) kept[i] = 1;
  }
  if (told < 50) return undefined;
  const company = sumAround(Float32Array.from(kept), width, height, 1);
  const core = kept.map((value, at) => (value && company[at]! > 27 ? 1 : 0));
  const wide = new Uint8Array(core.length);
  growMask(core, width, rim, wide);
  return { shape: wide.map((value, at) => (value && suspected[at] ? 1 : 0)), linked, suspects };
}

const countSet = (mask: Uint8Array) => mask.reduce((sum, value) => sum + (value ? 1 : 0), 0);

/**
 * Returns a suspected shape without the pixels that turn out to be clean. Each round compares against the pixels cleared before, so more of the rest
 * can be decided. Ends early when less than `minShare` is left. For most guesses, a third of the frames is enough to show that far
 * less is left.
 */
export function confirmShape(
  runs: readonly (readonly Patch[])[],
  suspected: Uint8Array,
  { camera, minShare = 0 }: { readonly camera?: Camera | undefined; readonly minShare?: number } = {},
): Uint8Array {
  const [{ width }] = runs[0]![0]!;
  const min = minShare * countSet(suspected);
  if (minShare > 0) {
    const rough = confirmOnce(runs, suspected, suspected, camera, roughFrames);
    if (rough && countSet(rough.shape) < min * surely) return rough.shape;
  }
  let last: Round | undefined;
  let count = countSet(suspected);
  for (let round = 0; round < rounds; round++) {
    const next = confirmOnce(runs, suspected, last?.shape ?? suspected, camera);
    if (!next) break;
    last = next;
    const left = countSet(next.shape);
    const isSettled = Math.abs(left - count) < count * 0.03;
    if (isSettled || left < min) break;
    count = left;
  }
  return last ? fillInside(last, suspected, width) : suspected;
}
