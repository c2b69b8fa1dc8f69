// The exact pixels of a line of subtitles: its strokes as they stand out in the mean of all frames that show it, and the pixels that its outline and
// shadow reach.
import { maskText } from '../find-marks/text-mask.ts';
import { measureDistance } from '../pixels/distance.ts';
import { growMask } from '../pixels/morphology.ts';
import type { TextBox } from '../text/find-text.ts';
import { mapQuad } from '../text/rectangle.ts';
import { alignBox, type Box, emptyPatch, type Patch, toPixels } from './patch.ts';

/** Maximum reach of an outline or a shadow beyond the strokes: share of the line's height, plus pixels. */
const reachShare = 0.22;
const reachMore = 2;
/** Pixels beyond that reach in which the scene is measured. */
const farPixels = 5;
/** Edges that exceed those of the scene by this factor and this many levels still belong to the line. */
const edges = { times: 1.5, levels: 1.5 };
/** Beneath a shadow, luma varies over time by less than this share of its variation further out, which must be at least so many levels. */
const dimmed = { share: 0.85, levels: 6 };
/** Where the scene does not move, a pixel that differs from the frames without the line by more than `changed` levels belongs to the line. */
const changed = 9;
const stillChange = 3.5;
/** Margin in pixels for compression artefacts around the line. */
const rim = 1.5;

interface Shown {
  /** Patches of one place that show the line, and some from just before and after it without the line. */
  readonly shown: readonly Patch[];
  readonly clear: readonly Patch[];
  /** The pieces of the line, and the whole line, in pixels of the patches. */
  readonly quads: readonly TextBox[];
  readonly text: Box;
}

/** Returns the mean of a part of all patches, and the standard deviation and mean of its luma over time. */
function average(
  patches: readonly Patch[],
  { x, y, w, h }: Box,
): { mean: Patch; spread: Float32Array; level: Float32Array } {
  const mean = emptyPatch(w, h);
  const spread = new Float32Array(w * h);
  const level = new Float32Array(w * h);
  for (const [c, plane] of mean.entries()) {
    const half = c === 0 ? 1 : 2;
    for (let v = 0; v < plane.height; v++)
      for (let u = 0; u < plane.width; u++) {
        const from = (y / half + v) * patches[0]![c]!.width + x / half + u;
        let [sum, squares] = [0, 0];
        for (const patch of patches) {
          const value = patch[c]!.data[from]!;
          sum += value;
          squares += value * value;
        }
        const middle = sum / patches.length;
        const at = v * plane.width + u;
        plane.data[at] = Math.round(middle);
        if (c > 0) continue;
        level[at] = middle;
        spread[at] = Math.sqrt(Math.max(0, squares / patches.length - middle * middle));
      }
  }
  return { mean, spread, level };
}

/** Returns the means of values, binned by integer distance. */
function meanByDistance(values: Float32Array, distance: Float32Array, max: number): number[] {
  const sums = new Float64Array(max + 1);
  const counts = new Float64Array(max + 1);
  for (let i = 0; i < values.length; i++) {
    const at = Math.ceil(distance[i]!);
    if (at > max) continue;
    sums[at]! += values[i]!;
    counts[at]!++;
  }
  return [...sums].map((sum, at) => sum / Math.max(1, counts[at]!));
}

/** Returns how many pixels around the strokes still belong to the line. */
function measureRim(
  level: Float32Array,
  spread: Float32Array,
  width: number,
  distance: Float32Array,
  reach: number,
): number {
  const steps = level.map((value, i) =>
    i % width === width - 1 || i + width >= level.length
      ? 0
      : Math.abs(level[i + 1]! - value) + Math.abs(level[i + width]! - value),
  );
  const max = reach + farPixels;
  const edge = meanByDistance(steps, distance, max);
  const change = meanByDistance(spread, distance, max);
  const far = (list: readonly number[]) => {
    const beyond = list.slice(reach + 1);
    return beyond.reduce((sum, value) => sum + value, 0) / beyond.length;
  };
  const [farEdge, farChange] = [far(edge), far(change)];
  let rimPixels = 0;
  for (let d = 1; d <= reach; d++) {
    const isEdge = edge[d]! > edges.times * farEdge + edges.levels;
    const isDimmed = farChange >= dimmed.levels && change[d]! < dimmed.share * farChange;
    if (!isEdge && !isDimmed) break;
    rimPixels = d;
  }
  return rimPixels;
}

/** Returns the luma of the frame without the line whose surroundings have changed least; undefined where the scene moves. */
function findStill(
  level: Float32Array,
  clear: readonly Patch[],
  box: Box,
  isFar: Uint8Array,
): Float32Array | undefined {
  let best: { change: number; levels: Float32Array } | undefined;
  for (const patch of clear) {
    const { level: levels } = average([patch], box);
    let [sum, count] = [0, 0];
    for (let i = 0; i < levels.length; i++) {
      if (!isFar[i]) continue;
      sum += Math.abs(levels[i]! - level[i]!);
      count++;
    }
    const change = sum / Math.max(1, count);
    if (!best || change < best.change) best = { change, levels };
  }
  return best && best.change <= stillChange ? best.levels : undefined;
}

/**
 * Returns the line's box with a margin, with even position and size within the patches, and its pixels there; undefined when no strokes stand out.
 */
export function shapeOfLine({ shown, clear, quads, text }: Shown): { box: Box; mask: Uint8Array } | undefined {
  const [{ width, height }] = shown[0]!;
  const reach = Math.ceil(text.h * reachShare) + reachMore;
  const margin = reach + farPixels + 3;
  const box = alignBox(text, { across: margin, down: margin }, { width, height });
  const { mean, spread, level } = average(shown, box);
  const moved = quads.map(({ quad, score }) => ({
    score,
    quad: mapQuad(quad, ([x, y]) => [x - box.x, y - box.y]),
  }));
  const strokes = maskText(toPixels(mean), moved);
  if (!strokes.includes(1)) return undefined;
  const distance = measureDistance(
    strokes.map(value => value * 255),
    box.w,
    box.h,
    margin,
  );
  const around = measureRim(level, spread, box.w, distance, reach) + rim;
  const still = findStill(
    level,
    clear,
    box,
    Uint8Array.from(distance, d => (d > reach ? 1 : 0)),
  );
  const mask = Uint8Array.from(distance, d => (d <= around ? 1 : 0));
  if (!still) return { box, mask };
  // In front of a scene that does not move, the whole line shows in the change when it comes or goes.
  const isInside = (i: number) => {
    const [u, v] = [(i % box.w) + box.x, Math.floor(i / box.w) + box.y];
    return u >= text.x - reach && v >= text.y - reach && u < text.x + text.w + reach && v < text.y + text.h + reach;
  };
  const came = mask.map((_, i) => (isInside(i) && Math.abs(level[i]! - still[i]!) > changed ? 1 : 0));
  growMask(came, box.w, 1, mask);
  return { box, mask };
}
