// Finds the pixels of marks within their areas and learns how they change the clip.
import { setImmediate as breathe } from 'node:timers/promises';
import { AppError } from 'contract/errors.ts';
import type { PartProgress } from 'contract/run.ts';
import type { ClipSource } from './clip-source.ts';
import { confirmShape } from './confirm-shape.ts';
import { findShape, measureSteps } from './find-shape.ts';
import type { Camera } from './follow-camera.ts';
import { type LearntMark, learnMark, makeOutline, measurePresence } from './learn-mark.ts';
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
import type { Patch } from './patch.ts';
import { sampleRuns } from './sample-runs.ts';

/** Maximum number of frames over which lasting steps are measured; more gain little. */
const mostMeasured = 72;
/** Number of pixels by which the mark may extend beyond the box drawn around it. */
const slack = 3;
/** Above both values, the scene itself looks like a mark. */
const stillScene = { covered: 0.6, stillness: 0.45 };
const fewPixels = 30;
/** Minimum share of a guess that is confirmed as a mark; parts of a scene that hardly moves turn out to be clean. */
const leastConfirmed = 0.3;
/** Share of the time that goes into sampling. */
const sampledShare = 0.48;

export interface Learnt {
  readonly mark: LearntMark;
  readonly placed: Placed;
  readonly isShapeUnknown: boolean;
}

/** Presence from which on a frame is used to learn the mark, and the minimum number of such frames. */
const carries = { presence: 0.5, fewest: 8 };

const thin = <Each>(list: readonly Each[], most: number) =>
  list.filter((_, k) => k % Math.ceil(list.length / most) === 0);

/** Finds the shape of a mark, using only the frames that carry it. */
function lookForShape(runs: readonly (readonly Patch[])[], searched: Uint8Array) {
  const patches = thin(runs.flat(), mostMeasured);
  if (patches.length < 3) return { steps: undefined, found: undefined, carriers: runs };
  const steps = measureSteps(patches);
  const found = findShape(steps, searched);
  const outline = makeOutline(steps, found.mask);
  if (!outline) return { steps, found, carriers: runs };
  // Filters each run separately: consecutive frames stay adjacent, so that the scene can be followed.
  const carriers = runs
    .map(run => run.filter(([y]) => measurePresence(outline, y) >= carries.presence))
    .filter(run => run.length > 0);
  const count = carriers.flat().length;
  if (count < carries.fewest || count > runs.flat().length * 0.95) return { steps, found, carriers: runs };
  const sharper = measureSteps(thin(carriers.flat(), mostMeasured));
  return { steps: sharper, found: findShape(sharper, searched), carriers };
}

/**
 * Finds the mark's pixels within an area that was not painted; returns undefined for a guess that is no mark. Throws MARK_UNCLEAR where the scene
 * does not move.
 */
async function findMark({ areas: [{ area }], box }: Place, runs: readonly (readonly Patch[])[], camera: Camera) {
  const { x, y, w, h } = area.box;
  const searched = drawBox(box, { x: x - slack, y: y - slack, w: w + 2 * slack, h: h + 2 * slack });
  const { steps, found, carriers } = lookForShape(runs, searched);
  await breathe();
  if (found && found.covered > stillScene.covered && found.stillness > stillScene.stillness)
    throw new AppError('MARK_UNCLEAR');
  const suspected = found ? countPixels(found.mask) : 0;
  const confirmed =
    found && suspected >= fewPixels
      ? confirmShape(carriers, found.mask, { camera, leastShare: area.isGuess ? leastConfirmed : 0 })
      : undefined;
  const isShapeUnknown = !confirmed || countPixels(confirmed) < fewPixels;
  if (area.isGuess && (isShapeUnknown || countPixels(confirmed) < suspected * leastConfirmed)) return undefined;
  return { shape: isShapeUnknown ? drawBox(box, area.box) : confirmed, isShapeUnknown, steps, carriers };
}

