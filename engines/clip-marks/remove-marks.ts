// Removes marks and subtitles from a clip: learns each mark over many frames, mends frame by frame, and encodes the clip again with its sound
// unchanged.

import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { ClipPlan } from 'contract/clip/plan.ts';
import { AppError } from 'contract/errors.ts';
import { type PartProgress, within } from 'contract/run.ts';
import { isCutShort } from '../video/convert-clip.ts';
import { openFrameWriter, readFrames } from '../video/pipe-frames.ts';
import { type ProbedClip, probeClip } from '../video/probe-clip.ts';
import type { ClipSource } from './clip-source.ts';
import { confirmShape } from './confirm-shape.ts';
import { findShape, measureSteps } from './find-shape.ts';
import type { SubtitleLine } from './find-subtitles.ts';
import { type Camera, followCamera } from './follow-camera.ts';
import { type LearntMark, learnMark, makeOutline, measurePresence } from './learn-mark.ts';
import { findTimes, type MarkTimes } from './mark-times.ts';
import { chooseReach, type Mending, mendClip } from './mend-clip.ts';
import { furthest, furthestBeneath } from './mend-frames.ts';
import { mendSubtitles } from './mend-subtitles.ts';
import { alignBox, type Box, cutPatch, type Frame, type Patch } from './patch.ts';
import { watchMark } from './watch-frames.ts';

export interface MarkedArea {
  /** In upright pixels of the clip. */
  readonly box: Box;
  /** One byte per pixel of the box: the pixels that a person painted, all of which are removed. Absent: the mark within the box is searched for. */
  readonly painted?: Uint8Array | undefined;
  /** Seconds of the clip; absent: from its beginning, or to its end. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** Seconds by which the mark may appear earlier and stay longer: each frame in that time is tested for the mark. */
  readonly looseSeconds?: number | undefined;
  /** The box was found, not drawn: it is left alone unless the motion of the scene confirms a mark in it. */
  readonly isGuess?: boolean | undefined;
}

export interface Removal {
  readonly source: ClipSource;
  readonly areas: readonly MarkedArea[];
  /** Subtitles found in the clip. */
  readonly subtitles?: readonly SubtitleLine[] | undefined;
  /** The result's name in `folder`, without an extension. */
  readonly name: string;
  /** Writes only this part of the clip, in seconds. */
  readonly part?: { readonly start: number; readonly taken: number } | undefined;
  readonly onProgress: PartProgress;
}

type RemovalWarning = 'shape-unknown' | 'hdr-not-mapped' | 'cut-short';

interface RemovedMark extends Box {
  readonly start: number;
  readonly end: number;
  /** restored: the blend was undone. filled: the pixels were taken from other frames and the surroundings. */
  readonly how: 'restored' | 'filled';
}

export interface Removed {
  readonly path: string;
  readonly facts: ProbedClip;
  readonly plan: ClipPlan;
  readonly marks: readonly RemovedMark[];
  /** The learnt marks, pixel by pixel. */
  readonly learnt: readonly LearntMark[];
  readonly warnings: readonly RemovalWarning[];
}

/** Sampling rate in frames per second, and the length and maximum number of the sampled stretches: enough to follow the scene, in enough scenes. */
const sampled = { hertz: 12.5, seconds: 3, most: 6 };
/** Maximum number of frames over which lasting steps are measured; more gain little. */
const mostMeasured = 72;
const fewestSamples = 12;
/** Maximum bytes of all samples. */
const mostSampleBytes = 320 * 1024 * 1024;
/** Margin in pixels around a mark. */
const margin = { across: 48, down: 32 };
/** Frame height to which these margins fit; larger frames have larger marks. */
const usualHeight = 360;
const mostScale = 2.5;
/** Number of pixels by which the mark may extend beyond the box drawn around it. */
const slack = 3;
/** Above both values, the scene itself looks like a mark. */
const unclear = { covered: 0.6, stillness: 0.45 };
const fewPixels = 30;
/** Minimum share of a guess that is confirmed as a mark; parts of a scene that hardly moves turn out to be clean. */
const leastConfirmed = 0.3;
const progressEnds = { sampled: 0.12, learnt: 0.25 };

interface Placed {
  readonly area: MarkedArea;
  readonly box: Box;
  readonly start: number;
  readonly end: number;
}

const bytesOfBox = ({ w, h }: Box) => (w * h * 3) / 2;

