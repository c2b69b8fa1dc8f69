// Completes marks that were found in parts: what continues their line or is stacked on it, the rim of their outline, their plate and their icon.
import type { Pixels } from '../../pixels/plane.ts';
import { areaOf, fillBox, growBox, intersect, unite } from '../boxes.ts';
import type { Box } from '../patch.ts';
import { type Candidate, describeCandidate } from './candidate.ts';
import { type Bench, type Judgement, judge, judgeOnPlain, max, minRoundness } from './judge.ts';
import { alikeAt, border, findParts, keepAlike, type Part, type Steps } from './lasting-steps.ts';
import { findIcons, findPlate } from './plates.ts';

/** A mark as it is being put together. */
export interface Growing {
  box: Box;
  readonly candidate: Candidate;
  readonly judgement: Judgement;
  readonly frames: readonly number[];
  /** The box of the writing that it began with. */
  readonly text?: Box | undefined;
  /** It shows for some time only. */
  readonly isBrief: boolean;
}

interface Scene {
  readonly bench: Bench;
  readonly steps: Steps;
  readonly flags: Uint8Array;
  readonly every: readonly number[];
  /** So few views of the scene that only clear outlines count. */
  readonly hasFewViews: boolean;
}

const rounds = 5;
const likeEnough = 0.7;
/** Minimum height of a line in pixels and maximum height as a share of the frame, by which reaches are measured. */
const line = { min: 12, max: 0.16, along: 3.5, off: 0.35, within: 0.8, higher: 2.4 };
const stack = { across: 1, down: 1.3, gap: 6 };
/** A part of a mark may be seen less surely than a mark alone. */
const lenient = { alike: 0.75, share: 0.35, views: 2, straightShare: 0.75, strength: 0.35 };
const clear = { alike: 0.85, share: 0.9, pixels: 20 };
const growth = { times: 8, min: 0.01 };
const joined = { across: 0.6, down: 0.6, max: { across: 0.8, down: 0.5 } };

/** Joins marks that overlap or are pieces of one line, in place. */
export function joinMarks(marks: Growing[], { width, height }: { width: number; height: number }): void {
  for (let first = 0; first < marks.length; first++)
    for (let second = first + 1; second < marks.length; second++) {
      const [a, b] = [marks[first]!, marks[second]!];
      const lower = Math.min(a.box.h, b.box.h);
      const near = growBox(a.box, joined.across * lower, joined.down * lower);
      if (a.isBrief !== b.isBrief || intersect(near, b.box) === 0) continue;
      const box = unite(a.box, b.box);
      if (box.w > joined.max.across * width || box.h > joined.max.down * height) continue;
      a.box = box;
      marks.splice(second, 1);
      // The larger box may reach marks that were looked at before.
      [first, second] = [-1, marks.length];
    }
}

/** Whether a part lies on the line of a mark, or on a line stacked on it. */
function isBeside({ box }: Part, mark: Box, height: number): boolean {
  const size = Math.min(Math.max(mark.h, line.min), line.max * height);
  if (box.h > line.higher * size) return false;
  const along = growBox(mark, line.along * size, line.off * size);
  const stacked = growBox(mark, stack.across * size, stack.down * size + stack.gap);
  return Math.max(intersect(box, along), intersect(box, stacked)) > line.within * areaOf(box);
}

function belongs(part: Part, mark: Growing, { bench, steps, every, hasFewViews }: Scene): boolean {
  const { width } = bench.clip;
  const candidate = describeCandidate(mark.judgement.isOnPlain ? 'text' : 'rest', part.pixels, steps, width);
  const first = judge(candidate, bench, { frames: every, views: lenient.views });
  const verdict = mark.judgement.isOnPlain ? judgeOnPlain(candidate, first, bench) : first;
  const { doubt, share = 0, views = 0 } = verdict;
  const isSeen =
    (doubt === 'rarely shown' || doubt === 'few views' || doubt === 'few shots') &&
    candidate.alike >= lenient.alike &&
    share >= lenient.share &&
    views >= lenient.views &&
    candidate.roundness >= minRoundness;
  const isStroke = doubt === 'line' && views >= lenient.views && share >= lenient.straightShare;
  if (doubt !== undefined && !isSeen && !isStroke) return false;
  if (candidate.strength < lenient.strength * mark.candidate.strength) return false;
  const isClear = candidate.alike >= clear.alike && share >= clear.share && part.pixels.length >= clear.pixels;
  return !hasFewViews || isClear;
}

