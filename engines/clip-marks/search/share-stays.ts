// A mark that jumps is one picture at several places. What is found of it at one place is looked for at the others, and at times at which none is found;
// what two places have in common, before two scenes, belongs to it.
import { areaOf, clipBox, growBox, intersect, unite } from '../boxes.ts';
import type { Box } from '../patch.ts';
import { alikeAt, findParts, lengthOf, pixelsIn, type Steps, sumSteps } from './lasting-steps.ts';
import type { SampledClip } from './sampled-clip.ts';
import { readTimes, type Times } from './stretches.ts';

/** A place of a mark, in pixels of the searched frames, and its times in seconds. */
export interface Placed extends Times {
  readonly box: Box;
}

/** Least likeness of outlines of one mark, 0..1, in single frames too; their least mean strength, 0..1, and fewest pixels. */
const same = { likeness: 0.6, inFrame: 0.35, strength: 0.08, pixels: 40 };
/** So many stays are completed, each from so many others; so many gaps are searched; so many pixels are compared at each place of a frame. */
const max = { stays: 24, others: 4, gaps: 8, pixels: 160 };
/** Pixels by which a place may be off. */
const slack = 4;
/** Share of the shorter stay by which two may overlap; share of the clip from which a mark does not jump; shortest stay, in seconds. */
const stay = { overlap: 0.2, steady: 0.9, seconds: 0.8 };
/** What two places have in common: steps of like direction that last, in parts of so many pixels, at most so many heights away. */
const common = { cosine: 0.85, ratio: 2, alike: 0.6, pixels: 12, across: 1.2, down: 0.35, within: 0.9 };

type Shift = readonly [dx: number, dy: number];

/** The steps of a stay, and the pixels of its mark's outline. */
interface Outline<Find extends Placed> {
  readonly find: Find;
  readonly steps: Steps;
  readonly pixels: readonly number[];
}

/** Returns the frames between two times. */
export const framesIn = ({ lumas, hertz }: SampledClip, { start, end }: Times) =>
  [...lumas.keys()].filter(k => (k + 0.5) / hertz >= start && (k + 0.5) / hertz <= end);

function outlineOf<Find extends Placed>(find: Find, clip: SampledClip): Outline<Find> {
  const steps = sumSteps(clip, framesIn(clip, find));
  const isStrong = (i: number) => lengthOf(steps.x[i]!, steps.y[i]!) >= same.strength * steps.weight;
  const flags = Uint8Array.from(steps.x, (_, i) => (isStrong(i) ? 1 : 0));
  return { find, steps, pixels: pixelsIn(flags, find.box, clip) };
}

/** The cosine of an outline's steps and those of other frames at a place that is moved by so many pixels; what leaves the frame is unlike. */
function compare(own: Steps, pixels: readonly number[], other: Steps, [dx, dy]: Shift, { width }: SampledClip): number {
  let [dot, ours, theirs] = [0, 0, 0];
  for (const i of pixels) {
    const [x, at] = [(i % width) + dx, i + dy * width + dx];
    const [a, b] = [own.x[i]!, own.y[i]!];
    ours += a * a + b * b;
    if (x < 0 || x >= width || at < 0 || at >= other.x.length) continue;
    const [u, v] = [other.x[at]!, other.y[at]!];
    dot += a * u + b * v;
    theirs += u * u + v * v;
  }
  return dot > 0 ? dot / Math.sqrt(ours * theirs) : 0;
}

interface Reach {
  readonly x: readonly [from: number, to: number];
  readonly y: readonly [from: number, to: number];
}

/** Returns the shift within reach at which the steps are most like the outline; undefined if they do not show it. */
function locate(outline: Outline<Placed>, steps: Steps, { x, y }: Reach, clip: SampledClip): Shift | undefined {
  const { pixels, steps: own } = outline;
  if (pixels.length < same.pixels) return undefined;
  const every = Math.max(1, Math.floor(pixels.length / max.pixels));
  const few = pixels.filter((_, k) => k % every === 0);
  let best: { readonly shift: Shift; readonly likeness: number } = { shift: [0, 0], likeness: 0 };
  for (let dy = y[0]; dy <= y[1]; dy++)
    for (let dx = x[0]; dx <= x[1]; dx++) {
      const likeness = compare(own, few, steps, [dx, dy], clip);
      if (likeness > best.likeness) best = { shift: [dx, dy], likeness };
    }
  return compare(own, pixels, steps, best.shift, clip) >= same.likeness ? best.shift : undefined;
}

/** The shifts at which one of two intervals lies within the other. */
function reachOf(from: number, length: number, to: number, otherLength: number): readonly [number, number] {
  const ends = [to - from, to + otherLength - from - length];
  return [Math.min(...ends) - slack, Math.max(...ends) + slack];
}

const moveBox = (box: Box, [dx, dy]: Shift, clip: SampledClip): Box =>
  clipBox({ ...box, x: box.x + dx, y: box.y + dy }, clip);