/** Clips the areas to the clip's frame and duration and adds the margins to look at. Throws MASK_EMPTY. */
function placeAreas(areas: readonly MarkedArea[], { format, seconds }: ClipSource): Placed[] {
  const { width, height } = format;
  const scale = Math.max(1, Math.min(mostScale, Math.min(width, height) / usualHeight));
  const around = { across: margin.across * scale, down: margin.down * scale };
  const placed = areas.flatMap(area => {
    const { x, y, w, h } = area.box;
    const start = Math.max(0, Math.min(area.start ?? 0, seconds));
    const end = Math.max(start, Math.min(area.end ?? seconds, seconds));
    const isOutside = x >= width || y >= height || x + w <= 0 || y + h <= 0 || end <= start;
    return isOutside ? [] : [{ area, box: alignBox(area.box, around, format), start, end }];
  });
  if (placed.length === 0) throw new AppError('MASK_EMPTY');
  return placed;
}

/** Returns the stretches of time from which frames are sampled: all of a short clip, otherwise some seconds at regular intervals. */
function chooseRuns(start: number, end: number): { readonly start: number; readonly taken: number }[] {
  const taken = end - start;
  const { seconds, most } = sampled;
  if (taken <= seconds * most) return [{ start, taken }];
  const pause = (taken - seconds) / (most - 1);
  return Array.from({ length: most }, (_, k) => ({ start: start + k * pause, taken: seconds }));
}

interface Sampled {
  /** For each area, runs of consecutive frames from several moments between its start and end. */
  readonly runs: readonly (readonly (readonly Patch[])[])[];
  readonly camera: Camera;
}

/** Samples areas that have the same start and end. */
async function sampleRuns(
  areas: readonly Placed[],
  { reading, format, seconds }: ClipSource,
  onProgress: (fraction: number) => void,
): Promise<Sampled> {
  const [{ start, end }] = areas as readonly [Placed, ...Placed[]];
  const runs = chooseRuns(start, end);
  const bytes = areas.reduce((sum, { box }) => sum + bytesOfBox(box), 0);
  const total = runs.reduce((sum, { taken }) => sum + taken, 0);
  const hertz = Math.min(
    format.framesPerSecond,
    sampled.hertz,
    Math.max(fewestSamples, mostSampleBytes / bytes) / total,
  );
  const patches: Patch[][][] = areas.map(() => []);
  const camera = new Map<Patch, ReturnType<typeof follow>>();
  const follow = followCamera(
    areas.map(({ area }) => area.box),
    format,
  );
  for (const [number, run] of runs.entries()) {
    for (const list of patches) list.push([]);
    const isRest = run.start + run.taken >= seconds - 0.01;
    const everyHertz = hertz < format.framesPerSecond ? hertz : undefined;
    const reads = { ...reading, start: run.start, taken: isRest ? undefined : run.taken, everyHertz };
    const most = Math.max(1, Math.ceil(run.taken * hertz));
    for await (const data of readFrames(reads)) {
      const frame: Frame = { data, width: format.width, height: format.height };
      const place = follow(frame, patches[0]![number]!.length === 0);
      for (const [at, { box }] of areas.entries()) {
        const patch = cutPatch(frame, box);
        patches[at]![number]!.push(patch);
        camera.set(patch, place);
      }
      onProgress(Math.min(1, (number + patches[0]![number]!.length / most) / runs.length));
    }
  }
  const kept = patches.map(list => list.filter(run => run.length > 0));
  if (kept[0]!.length === 0) throw new AppError('FILE_CORRUPT');
  return { runs: kept, camera };
}

/** Returns a mask with one byte per pixel of `box`, set inside `inner`. */
function drawBox(box: Box, inner: Box): Uint8Array {
  const mask = new Uint8Array(box.w * box.h);
  const [left, right] = [
    Math.max(0, Math.floor(inner.x) - box.x),
    Math.min(box.w, Math.ceil(inner.x + inner.w) - box.x),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(inner.y) - box.y),
    Math.min(box.h, Math.ceil(inner.y + inner.h) - box.y),
  ];
  for (let y = top; y < bottom; y++) mask.fill(1, y * box.w + left, y * box.w + right);
  return mask;
}

function drawPainted(box: Box, { x, y, w, h }: Box, painted: Uint8Array): Uint8Array {
  const mask = new Uint8Array(box.w * box.h);
  for (let row = 0; row < h; row++) {
    for (let column = 0; column < w; column++) {
      const [u, v] = [x + column - box.x, y + row - box.y];
      if (painted[row * w + column] && u >= 0 && v >= 0 && u < box.w && v < box.h) mask[v * box.w + u] = 1;
    }
  }
  return mask;
}

const count = (mask: Uint8Array) => mask.reduce((sum, value) => sum + (value ? 1 : 0), 0);

