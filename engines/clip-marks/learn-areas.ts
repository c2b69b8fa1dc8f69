// Finds the pixels of marks within their areas and learns how they change the clip.
import { setImmediate as breathe } from 'node:timers/promises';
import { AppError } from 'contract/errors.ts';
import type { PartProgress } from 'contract/run.ts';
import type { ClipSource } from './clip-source.ts';
import { completeStays } from './complete-stays.ts';
import { isBlendConfirmed, leavesRemainder } from './confirm-blend.ts';
import { confirmShape } from './confirm-shape.ts';
import { findShape, type Steps } from './find-shape.ts';
import type { Camera } from './follow-camera.ts';
import { type LearntMark, learnMark, makeOutline } from './learn-mark.ts';
import { lookForShape, measureLasting } from './look-for-shape.ts';
import { findTimes } from './mark-times.ts';
import {
  countPixels,
  drawBox,
  drawPainted,
  joinPlaces,
  type MarkedArea,
  type Place,
  type Placed,
  placeAreas,
} from './marked-areas.ts';
import { halveMask, type Patch } from './patch.ts';
import { type Beside, sampleBeside } from './sample-beside.ts';
import { sampleRuns } from './sample-runs.ts';
import { averagePatches, blendsOf, findStillInk } from './still-ink.ts';

/** Number of pixels by which the mark may extend beyond the box drawn around it. */
const slack = 3;
/** Above both values, the scene itself looks like a mark, unless the camera moves by this many pixels. */
const stillScene = { covered: 0.6, stillness: 0.45, pixels: 2 };
const fewPixels = 30;
/** Minimum share of a find that the motion of the scene confirms as a mark, where it can tell. */
const minConfirmed = 0.3;
/** Share of the time that goes into sampling. */
const sampledShare = 0.48;

export interface Learnt {
  readonly mark: LearntMark;
  readonly placed: Placed;
  readonly isShapeUnknown: boolean;
}

interface FoundShape {
  readonly shape: Uint8Array;
  readonly isShapeUnknown: boolean;
  readonly steps: Steps | undefined;
  readonly carriers: readonly (readonly Patch[])[];
  /** Neither the scene nor the camera moves, so that nothing but the picture itself tells the mark from the scene. */
  readonly isStill: boolean;
}

/** Whether the camera stays where it is in all samples. */
function isCameraStill(camera: Camera): boolean {
  const places = [...camera.values()];
  return places.every(
    ({ moved, scene }) => scene === places[0]!.scene && Math.hypot(moved.x, moved.y) <= stillScene.pixels,
  );
}

/** What is known of a place: frames that carry its mark, and those beside its stay. */
interface SampledPlace {
  readonly runs: readonly (readonly Patch[])[];
  readonly camera: Camera;
  readonly beside?: Beside | undefined;
}

/** Finds the mark's pixels within an area that was not painted; returns undefined where the motion of the scene shows that a find is no mark. */
function findMark({ areas: [{ area }], box }: Place, { runs, camera, beside }: SampledPlace): FoundShape | undefined {
  const { x, y, w, h } = area.box;
  const { isFound = false } = area;
  const searched = drawBox(box, { x: x - slack, y: y - slack, w: w + 2 * slack, h: h + 2 * slack });
  const { steps, found, carriers = runs } = lookForShape(runs, searched, beside) ?? {};
  const looksStill = found && found.covered > stillScene.covered && found.stillness > stillScene.stillness;
  // A find has been told from its scene already, and a soft scene that moves has steps that last like those of one that does not.
  if (!isFound && looksStill && isCameraStill(camera))
    return { shape: drawBox(box, area.box), isShapeUnknown: true, steps: undefined, carriers: runs, isStill: true };
  const suspected = found ? countPixels(found.mask) : 0;
  const confirmed =
    found && suspected >= fewPixels
      ? confirmShape(carriers, found.mask, { camera, minShare: isFound ? minConfirmed : 0 })
      : undefined;
  const isShapeUnknown = !confirmed || countPixels(confirmed) < fewPixels;
  if (isFound && (isShapeUnknown || countPixels(confirmed) < suspected * minConfirmed)) return undefined;
  const shape = isShapeUnknown ? drawBox(box, area.box) : confirmed;
  return { shape, isShapeUnknown, steps, carriers, isStill: false };
}

/** Learns a mark before a camera that does not move: by its ink where that is known, otherwise all of it is filled. */
function learnStill(
  { areas: [{ area }], box }: Place,
  { runs, beside }: SampledPlace,
  shape: Uint8Array,
): { readonly mark: LearntMark; readonly isShapeUnknown: boolean } {
  const ink = findStillInk(averagePatches(runs.flat()), shape, area.box.h);
  const isWhole = area.painted !== undefined;
  const mask = shape.map((value, i) => {
    const own = ink?.mask[i] ?? 0;
    if (!value) return 0;
    return ink && (own || !isWhole) ? own : 2;
  });
  const blends = ink ? blendsOf({ ...ink, mask }, box.w) : undefined;
  const none = { centre: 0, gain: new Float32Array(0), shift: new Float32Array(0) };
  const halfMask = halveMask(mask, box.w, box.h);
  const looked = lookForShape(runs, shape, beside);
  const edges = looked && makeOutline(looked.steps, mask);
  return {
    mark: { box, mask, halfMask, blends: blends ?? [none, none, none], edges },
    isShapeUnknown: !ink && !isWhole,
  };
}

