// Removes marks and subtitles from a clip: learns each mark over many frames, mends frame by frame, and encodes the clip again with all its
// other tracks.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClipPlan } from 'contract/clip/plan.ts';
import { requirePlan } from 'contract/clip/require-plan.ts';
import { type PartProgress, within } from 'contract/run.ts';
import { listWarnings, type WarningCode } from 'contract/warnings.ts';
import { openFrameWriter } from '../video/pipe-frames.ts';
import type { ProbedClip } from '../video/probe-clip.ts';
import { restoreTracks } from '../video/restore-tracks.ts';
import { isCutShort, warningsOf } from '../video/write-planned.ts';
import { type ClipSource, clipWish } from './clip-source.ts';
import type { SubtitleLine } from './find-subtitles.ts';
import { furthest, furthestBeneath } from './find-views.ts';
import { type Learnt, learnAreas } from './learn-areas.ts';
import type { LearntMark } from './learn-mark.ts';
import type { MarkTimes } from './mark-times.ts';
import { countPixels, type MarkedArea, type Placed, placeAreas } from './marked-areas.ts';
import { chooseReach, type Mending, mendClip } from './mend-clip.ts';
import { mendSubtitles } from './mend-subtitles.ts';
import type { Box } from './patch.ts';
import { furthestBeside, watchMark } from './watch-frames.ts';

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
  readonly warnings: readonly WarningCode[];
}

/** Share of the time that goes into learning the marks. */
const learntShare = 0.25;

const comesOrGoes = ({ start, end }: Placed, seconds: number) => start > 0.01 || end < seconds - 0.01;

/** Plans the frames and the reach with which the marks are mended. `begins` is the start of the written part in seconds of the clip. */
function planMarks(learnt: readonly Learnt[], { format, seconds }: ClipSource, begins: number): Mending[] {
  const reach = chooseReach(
    learnt.map(({ mark }) => mark.box),
    format,
    learnt.some(({ mark, placed }) => mark.mask.includes(2) || comesOrGoes(placed, seconds))
      ? furthestBeneath
      : furthest,
  );
  const frameOf = (at: number) => Math.round((at - begins) * format.framesPerSecond);
  return learnt.map(({ mark, placed }) => {
    const loose = placed.area.looseSeconds ?? 0;
    const isToEnd = placed.end + loose >= seconds - 0.01;
    const from = Math.max(0, frameOf(placed.start - loose));
    const to = isToEnd ? Number.POSITIVE_INFINITY : frameOf(placed.end + loose);
    const seenFrom = Math.max(0, from - furthestBeside);
    const watch = watchMark(mark, [from - seenFrom, to - seenFrom]);
    return { box: mark.box, watch, from, to, seenFrom, seenTo: to + furthestBeside, reach };
  });
}

/** Returns the times at which a found mark was seen; the requested times where a person set them, or where the mark was not watched. */
function timesOf(
  { placed }: Learnt,
  { watch, seenFrom }: Mending,
  { framesPerSecond }: ClipSource['format'],
): MarkTimes {
  const span = placed.area.looseSeconds === undefined ? undefined : watch.span?.();
  const { start, end } = placed;
  if (!span) return { start, end };
  return { start: (seenFrom + span[0]) / framesPerSecond, end: (seenFrom + span[1] + 1) / framesPerSecond };
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
  const how = undone * 2 > countPixels(mask) ? 'restored' : 'filled';
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
  const learntEnd = areas.length > 0 ? learntShare : 0;
  const placed = areas.length > 0 || subtitles.length === 0 ? placeAreas(areas, source) : [];
  const learnt = placed.length > 0 ? await learnAreas(placed, source, within(onProgress, 0, learntEnd)) : [];
  const path = join(folder, `${name}.mp4`);
  const cuts = part && { start: part.start, taken: part.taken };
  const frames = join(folder, 'frames.mp4');
  const writer = openFrameWriter({ format, path: frames, folder });
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
  const wanted = part
    ? requirePlan(source.facts, { ...clipWish, start: part.start, end: part.start + part.taken })
    : plan;
  const { facts: written, plan: done } = await restoreTracks({ frames, file, facts: source.facts, plan: wanted, path });
  await rm(frames);
  // A preview is a part of the clip, in which the sound may already have ended.
  const expected = part ? { ...done, sounds: [], lacksEnd: false } : done;
  const found = listWarnings({
    'shape-unknown': learnt.some(({ isShapeUnknown }) => isShapeUnknown),
    'hdr-not-mapped': stream.isHdr && !canToneMap,
    'cut-short': isCutShort(written, expected),
  });
  return {
    path,
    facts: written,
    plan: done,
    marks: [
      ...learnt.map((one, at) =>
        describe(one, part ? { start: one.placed.start, end: one.placed.end } : timesOf(one, marks[at]!, format)),
      ),
      ...subtitles.map(describeLine),
    ],
    learnt: learnt.map(({ mark }) => mark),
    warnings: [...found, ...warningsOf(done)],
  };
}