interface Learnt {
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
async function findMark({ area, box }: Placed, runs: readonly (readonly Patch[])[], camera: Camera) {
  const { x, y, w, h } = area.box;
  const searched = drawBox(box, { x: x - slack, y: y - slack, w: w + 2 * slack, h: h + 2 * slack });
  const { steps, found, carriers } = lookForShape(runs, searched);
  await breathe();
  if (found && found.covered > unclear.covered && found.stillness > unclear.stillness)
    throw new AppError('MARK_UNCLEAR');
  const suspected = found ? count(found.mask) : 0;
  const confirmed =
    found && suspected >= fewPixels
      ? confirmShape(carriers, found.mask, { camera, leastShare: area.isGuess ? leastConfirmed : 0 })
      : undefined;
  const isShapeUnknown = !confirmed || count(confirmed) < fewPixels;
  if (area.isGuess && (isShapeUnknown || count(confirmed) < suspected * leastConfirmed)) return undefined;
  return { shape: isShapeUnknown ? drawBox(box, area.box) : confirmed, isShapeUnknown, steps, carriers };
}

async function learnArea(
  placed: Placed,
  runs: readonly (readonly Patch[])[],
  camera: Camera,
  onProgress: (fraction: number) => void,
): Promise<Learnt | undefined> {
  const { area, box } = placed;
  if (area.painted) {
    const shape = drawPainted(box, area.box, area.painted);
    const mark = await learnMark({ box, runs, shape, isWhole: true }, onProgress);
    return { mark, placed, isShapeUnknown: false };
  }
  const found = await findMark(placed, runs, camera);
  if (!found) return undefined;
  const { shape, isShapeUnknown, steps, carriers } = found;
  const known = { box, runs: carriers, camera, shape, isWhole: isShapeUnknown, ...(!isShapeUnknown && { steps }) };
  return { mark: await learnMark(known, onProgress), placed, isShapeUnknown };
}

/**
 * Returns those found boxes in which the motion of the scene confirms a mark, with the times at which it is seen. Throws MARK_NOT_FOUND when none is
 * left, and the errors of `removeMarks`.
 */
export async function confirmMarks<Guess extends MarkedArea>(
  source: ClipSource,
  guesses: readonly Guess[],
  onProgress: (fraction: number) => void,
): Promise<Guess[]> {
  const confirmed: Guess[] = [];
  for (const [at, guess] of guesses.entries()) {
    const [placed] = placeAreas([guess], source);
    const say = (fraction: number) => onProgress((at + fraction) / guesses.length);
    const { runs, camera } = await sampleRuns([placed!], source, say);
    const found = await findMark(placed!, runs[0]!, camera);
    if (!found) continue;
    const outline = found.steps && makeOutline(found.steps, found.shape);
    const { start, end, box } = placed!;
    const { looseSeconds = 0 } = guess;
    const times =
      outline && looseSeconds > 0 && (await findTimes(source, { box, outline }, { start, end }, looseSeconds));
    confirmed.push({ ...guess, ...times });
  }
  if (confirmed.length === 0) throw new AppError('MARK_NOT_FOUND');
  return confirmed;
}

/** Samples and learns all areas; those of the same stretch of time are sampled together. */
async function learnAll(placed: readonly Placed[], source: ClipSource, onProgress: PartProgress): Promise<Learnt[]> {
  const stretches = Map.groupBy(placed, ({ start, end }) => `${start} ${end}`);
  const learnt: Learnt[] = [];
  let done = 0;
  for (const areas of stretches.values()) {
    const share = areas.length / placed.length;
    const from = done;
    done += share;
    const say = (fraction: number) => onProgress(from + share * fraction);
    const sampledShare = progressEnds.sampled / progressEnds.learnt;
    const { runs, camera } = await sampleRuns(areas, source, part => say(sampledShare * part));
    for (const [at, area] of areas.entries()) {
      const one = await learnArea(area, runs[at]!, camera, part =>
        say(sampledShare + ((1 - sampledShare) * (at + part)) / areas.length),
      );
      if (one) learnt.push(one);
    }
  }
  if (learnt.length === 0) throw new AppError('MARK_NOT_FOUND');
  return learnt;
}

/** Plans the frames and the reach with which the marks are mended. `begins` is the start of the written part in seconds of the clip. */
function planMarks(learnt: readonly Learnt[], { format, seconds }: ClipSource, begins: number): Mending[] {
  const reach = chooseReach(
    learnt.map(({ mark }) => mark.box),
    format,
    learnt.some(({ mark }) => mark.mask.includes(2)) ? furthestBeneath : furthest,
  );
  const frameOf = (at: number) => Math.round((at - begins) * format.framesPerSecond);
  return learnt.map(({ mark, placed }) => {
    const loose = placed.area.looseSeconds ?? 0;
    const isToEnd = placed.end + loose >= seconds - 0.01;
    return {
      box: mark.box,
      watch: watchMark(mark),
      from: Math.max(0, frameOf(placed.start - loose)),
      to: isToEnd ? Number.POSITIVE_INFINITY : frameOf(placed.end + loose),
      reach,
    };
  });
}

/** Returns the times at which a found mark was seen; the requested times where a person set them, or where the mark was not watched. */
function timesOf({ placed }: Learnt, { watch, from }: Mending, { framesPerSecond }: ClipSource['format']): MarkTimes {
  const span = placed.area.looseSeconds === undefined ? undefined : watch.span?.();
  const { start, end } = placed;
  if (!span) return { start, end };
  return { start: (from + span[0]) / framesPerSecond, end: (from + span[1] + 1) / framesPerSecond };
}

function describe({ mark }: Learnt, times: MarkTimes): RemovedMark {
  const { box, mask } = mark;
  let [left, top, right, bottom, undone] = [box.w, box.h, 0, 0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    const [x, y] = [i % box.w, Math.floor(i / box.w)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
    if (mask[i] === 1) undone++;
  }
  const how = undone * 2 > count(mask) ? 'restored' : 'filled';
  return {
    x: box.x + left,
    y: box.y + top,
    w: right - left,
    h: bottom - top,
    ...times,
    how,
  };
}

const describeLine = ({ text, start, end }: SubtitleLine): RemovedMark => ({ ...text, start, end, how: 'filled' });

/**
 * Removes the marks and subtitles of a clip. Throws CLIP_WITHOUT_PICTURE, CLIP_TOO_LONG, MASK_EMPTY, MARK_UNCLEAR, MARK_NOT_FOUND, FILE_CORRUPT or
 * ENGINE_NOT_CONFIGURED. The clip is streamed: memory holds some dozens of frames, whatever its length.
 */
export async function removeMarks(removal: Removal): Promise<Removed> {
  const { source, areas, subtitles = [], name, part, onProgress } = removal;
  const { plan, format } = source;
  const { file, folder, stream, canToneMap } = source.reading;
  const learntEnd = areas.length > 0 ? progressEnds.learnt : 0;
  const placed = areas.length > 0 || subtitles.length === 0 ? placeAreas(areas, source) : [];
  const learnt = placed.length > 0 ? await learnAll(placed, source, within(onProgress, 0, learntEnd)) : [];
  const path = join(folder, `${name}.mp4`);
  const cuts = part && { start: part.start, taken: part.taken };
  const sound = plan.sound && {
    file,
    stream: plan.sound.stream,
    does: part && part.start > 0 ? ('encode' as const) : plan.sound.does,
    start: cuts?.start ?? 0,
    taken: cuts?.taken,
  };
  const writer = openFrameWriter({ format, path, folder, sound });
  const begins = part?.start ?? 0;
  const marks = planMarks(learnt, source, begins);
  try {
    // Where areas overlap, the one written last stays: of marks the surest, which come first, and subtitles, which lie over marks.
    const mendings = [...marks.toReversed(), ...mendSubtitles(subtitles, format, begins)];
    await mendClip(mendings, source, { part: cuts, write: writer.write, onProgress: within(onProgress, learntEnd, 1) });
    await writer.finish();
  } finally {
    writer.stop();
  }
  const written = await probeClip({ path, type: 'mp4' });
  if (!written.streams?.some(({ kind }) => kind === 'video'))
    throw new Error(`ffmpeg wrote ${JSON.stringify(written)}`);
  // A preview is a part of the clip, in which the sound may already have ended.
  const expected = part ? { ...plan, seconds: part.taken, sound: undefined, lacksEnd: false } : plan;
  const warnings: RemovalWarning[] = [
    ...(learnt.some(({ isShapeUnknown }) => isShapeUnknown) ? (['shape-unknown'] as const) : []),
    ...(stream.isHdr && !canToneMap ? (['hdr-not-mapped'] as const) : []),
    ...(isCutShort(written, expected) ? (['cut-short'] as const) : []),
  ];
  return {
    path,
    facts: written,
    plan,
    marks: [
      ...learnt.map((one, at) =>
        describe(one, part ? { start: one.placed.start, end: one.placed.end } : timesOf(one, marks[at]!, format)),
      ),
      ...subtitles.map(describeLine),
    ],
    learnt: learnt.map(({ mark }) => mark),
    warnings,
  };
}
