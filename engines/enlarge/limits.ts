// Sharpens the edges of enlarged drawings and text: no halos, and a steep transition between colours.
import { makePlanes, type Planes, resample } from '../pixels/resample.ts';

const tent = { reach: 1, weigh: (x: number) => Math.max(0, 1 - Math.abs(x)) };

/** The minimum or maximum of `reach` neighbours on each side, along rows (step 1) or columns (step width). */
function spreadAlong(planes: Planes, reach: number, pick: (a: number, b: number) => number, isDown: boolean): Planes {
  const { data, width, height, count } = planes;
  const out = makePlanes(width, height, count);
  const [length, lines, step, lineStep] = isDown ? [height, width, width, 1] : [width, height, 1, width];
  for (let line = 0; line < lines * count; line++) {
    const start = Math.floor(line / lines) * width * height + (line % lines) * lineStep;
    for (let at = 0; at < length; at++) {
      let found = data[start + at * step]!;
      const end = Math.min(length - 1, at + reach);
      for (let i = Math.max(0, at - reach); i <= end; i++) found = pick(found, data[start + i * step]!);
      out.data[start + at * step] = found;
    }
  }
  return out;
}

const lower = (a: number, b: number) => Math.min(a, b);
const higher = (a: number, b: number) => Math.max(a, b);

/** The minimum and maximum within a square of radius `reach`. */
const findRange = (planes: Planes, reach: number) => ({
  low: spreadAlong(spreadAlong(planes, reach, lower, false), reach, lower, true),
  high: spreadAlong(spreadAlong(planes, reach, higher, false), reach, higher, true),
});

/** Clamps `large`, enlarged from `original`, to the levels that the original has within `reach` of each pixel. */
export function keepWithin(large: Planes, original: Planes, reach: number): void {
  const range = findRange(original, reach);
  const low = resample(range.low, large.width, large.height, tent).data;
  const high = resample(range.high, large.width, large.height, tent).data;
  for (let i = 0; i < large.data.length; i++) large.data[i] = higher(low[i]!, lower(high[i]!, large.data[i]!));
}

/** Contrast in levels from which a transition is certainly an edge; gradients and paper texture stay unchanged. */
const edgeLevels = 48;

/**
 * Steepens transitions between colours within `reach` pixels; a `gain` of 1 changes nothing. One step of a soft shock filter (Osher and Rudin,
 * "Feature-oriented image enhancement using shock filters", 1990).
 */
export function steepen(large: Planes, reach: number, gain: number): void {
  const { low, high } = findRange(large, reach);
  for (let i = 0; i < large.data.length; i++) {
    const from = low.data[i]!;
    const contrast = high.data[i]! - from;
    if (contrast <= 0) continue;
    const trust = Math.min(1, contrast / edgeLevels) ** 2;
    const share = 0.5 + ((large.data[i]! - from) / contrast - 0.5) * (1 + (gain - 1) * trust);
    large.data[i] = from + contrast * Math.min(1, Math.max(0, share));
  }
}