async function learnPlace(
  place: Place,
  runs: readonly (readonly Patch[])[],
  camera: Camera,
  onProgress: (fraction: number) => void,
): Promise<{ readonly mark: LearntMark; readonly isShapeUnknown: boolean } | undefined> {
  const { areas, box } = place;
  const [{ area }] = areas;
  if (area.painted) {
    const shape = drawPainted(box, area.box, area.painted);
    return { mark: await learnMark({ box, runs, shape, isWhole: true }, onProgress), isShapeUnknown: false };
  }
  const found = await findMark(place, runs, camera);
  if (!found) return undefined;
  const { shape, isShapeUnknown, steps, carriers } = found;
  const known = { box, runs: carriers, camera, shape, isWhole: isShapeUnknown, ...(!isShapeUnknown && { steps }) };
  return { mark: await learnMark(known, onProgress), isShapeUnknown };
}

/** Returns why a guess is dropped where the scene does not move. Throws every other error, and this one where a person drew the area. */
function dropUnclear({ areas: [{ area }] }: Place, cause: unknown): AppError {
  if (area.isGuess && cause instanceof AppError && cause.code === 'MARK_UNCLEAR') return cause;
  throw cause;
}

/**
 * Returns those found boxes in which the motion of the scene confirms a mark, with the times at which it is seen. When none is left, throws
 * MARK_UNCLEAR if the scene did not move around one of them, otherwise MARK_NOT_FOUND.
 */
export async function confirmMarks<Guess extends MarkedArea>(
  source: ClipSource,
  guesses: readonly Guess[],
  onProgress: (fraction: number) => void,
): Promise<Guess[]> {
  const places = joinPlaces(placeAreas(guesses, source));
  const confirmed = new Map<MarkedArea, Guess>();
  let unclear: AppError | undefined;
  for (const [at, place] of places.entries()) {
    const say = (fraction: number) => onProgress((at + fraction) / places.length);
    const { runs, camera } = await sampleRuns([place], source, say);
    const found = await findMark(place, runs[0]!, camera).catch((cause: unknown) => {
      unclear = dropUnclear(place, cause);
      return undefined;
    });
    if (!found) continue;
    const { box, areas } = place;
    const outline = found.steps && makeOutline(found.steps, found.shape);
    for (const { area, start, end } of areas) {
      const { looseSeconds = 0 } = area;
      const times =
        outline && looseSeconds > 0 && (await findTimes(source, { box, outline }, { start, end }, looseSeconds));
      confirmed.set(area, { ...(area as Guess), ...times });
    }
  }
  if (confirmed.size === 0) throw unclear ?? new AppError('MARK_NOT_FOUND');
  return guesses.flatMap(guess => confirmed.get(guess) ?? []);
}

/** Samples and learns all areas. Places that carry marks at the same times are sampled together. Throws as `confirmMarks` when no mark is left. */
export async function learnAreas(
  placed: readonly Placed[],
  source: ClipSource,
  onProgress: PartProgress,
): Promise<Learnt[]> {
  const places = joinPlaces(placed);
  const alike = Map.groupBy(places, ({ areas }) => areas.map(({ start, end }) => `${start} ${end}`).join());
  const learnt: Learnt[] = [];
  let unclear: AppError | undefined;
  let done = 0;
  for (const group of alike.values()) {
    const share = group.length / places.length;
    const from = done;
    done += share;
    const say = (fraction: number) => onProgress(from + share * fraction);
    const { runs, camera } = await sampleRuns(group, source, part => say(sampledShare * part));
    for (const [at, place] of group.entries()) {
      const sayLearnt = (part: number) => say(sampledShare + ((1 - sampledShare) * (at + part)) / group.length);
      const one = await learnPlace(place, runs[at]!, camera, sayLearnt).catch((cause: unknown) => {
        unclear = dropUnclear(place, cause);
        return undefined;
      });
      if (one) learnt.push(...place.areas.map(each => ({ ...one, placed: each })));
    }
  }
  if (learnt.length === 0) throw unclear ?? new AppError('MARK_NOT_FOUND');
  return learnt;
}