/** Returns the parts around the mark that another place of it shows as well. */
function findCommon({ steps: own, find: { box } }: Outline<Placed>, other: Steps, [dx, dy]: Shift, clip: SampledClip) {
  const around = clipBox(growBox(box, common.across * box.h, common.down * box.h), clip);
  const flags = new Uint8Array(own.x.length);
  for (let y = around.y; y < around.y + around.h; y++)
    for (let x = around.x; x < around.x + around.w; x++) {
      const [i, at] = [y * clip.width + x, (y + dy) * clip.width + x + dx];
      if (x + dx < 0 || x + dx >= clip.width || at < 0 || at >= other.x.length) continue;
      const [a, b] = [lengthOf(own.x[i]!, own.y[i]!) / own.weight, lengthOf(other.x[at]!, other.y[at]!) / other.weight];
      if (Math.min(a, b) < same.strength || Math.max(a, b) > common.ratio * Math.min(a, b)) continue;
      const dot = (own.x[i]! * other.x[at]! + own.y[i]! * other.y[at]!) / (own.weight * other.weight);
      const lasts = Math.min(alikeAt(own, i), alikeAt(other, at)) >= common.alike;
      if (lasts && dot >= common.cosine * a * b) flags[i] = 1;
    }
  return findParts(flags, clip)
    .filter(
      part => part.pixels.length >= common.pixels && intersect(part.box, around) >= common.within * areaOf(part.box),
    )
    .map(part => part.box);
}

/** Whether a find is shown for a part of the clip only, as a mark that jumps is. */
export const isBrief = ({ start, end }: Times, { seconds }: SampledClip): boolean =>
  end - start < stay.steady * seconds;

const areApart = (a: Times, b: Times) =>
  Math.min(a.end, b.end) - Math.max(a.start, b.start) <= stay.overlap * Math.min(a.end - a.start, b.end - b.start);

/** Returns the box of a stay with what other stays show of the mark. */
function completeStay(own: Outline<Placed>, others: readonly Outline<Placed>[], clip: SampledClip): Box {
  const { box } = own.find;
  let whole = box;
  for (const other of others) {
    const { x, y, w, h } = other.find.box;
    const reach = { x: reachOf(x, w, box.x, box.w), y: reachOf(y, h, box.y, box.h) };
    const shift = locate(other, own.steps, reach, clip);
    if (!shift) continue;
    const isElsewhere = Math.abs(shift[0]) > box.w / 2 || Math.abs(shift[1]) > box.h;
    const shared = isElsewhere ? findCommon(own, other.steps, [-shift[0], -shift[1]], clip) : [];
    whole = [moveBox(other.find.box, shift, clip), ...shared].reduce(unite, whole);
  }
  return whole;
}

/** Returns the times of at least a short stay at which none of the finds is shown. */
function listGaps(finds: readonly Times[], { seconds }: SampledClip): Times[] {
  const sorted = [...finds].sort((a, b) => a.start - b.start);
  const starts = [0, ...sorted.map(({ end }) => end)];
  const ends = [...sorted.map(({ start }) => start), seconds];
  return starts
    .map((_, k) => ({ start: Math.max(...starts.slice(0, k + 1)), end: ends[k]! }))
    .filter(({ start, end }) => end - start >= stay.seconds)
    .sort((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, max.gaps);
}

/** Looks for the mark everywhere in the frame while no find is shown. */
function findMissing<Find extends Placed>(outlines: readonly Outline<Find>[], clip: SampledClip): Find[] {
  const [clearest] = outlines;
  if (!clearest) return [];
  const { box } = clearest.find;
  const reach = { x: [-box.x, clip.width - box.x - box.w], y: [-box.y, clip.height - box.y - box.h] } as const;
  const known = outlines.map(({ find }) => find);
  return listGaps(known, clip).flatMap(gap => {
    const frames = framesIn(clip, gap);
    const shift = locate(clearest, sumSteps(clip, frames), reach, clip);
    if (!shift) return [];
    const isShown = clip.lumas.map((_, k) => {
      if (!frames.includes(k)) return false;
      return compare(clearest.steps, clearest.pixels, sumSteps(clip, [k]), shift, clip) >= same.inFrame;
    });
    return readTimes(isShown, clip, true).map(({ start, end }) => ({
      ...clearest.find,
      box: moveBox(box, shift, clip),
      start: Math.max(gap.start, start),
      end: Math.min(gap.end, end),
    }));
  });
}

/** Returns the finds of a clip, those of a mark that jumps whole and at all its places. */
export function shareStays<Find extends Placed>(finds: readonly Find[], clip: SampledClip): Find[] {
  const jumping = finds.filter(find => isBrief(find, clip)).slice(0, max.stays);
  const sortClearest = (some: readonly Outline<Find>[]) => [...some].sort((a, b) => b.pixels.length - a.pixels.length);
  const outlines = sortClearest(jumping.map(find => outlineOf(find, clip)));
  const all = sortClearest([...outlines, ...findMissing(outlines, clip).map(find => outlineOf(find, clip))]);
  const others = (own: Outline<Find>) =>
    all.filter(other => other !== own && areApart(own.find, other.find)).slice(0, max.others);
  const whole = all.map(own => ({ ...own.find, box: completeStay(own, others(own), clip) }));
  return [...finds.filter(find => !jumping.includes(find)), ...whole.sort((a, b) => a.start - b.start)];
}
