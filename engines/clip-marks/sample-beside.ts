// Samples what the place of a mark shows before the mark appears and after it has gone.
import { readFrames } from '../video/pipe-frames.ts';
import type { ClipSource } from './clip-source.ts';
import type { Placed } from './marked-areas.ts';
import { cutPatch, type Patch } from './patch.ts';

/** Seconds between the edge of a stay and the first frame, beyond its fading, and seconds that are sampled. */
const sampled = { from: 0.16, seconds: 0.64, hertz: 12.5 };
/** A shorter part has no whole frame. */
const shortest = 0.05;

/** Frames in the order of the clip; empty where the clip or another mark leaves no time. */
export interface Beside {
  readonly before: readonly Patch[];
  readonly after: readonly Patch[];
}

const overlaps = (a: Placed['box'], b: Placed['box']) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** `others`: all areas of the clip; the times of those that overlap this one are left out. */
export async function sampleBeside(
  { area, box, start, end }: Placed,
  others: readonly Placed[],
  { reading, format, seconds }: ClipSource,
): Promise<Beside> {
  const shown = others.filter(other => other.area !== area && overlaps(other.box, box));
  const ends = shown.map(other => other.end + sampled.from).filter(at => at <= start);
  const starts = shown.map(other => other.start - sampled.from).filter(at => at >= end);
  const isFree = (from: number, to: number) => shown.every(other => other.start >= to || other.end <= from);
  const everyHertz = sampled.hertz < format.framesPerSecond ? sampled.hertz : undefined;
  async function read(from: number, to: number): Promise<Patch[]> {
    const patches: Patch[] = [];
    if (to - from < shortest || !isFree(from, to)) return patches;
    for await (const data of readFrames({ ...reading, start: from, taken: to - from, everyHertz }))
      patches.push(cutPatch({ data, width: format.width, height: format.height }, box));
    return patches;
  }
  const before = start - sampled.from;
  const after = end + sampled.from;
  return {
    before: await read(Math.max(0, before - sampled.seconds, ...ends), before),
    after: await read(after, Math.min(seconds, after + sampled.seconds, ...starts)),
  };
}