/** Whether nothing around a painted area moves. */
function isStillAround(runs: readonly (readonly Patch[])[], shape: Uint8Array, camera: Camera): boolean {
  if (!isCameraStill(camera)) return false;
  const steps = measureLasting(runs.flat());
  return !steps || findShape(steps, shape).stillness > stillScene.stillness;
}

/** Returns the mark with nothing known beneath it. */
const hideBeneath = (mark: LearntMark): LearntMark => ({
  ...mark,
  mask: mark.mask.map(value => (value ? 2 : 0)),
  halfMask: mark.halfMask.map(value => (value ? 2 : 0)),
});

async function learnPlace(
  place: Place,
  sampled: SampledPlace,
  onProgress: (fraction: number) => void,
): Promise<{ readonly mark: LearntMark; readonly isShapeUnknown: boolean } | undefined> {
  const { areas, box } = place;
  const { runs, camera } = sampled;
  const [{ area }] = areas;
  await breathe();
  if (area.painted) {
    const shape = drawPainted(box, area.box, area.painted);
    if (isStillAround(runs, shape, camera)) return learnStill(place, sampled, shape);
    return { mark: await learnMark({ box, runs, shape, isWhole: true }, onProgress), isShapeUnknown: false };
  }
  const found = findMark(place, sampled);
  if (!found) return undefined;
  const { shape, isShapeUnknown, steps, carriers, isStill } = found;
  if (isStill) return learnStill(place, sampled, shape);
  const known = { box, runs: carriers, camera, shape, isWhole: isShapeUnknown, ...(!isShapeUnknown && { steps }) };
  const mark = await learnMark(known, onProgress);
  // A find was confirmed by a scene that moves; what was drawn may be before one that does not, where every opacity explains the frames.
  const isWrong = !area.isFound && leavesRemainder(mark, averagePatches(runs.flat()));
  return { mark: isWrong ? hideBeneath(mark) : mark, isShapeUnknown };
}

/**
 * Returns the found boxes with the times at which their marks are seen, to within a frame or so where they appear or disappear. The boxes of such marks
 * are completed before a camera that does not move.
 */
export async function refineTimes<Guess extends MarkedArea>(
  source: ClipSource,
  found: readonly Guess[],
  onProgress: (fraction: number) => void,
): Promise<Guess[]> {
  const refined = new Map<MarkedArea, Guess>();
  const comesOrGoes = ({ start = 0, end = source.seconds }: MarkedArea) => start > 0.01 || end < source.seconds - 0.01;
  const wanted = found.filter(comesOrGoes);
  const places = wanted.length > 0 ? joinPlaces(placeAreas(wanted, source)) : [];
  for (const [at, place] of places.entries()) {
    const say = (fraction: number) => onProgress((at + fraction) / places.length);
    const { runs, camera } = await sampleRuns([place], source, say);
    const mark = findMark(place, { runs: runs[0]!, camera });
    const outline = mark?.steps && makeOutline(mark.steps, mark.shape);
    if (!outline) continue;
    for (const { area, start, end } of place.areas) {
      const { looseSeconds = 0 } = area;
      const times = await findTimes(source, { box: place.box, outline }, { start, end }, looseSeconds);
      refined.set(area, { ...(area as Guess), ...times });
    }
  }
  const timed = found.map(one => refined.get(one) ?? one);
  return completeStays(timed, source);
}

/** Samples and learns all areas. Places that carry marks at the same times are sampled together. Throws MARK_NOT_FOUND when no find is left. */
export async function learnAreas(
  placed: readonly Placed[],
  source: ClipSource,
  onProgress: PartProgress,
): Promise<Learnt[]> {
  const places = joinPlaces(placed);
  const alike = Map.groupBy(places, ({ areas }) => areas.map(({ start, end }) => `${start} ${end}`).join());
  const learnt: Learnt[] = [];
  let done = 0;
  for (const group of alike.values()) {
    const share = group.length / places.length;
    const from = done;
    done += share;
    const say = (fraction: number) => onProgress(from + share * fraction);
    const { runs, camera } = await sampleRuns(group, source, part => say(sampledShare * part));
    for (const [at, place] of group.entries()) {
      const sayLearnt = (part: number) => say(sampledShare + ((1 - sampledShare) * (at + part)) / group.length);
      const [first] = place.areas;
      // What was found has times that are known to within some seconds.
      const beside = first.area.looseSeconds === undefined ? await sampleBeside(first, placed, source) : undefined;
      const one = await learnPlace(place, { runs: runs[at]!, camera, beside }, sayLearnt);
      if (!one) continue;
      const isWrong = beside !== undefined && !isBlendConfirmed(one.mark, runs[at]!.flat(), beside);
      const mark = isWrong ? hideBeneath(one.mark) : one.mark;
      learnt.push(...place.areas.map(each => ({ ...one, mark, placed: each })));
    }
  }
  if (learnt.length === 0) throw new AppError('MARK_NOT_FOUND');
  return learnt;
}
