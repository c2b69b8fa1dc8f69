// The frames of a clip that are searched for marks: reduced, spread over the whole clip, and with a vote each that is the smaller the more frames
// look like it.
import { readFrames } from '../../video/pipe-frames.ts';
import type { ClipSource } from '../clip-source.ts';
import { brightness } from '../patch.ts';

/** Maximum size of the searched frames: a mark of 16 lines of text height on 720p has 8 there. */
const max = { width: 640, pixels: 640 * 480 };
/** Frames per second at most, and the number of frames: two a second, but no fewer and no more than these. */
const sampling = { hertz: 8, perSecond: 2, fewest: 64, max: 160, min: 24 };
/** Side in pixels of the cells by which frames are compared, and of those whose median is a change of brightness. */
export const cell = 4;
const coarse = 20;
/** Root mean square difference in levels from which on frames show different views. */
const viewDifference = 5;
/** A cut changes the mean level of coarse cells by more than this, than this multiple of the usual change, and than before and after. */
const cut = { levels: 9, usual: 2.5, above: 3, neighbours: 1.5 };

export interface SampledClip {
  /** Of the searched frames. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the clip for each pixel of a searched frame. */
  readonly scale: { readonly x: number; readonly y: number };
  readonly hertz: number;
  readonly seconds: number;
  /** Full-range luma, and both chroma planes at half the size, one after the other. */
  readonly lumas: readonly Uint8Array[];
  readonly chromas: readonly Uint8Array[];
  /** Mean luma of cells of 4 by 4 pixels. */
  readonly cells: readonly Float32Array[];
  readonly across: number;
  readonly down: number;
  /** The number of the shot that each frame belongs to. */
  readonly shots: Int32Array;
  /** The view of the whole frame that each frame shows; the number of views; and the vote of each frame. */
  readonly views: Int32Array;
  readonly viewCount: number;
  readonly votes: Float32Array;
  /** The brightness of a frame minus that of another, which is the same everywhere. */
  readonly offset: (a: number, b: number) => number;
}

export const medianOf = (values: ArrayLike<number>): number => {
  const sorted = Float32Array.from(values).sort();
  return sorted.length > 0 ? sorted[sorted.length >> 1]! : 0;
};

const fullRange = Uint8Array.from({ length: 256 }, (_, level) =>
  Math.max(0, Math.min(255, Math.round((level - brightness.low) / brightness.span))),
);

/** Returns the mean levels of square cells. */
function shrink(luma: Uint8Array, width: number, height: number, side: number): Float32Array {
  const [across, down] = [Math.floor(width / side), Math.floor(height / side)];
  const means = new Float32Array(across * down);
  for (let y = 0; y < down * side; y++)
    for (let x = 0; x < across * side; x++)
      means[Math.floor(y / side) * across + Math.floor(x / side)]! += luma[y * width + x]! / (side * side);
  return means;
}

function searchedSize({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, max.width / width, Math.sqrt(max.pixels / (width * height)));
  const even = (side: number) => Math.max(cell, Math.round((side * scale) / cell) * cell);
  return { width: even(width), height: even(height) };
}

/** Numbers the shots of frames by the differences of their coarse cells. */
function numberShots(coarseCells: readonly Float32Array[], offset: (a: number, b: number) => number): Int32Array {
  const changes = coarseCells.slice(1).map((cells, k) => {
    const [before, shift] = [coarseCells[k]!, offset(k + 1, k)];
    return cells.reduce((sum, level, i) => sum + Math.abs(level - before[i]! - shift), 0) / cells.length;
  });
  const usual = medianOf(changes);
  const shots = new Int32Array(coarseCells.length);
  for (let k = 1; k < shots.length; k++) {
    const change = changes[k - 1]!;
    const beside = Math.max(changes[k - 2] ?? 0, changes[k] ?? 0);
    const isCut = change > cut.levels && change > cut.usual * usual + cut.above && change > cut.neighbours * beside;
    shots[k] = shots[k - 1]! + (isCut ? 1 : 0);
  }
  return shots;
}

/** Groups frames by what they show in some cells: a frame belongs to the first view that it hardly differs from. */
export function groupViews(
  { cells, offset }: Pick<SampledClip, 'cells' | 'offset'>,
  places: ArrayLike<number>,
  frames: readonly number[],
): { readonly views: Int32Array; readonly count: number } {
  const heads: number[] = [];
  const views = new Int32Array(frames.length);
  for (const [k, frame] of frames.entries()) {
    let [nearest, min] = [-1, viewDifference];
    for (const [view, head] of heads.entries()) {
      const [own, other, shift] = [cells[frame]!, cells[head]!, offset(frame, head)];
      let sum = 0;
      for (let i = 0; i < places.length; i++) {
        const difference = own[places[i]!]! - other[places[i]!]! - shift;
        sum += difference * difference;
      }
      const difference = Math.sqrt(sum / places.length);
      if (difference < min) [nearest, min] = [view, difference];
    }
    views[k] = nearest < 0 ? heads.push(frame) - 1 : nearest;
  }
  return { views, count: heads.length };
}

/** Returns the brightness of a frame minus that of another: the median over coarse cells, remembered for each pair. */
function makeOffset(coarseCells: readonly Float32Array[]) {
  const known = new Map<number, number>();
  return (a: number, b: number): number => {
    const key = a * coarseCells.length + b;
    const before = known.get(key);
    if (before !== undefined) return before;
    const other = coarseCells[b]!;
    const offset = medianOf(coarseCells[a]!.map((level, i) => level - other[i]!));
    known.set(key, offset);
    return offset;
  };
}

/** Reads and prepares the frames. Memory: about 200 bytes for each of up to 300,000 pixels. */
export async function sampleClip(
  { reading, format, seconds }: ClipSource,
  onProgress: (fraction: number) => void,
): Promise<SampledClip> {
  const { width, height } = searchedSize(format);
  const { hertz: maxHertz, perSecond, fewest, max: maxFrames, min } = sampling;
  const steady = Math.max(fewest, Math.min(maxFrames, perSecond * seconds));
  const wanted = Math.max(min, Math.min(maxHertz * seconds, steady));
  const hertz = Math.min(format.framesPerSecond, wanted / seconds);
  const reads = { ...reading, format: { ...format, width, height, whole: { width, height } }, everyHertz: hertz };
  const [lumas, chromas]: [Uint8Array[], Uint8Array[]] = [[], []];
  for await (const data of readFrames(reads)) {
    lumas.push(data.subarray(0, width * height).map(level => fullRange[level]!));
    chromas.push(data.slice(width * height));
    onProgress(Math.min(1, lumas.length / wanted));
  }
  const cells = lumas.map(luma => shrink(luma, width, height, cell));
  const coarseCells = lumas.map(luma => shrink(luma, width, height, coarse));
  const offset = makeOffset(coarseCells);
  const every = lumas.map((_, k) => k);
  const someCells = every.length > 0 ? [...cells[0]!.keys()].filter(i => i % 3 === 0) : [];
  const { views, count } = groupViews({ cells, offset }, someCells, every);
  const sizes = new Int32Array(count);
  for (const view of views) sizes[view]!++;
  return {
    width,
    height,
    scale: { x: format.width / width, y: format.height / height },
    hertz,
    seconds,
    lumas,
    chromas,
    cells,
    across: Math.floor(width / cell),
    down: Math.floor(height / cell),
    shots: numberShots(coarseCells, offset),
    views,
    viewCount: count,
    votes: Float32Array.from(views, view => 1 / sizes[view]!),
    offset,
  };
}
