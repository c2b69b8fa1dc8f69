// Refines the time during which a jumping mark is seen in one place: the search gives it to within a few seconds, the mark's outline to within a
// frame.
import { readFrames } from '../video/pipe-frames.ts';
import type { ClipSource } from './clip-source.ts';
import { measurePresence, type Outline } from './learn-mark.ts';
import { type Box, cutPatch } from './patch.ts';
import { minPresence } from './watch-frames.ts';

export interface MarkTimes {
  readonly start: number;
  readonly end: number;
}

/** Frames per second that are looked at around both ends. */
const hertz = 12.5;

/**
 * Returns the frames of a part with their times and whether they carry the mark, by the median over three frames, since a single frame may look like
 * the mark by chance.
 */
async function watchPart({ reading, format }: ClipSource, box: Box, outline: Outline, { start, end }: MarkTimes) {
  const presences: number[] = [];
  const everyHertz = hertz < format.framesPerSecond ? hertz : undefined;
  for await (const data of readFrames({ ...reading, start, taken: end - start, everyHertz }))
    presences.push(measurePresence(outline, cutPatch({ data, width: format.width, height: format.height }, box)[0]));
  const step = 1 / Math.min(hertz, format.framesPerSecond);
  return presences.map((_, at) => {
    const [, middle = 0] = [at - 1, at, at + 1]
      .map(near => presences[Math.min(presences.length - 1, Math.max(0, near))]!)
      .sort((a, b) => a - b);
    return { from: start + at * step, to: start + (at + 1) * step, isCarried: middle >= minPresence };
  });
}

/**
 * Returns the times of a mark whose beginning and end are known to within `looseSeconds`. A time that reaches an end of the clip is kept as it is.
 */
export async function findTimes(
  source: ClipSource,
  { box, outline }: { readonly box: Box; readonly outline: Outline },
  { start, end }: MarkTimes,
  looseSeconds: number,
): Promise<MarkTimes> {
  const { seconds } = source;
  const around = (edge: number): MarkTimes => ({
    start: Math.max(0, edge - looseSeconds),
    end: Math.min(seconds, edge + looseSeconds),
  });
  const isOpen = { start: start <= 0.01, end: end >= seconds - 0.01 };
  const first = isOpen.start
    ? undefined
    : (await watchPart(source, box, outline, around(start))).find(({ isCarried }) => isCarried);
  const last = isOpen.end
    ? undefined
    : (await watchPart(source, box, outline, around(end))).findLast(({ isCarried }) => isCarried);
  const step = 1 / hertz;
  return {
    start: Math.max(0, first ? first.from - step : start),
    end: Math.min(seconds, last ? last.to + step : end),
  };
}
