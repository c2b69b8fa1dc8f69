// The edit lists of an MP4: how many frames must be read and decoded to play all edits of a track. ffmpeg makes an index of every frame of every edit,
// so that ten thousand edits of a minute turn a file of 150 KB into a film of a week.
import type { Source } from './source.ts';
import type { Tally } from './tally.ts';

/** A body of a box. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export interface TrackBoxes {
  elst?: Span;
  mdhd?: Span;
  stts?: Span;
  stss?: Span;
  stsz?: Span;
}

/** Fewer edits than this at most repeat a track a few times. */
const fewEdits = 3;
/** Frames that edits may need beyond three times those of the track: each begins with decoding from the key frame before it, up to ten seconds. */
const spareFrames = 20_000;
/** More frames than a day of video has. */
const maxFrames = 20_000_000;
const maxTableBytes = 32 * 1024 * 1024;

const tableOf = (source: Source, span: Span | undefined): Buffer =>
  span ? Buffer.from(source.read(span.from, Math.min(span.until - span.from, maxTableBytes))) : Buffer.alloc(0);

const countAt = (table: Buffer, at: number, entryBytes: number): number =>
  table.length < at + 4 ? 0 : Math.min(table.readUInt32BE(at), Math.floor((table.length - at - 4) / entryBytes));

interface Edit {
  /** In ticks of the movie. */
  readonly length: number;
  /** In ticks of the track. */
  readonly start: number;
}

function readEdits(source: Source, span: Span, tally: Tally): Edit[] {
  const table = tableOf(source, span);
  const isLong = table[0] === 1;
  const count = countAt(table, 4, isLong ? 20 : 12);
  tally.count('edits', count);
  return Array.from({ length: count }, (_, nth) => {
    const at = 8 + nth * (isLong ? 20 : 12);
    return isLong
      ? { length: Number(table.readBigUInt64BE(at)), start: Number(table.readBigInt64BE(at + 8)) }
      : { length: table.readUInt32BE(at), start: table.readInt32BE(at + 4) };
  });
}

/** Returns the index of the last of `count` entries, in rising order, that is not beyond; -1 if all are. */
function findLast(count: number, isBeyond: (nth: number) => boolean): number {
  let [low, high] = [-1, count - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isBeyond(middle)) high = middle - 1;
    else low = middle;
  }
  return low;
}

/** Returns the number of frames of a track that begin before a moment. */
function readTimes(table: Buffer): (ticks: number) => number {
  const runs: { frames: number; ticks: number; each: number }[] = [];
  let [frames, ticks] = [0, 0];
  for (let nth = 0, count = countAt(table, 4, 8); nth < count; nth++) {
    const each = table.readUInt32BE(12 + nth * 8);
    runs.push({ frames, ticks, each });
    frames += table.readUInt32BE(8 + nth * 8);
    ticks += table.readUInt32BE(8 + nth * 8) * each;
  }
  return moment => {
    if (moment >= ticks) return frames;
    const run = runs[findLast(runs.length, nth => runs[nth]!.ticks > moment)];
    return run ? run.frames + Math.floor((moment - run.ticks) / Math.max(1, run.each)) : 0;
  };
}

/** Returns the last key frame up to a frame. Without a table every frame is one. */
function readKeys(table: Buffer): (frame: number) => number {
  const count = countAt(table, 4, 4);
  if (count === 0) return frame => frame;
  const keyAt = (nth: number) => table.readUInt32BE(8 + nth * 4) - 1;
  return frame =>
    keyAt(
      Math.max(
        0,
        findLast(count, nth => keyAt(nth) > frame),
      ),
    );
}

const ticksPerSecond = (table: Buffer): number => {
  const at = table[0] === 1 ? 20 : 12;
  return table.length >= at + 4 ? table.readUInt32BE(at) : 0;
};

/** Sound without compression: ffmpeg indexes its chunks, not its samples. */
const isPlainSound = (times: Buffer) => countAt(times, 4, 8) === 1 && times.readUInt32BE(12) === 1;

/** Throws CLIP_TOO_COMPLEX for a track with implausibly many frames, and for edits that play it over and over. `movie` is the body of mvhd. */
export function checkTrack(source: Source, boxes: TrackBoxes, movie: Span | undefined, tally: Tally): void {
  const sizes = boxes.stsz ? Buffer.from(source.read(boxes.stsz.from, 12)) : Buffer.alloc(0);
  const frames = sizes.length === 12 ? sizes.readUInt32BE(8) : 0;
  const times = tableOf(source, boxes.stts);
  const isConstant = sizes.length === 12 && sizes.readUInt32BE(4) !== 0;
  if (isConstant && frames > maxFrames && !isPlainSound(times)) tally.refuse('frames');
  const edits = boxes.elst ? readEdits(source, boxes.elst, tally) : [];
  if (edits.length < fewEdits) return;
  const framesBefore = readTimes(times);
  const keyBefore = readKeys(tableOf(source, boxes.stss));
  const movieTicks = ticksPerSecond(tableOf(source, movie)) || 1;
  const trackTicks = ticksPerSecond(tableOf(source, boxes.mdhd)) || 1;
  let needed = 0;
  // An edit of a negative start is a pause.
  for (const { length, start } of edits.filter(edit => edit.start >= 0)) {
    const end = start + (length * trackTicks) / movieTicks;
    needed += framesBefore(end) - keyBefore(framesBefore(start));
  }
  if (needed > 3 * framesBefore(Number.POSITIVE_INFINITY) + spareFrames) tally.refuse('edits');
}