/** Adds the parts that continue the marks. Returns whether there were any. */
function extendOnce(marks: readonly Growing[], scene: Scene, first: ReadonlyMap<Growing, Box>): boolean {
  const { clip } = scene.bench;
  const covered = new Uint8Array(scene.flags.length);
  for (const { box } of marks) fillBox(covered, growBox(box, 4), clip);
  let grew = false;
  for (const share of [likeEnough, 0]) {
    const free = keepAlike(scene.flags, scene.steps, share).map((flag, i) => (covered[i] ? 0 : flag));
    for (const part of findParts(free, clip))
      for (const mark of marks) {
        if (!isBeside(part, mark.box, clip.height) || !belongs(part, mark, scene)) continue;
        const box = unite(mark.box, part.box);
        const size = clip.width * clip.height;
        const largest = Math.max(growth.times * areaOf(first.get(mark)!), growth.min * size);
        if (areaOf(box) > Math.min(largest, max.area * size)) continue;
        mark.box = box;
        grew = true;
        break;
      }
  }
  return grew;
}

export function extendMarks(marks: readonly Growing[], scene: Scene): void {
  const first = new Map(marks.map(mark => [mark, mark.box]));
  for (let round = 0; round < rounds && extendOnce(marks, scene, first); round++);
}

const farthestRim = 8;
const rimShare = 0.1;

/** Moves the sides of a box outwards to where the outline ends, which the search left out because it is fainter there. */
export function addRim({ x, y, w, h }: Box, { bench, steps, flags }: Scene): Box {
  const { width, height } = bench.clip;
  const isOn = (u: number, v: number) => {
    const i = v * width + u;
    const isInside = u >= border && v >= border && u < width - border - 1 && v < height - border - 1;
    return isInside && flags[i] !== 0 && alikeAt(steps, i) >= likeEnough;
  };
  const count = (length: number, at: (k: number) => boolean) => {
    let found = 0;
    for (let k = 0; k < length; k++) if (at(k)) found++;
    return found > Math.max(2, rimShare * length);
  };
  let [left, right, top, bottom] = [0, 0, 0, 0];
  for (let d = 1; d <= farthestRim; d++) {
    if (count(h, k => isOn(x - d, y + k))) left = d;
    if (count(h, k => isOn(x + w - 1 + d, y + k))) right = d;
    if (count(w, k => isOn(x + k, y - d))) top = d;
    if (count(w, k => isOn(x + k, y + h - 1 + d))) bottom = d;
  }
  const [newX, newY] = [Math.max(0, x - left), Math.max(0, y - top)];
  return { x: newX, y: newY, w: Math.min(width, x + w + right) - newX, h: Math.min(height, y + h + bottom) - newY };
}

const plateTimes = 8;
const iconBeside = { height: 0.15 };

/** Adds the flat icons beside a line of text. */
export function addIcons(box: Box, picture: Pixels): Box {
  if (box.h > iconBeside.height * picture.height || box.w < box.h) return box;
  return findIcons(picture, box).reduce(unite, box);
}

/** Adds the plate beneath the text of a mark. */
export function addPlate({ box, text }: Growing, picture: Pixels): Box {
  const plate = text && findPlate(picture, text);
  if (!plate || areaOf(plate) >= plateTimes * areaOf(text)) return box;
  return intersect(plate, box) > 0.5 * areaOf(box) ? unite(box, plate) : box;
}
