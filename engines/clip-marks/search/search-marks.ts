// Searches a clip for marks: writing that the text detector sees in the mean of all frames, and outlines that stay in place. Each is judged by the
// scene around it.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Pixels } from '../../pixels/plane.ts';
import { areaOf, clipBox, fillBox, growBox, intersect, unite } from '../boxes.ts';
import type { ClipSource } from '../clip-source.ts';
import type { Box } from '../patch.ts';
import { type Candidate, describeCandidate } from './candidate.ts';
import { addIcons, addPlate, addRim, extendMarks, type Growing, joinMarks } from './complete.ts';
import { completeBrief } from './complete-brief.ts';
import { type Bench, isLarge, type Judgement, judge, judgeOnPlain, rememberRanges } from './judge.ts';
import { alikeAt, findParts, flagSteps, keepAlike, pixelsIn, type Steps, sumSteps } from './lasting-steps.ts';
import { averageFrames, findTexts, toPicture } from './mean-picture.ts';
import { findPlate } from './plates.ts';
import { addLogos, isAboutScene, isShort, type JudgedText, longestRun, proposePlaced } from './propose.ts';
import { cell, type SampledClip, sampleClip } from './sampled-clip.ts';
import { seeLogos } from './see-logos.ts';
import { shareStays } from './share-stays.ts';
import { measureStillness, type Stillness } from './stillness.ts';
import { findShown, readTimes, searchStretches } from './stretches.ts';

export interface FoundMark {
  readonly box: Box;
  /** 0..1; from 0.5 on the scene shows that it is a mark. */
  readonly score: number;
  /** The seconds of the clip between which the mark was seen. */
  readonly start: number;
  readonly end: number;
}

/** Score from which on a find is sure enough to be removed without asking. */
const sureScore = 0.5;
const unsureScore = 0.3;

export interface FoundMarks {
  /** Best first. */
  readonly marks: readonly FoundMark[];
  /** The camera does not move, so that marks cannot be told from the scene. */
  readonly isFixed: boolean;
  /** Uncertainty of the marks' times in seconds. */
  readonly looseSeconds: number;
}

export const isSure = ({ score }: Pick<FoundMark, 'score'>): boolean => score >= sureScore;

const fewestTextPixels = 20;
/** Shares of like steps at which outlines are gathered, tight first, so that a mark does not pull in the scene that touches it. */
const tightness = [0.85, 0.7, 0.55, 0.45];
const outline = { strong: 10, pixels: 24, max: 40 };
/**
 * Maximum area of a mark without writing as a share of the frame, and its minimum distance from the border: what is larger or reaches the border is a
 * slow scene, such as a wave.
 */
const sign = { area: 0.04, margin: 4 };
/** With fewer views than this, only clear outlines of some length count. */
const manyViews = { views: 24, alike: 0.85, pixels: 60 };
/** Share of their frames that marks of one time have in common. */
const sameTime = 0.8;
const briefText = { seconds: 1.5, alike: 0.5, share: 0.85, views: 4 };
/** Margin in searched pixels around a found mark. */
const margin = 3;

interface Search {
  readonly bench: Bench;
  readonly steps: Steps;
  readonly flags: Uint8Array;
  readonly every: readonly number[];
  readonly picture: Pixels;
  readonly still: Stillness;
  readonly marks: Growing[];
}

const judgeAll = (candidate: Candidate, bench: Bench, frames: readonly number[]): Judgement =>
  judgeOnPlain(candidate, judge(candidate, bench, { frames }), bench);

/** Judges a text that shows for some time only over the longest of its times. */
function takeBriefText({ judgement, candidate, found }: JudgedText, { bench, every, marks }: Search): void {
  const { clip } = bench;
  const [from, to] = longestRun(judgement.shown!);
  if ((to - from) / clip.hertz < briefText.seconds) return;
  const frames = every.slice(from, to);
  const steps = sumSteps(clip, frames);
  const pixels = candidate.pixels.filter(i => alikeAt(steps, i) >= briefText.alike);
  if (pixels.length < fewestTextPixels) return;
  const part = describeCandidate('text', pixels, steps, clip.width);
  const verdict = judgeOnPlain(part, judge(part, bench, { frames, views: briefText.views }), bench);
  if (verdict.doubt !== undefined || verdict.share! < briefText.share) return;
  marks.push({ box: part.box, candidate: part, judgement: verdict, frames, isBrief: true, text: found.box });
}

/** Judges the writing: by its letters, with the plate it lies on, or over the time that it shows. */
function takeText(text: JudgedText, search: Search): void {
  const { bench, steps, flags, every, still, marks } = search;
  if (still.isFixed) return;
  const take = (candidate: Candidate, judgement: Judgement) =>
    marks.push({ box: candidate.box, candidate, judgement, frames: every, isBrief: false, text: text.found.box });
  if (text.judgement.doubt === undefined) {
    take(text.candidate, text.judgement);
    return;
  }
  if (text.plate) {
    const pixels = pixelsIn(flags, growBox(text.plate, 2), bench.clip);
    const onPlate = describeCandidate('text', pixels, steps, bench.clip.width);
    const judgement = judgeAll(onPlate, bench, every);
    if (judgement.doubt === undefined) {
      take(onPlate, judgement);
      return;
    }
  }
  if (isShort(text.judgement)) takeBriefText(text, search);
}

function canBeSign({ x, y, w, h }: Box, { width, height }: SampledClip): boolean {
  const { area, margin: min } = sign;
  const isInside = x >= min && y >= min && x + w <= width - min && y + h <= height - min;
  return isInside && w * h <= area * width * height;
}

function takeOutlines({ bench, steps, flags, every, still, marks }: Search): void {
  const { clip } = bench;
  if (still.isFixed) return;
  const covered = new Uint8Array(flags.length);
  const cover = (box: Box) => fillBox(covered, growBox(box, 2), clip);
  for (const { box } of marks) cover(box);
  for (const share of tightness) {
    const free = keepAlike(flags, steps, share).map((flag, i) => (covered[i] ? 0 : flag));
    const parts = findParts(free, clip)
      .filter(({ strong, pixels }) => strong >= outline.strong && pixels.length >= outline.pixels)
      .sort((a, b) => b.pixels.length - a.pixels.length)
      .slice(0, outline.max);
    for (const { pixels } of parts) {
      const candidate = describeCandidate('outline', pixels, steps, clip.width);
      const judgement = judgeAll(candidate, bench, every);
      if (judgement.doubt !== undefined) continue;
      const isClear = candidate.alike >= manyViews.alike && pixels.length >= manyViews.pixels;
      if (!canBeSign(candidate.box, clip) || (clip.viewCount < manyViews.views && !isClear)) continue;
      marks.push({ box: candidate.box, candidate, judgement, frames: every, isBrief: false });
      cover(candidate.box);
    }
  }
}

/** What shows marks, for completing them: in the mean of all frames, what lies beside a mark that jumps is too faint. */
function seeOnly(frames: readonly number[], { bench, every, steps, flags, picture }: Search) {
  const hasFewViews = bench.clip.viewCount < manyViews.views;
  if (frames.length === every.length) return { scene: { bench, steps, flags, every, hasFewViews }, picture };
  const own = sumSteps(bench.clip, frames);
  const shown = new Set(frames);
  const average = averageFrames(bench.clip, frame => (shown.has(frame) ? 1 : 0));
  // Within some seconds a slow scene hardly moves, so that only clear outlines count.
  const scene = { bench, steps: own, flags: flagSteps(own, bench.clip), every: frames, hasFewViews: true };
  return { scene, picture: toPicture(average) };
}

interface Together {
  readonly marks: Growing[];
  frames: readonly number[];
}

/** Groups marks that are shown at nearly the same time, with the frames that show all of them. */
function groupByTime(marks: readonly Growing[]): Together[] {
  const groups: Together[] = [];
  for (const mark of marks) {
    const shown = new Set(mark.frames);
    const group = groups.find(
      ({ frames }) => frames.filter(frame => shown.has(frame)).length >= sameTime * Math.max(frames.length, shown.size),
    );
    if (!group) groups.push({ marks: [mark], frames: mark.frames });
    else {
      group.marks.push(mark);
      group.frames = group.frames.filter(frame => shown.has(frame));
    }
  }
  return groups;
}

function complete(search: Search): void {
  const { bench, marks } = search;
  const { clip } = bench;
  const whole: Growing[] = [];
  for (const { marks: together, frames } of groupByTime(marks)) {
    const { scene, picture } = seeOnly(frames, search);
    joinMarks(together, clip);
    extendMarks(together, scene);
    for (const mark of together) {
      mark.box = addRim(addRim(mark.box, scene), scene);
      if (mark.text) mark.box = addIcons(addPlate(mark, picture), picture);
    }
    joinMarks(together, clip);
    whole.push(...together);
  }
  marks.splice(0, marks.length, ...whole);
}

function markTaken({ across, down, width }: SampledClip, flags: Uint8Array): Uint8Array {
  const taken = new Uint8Array(across * down);
  for (let i = 0; i < flags.length; i++) {
    const [u, v] = [Math.floor((i % width) / cell), Math.floor(i / width / cell)];
    if (flags[i] === 2 && u < across && v < down) taken[v * across + u] = 1;
  }
  return taken;
}

/** Gathers what the judgements need, and the writing with a first judgement of each. */
async function prepare(clip: SampledClip): Promise<{ search: Search; texts: JudgedText[] }> {
  const every = clip.lumas.map((_, k) => k);
  const steps = sumSteps(clip, every, frame => clip.votes[frame]!);
  const flags = flagSteps(steps, clip);
  const average = averageFrames(clip, frame => clip.votes[frame]!);
  const picture = toPicture(average);
  const candidates = (await findTexts(average))
    .map(found => ({ found, pixels: pixelsIn(flags, found.box, clip) }))
    .filter(({ pixels }) => pixels.length >= fewestTextPixels)
    .map(({ found, pixels }) => ({ found, candidate: describeCandidate('text', pixels, steps, clip.width) }));
  const rough: Bench = { clip, taken: markTaken(clip, flags), ranges: rememberRanges(clip), stillness: 0 };
  const still = measureStillness(
    rough,
    { steps, flags, frames: every },
    candidates.map(({ candidate }) => candidate.box),
  );
  // Where the scene stays, its own outlines are lasting ones, and nothing can be left out.
  const taken = still.isFixed ? new Uint8Array(rough.taken.length) : rough.taken;
  const bench = { ...rough, taken, stillness: still.share };
  const texts = candidates.map(one => {
    const judgement = judgeAll(one.candidate, bench, every);
    return { ...one, judgement, plate: isAboutScene(judgement) ? findPlate(picture, one.found.box) : undefined };
  });
  return { search: { bench, steps, flags, every, picture, still, marks: [] }, texts };
}

/** Converts a box to pixels of the clip, with a margin. */
function enlarge(box: Box, clip: SampledClip): Box {
  const { scale } = clip;
  const { x, y, w, h } = clipBox(growBox(box, margin), clip);
  const [left, top] = [Math.round(x * scale.x), Math.round(y * scale.y)];
  return { x: left, y: top, w: Math.round((x + w) * scale.x) - left, h: Math.round((y + h) * scale.y) - top };
}

function* describe(mark: Growing, clip: SampledClip): Generator<FoundMark> {
  const { views = 0, share = 0 } = mark.judgement;
  const score = sureScore + (1 - sureScore) * share * Math.min(1, views / manyViews.views);
  const shown = findShown(mark.candidate, clip, mark.frames);
  for (const times of readTimes(shown, clip, mark.isBrief)) yield { box: mark.box, score, ...times };
}

/** Share of the smaller one in which finds overlap, and difference of their times in seconds, at which they are one mark. */
const oneMark = { overlap: 0.2, seconds: 0.6 };

/** Joins finds at one place and time: of two lines of a mark one may have been judged in all frames, the other in those that show it. */
function joinFinds(finds: readonly FoundMark[]): FoundMark[] {
  const joined: FoundMark[] = [];
  for (const find of finds) {
    const { box, start, end } = find;
    const at = joined.findIndex(
      other =>
        Math.max(Math.abs(other.start - start), Math.abs(other.end - end)) <= oneMark.seconds &&
        intersect(other.box, box) > oneMark.overlap * Math.min(areaOf(other.box), areaOf(box)),
    );
    if (at < 0) joined.push(find);
    else joined[at] = { ...joined[at]!, box: unite(joined[at]!.box, box) };
  }
  return joined;
}

const sampledShare = 0.6;

/** Searches a clip for marks. CPU: about 3 s for a minute of 720p, plus decoding. */
export async function searchMarks(source: ClipSource, onProgress: (fraction: number) => void): Promise<FoundMarks> {
  const clip = await sampleClip(source, part => onProgress(sampledShare * part));
  const looseSeconds = 1.5 / clip.hertz;
  if (clip.lumas.length < 3) return { marks: [], isFixed: true, looseSeconds };
  const { search, texts } = await prepare(clip);
  onProgress(0.8);
  await breathe();
  for (const text of texts) takeText(text, search);
  takeOutlines(search);
  await breathe();
  const { marks, bench, still } = search;
  if (!still.isFixed) {
    const brief = await searchStretches(
      bench,
      marks.map(({ box }) => box),
    );
    marks.push(...brief.map(one => ({ ...one, box: one.candidate.box, isBrief: true })));
  }
  complete(search);
  const isWhole = ({ text, isBrief, box }: Growing) => !isLarge(box, clip) && (text || isBrief || canBeSign(box, clip));
  const described = marks.filter(isWhole).flatMap(mark => [...describe(mark, clip)]);
  const found = joinFinds(described.sort((a, b) => b.score - a.score));
  const sure = (await completeBrief(shareStays(found, clip), clip))
    .map(find => ({ ...find, box: enlarge(find.box, clip) }))
    .sort((a, b) => b.score - a.score);
  const placed = still.isFixed
    ? shareStays(await completeBrief(await proposePlaced(texts, clip, search.picture), clip), clip)
    : [];
  // Where nothing is sure, the picture itself may show a logo.
  const unsure = sure.length > 0 ? placed : addLogos(placed, texts, await seeLogos(search.picture), clip);
  const asked = unsure
    .map(({ box, ...times }) => ({ box: enlarge(box, clip), score: unsureScore, ...times }))
    .filter(({ box }) => !sure.some(one => intersect(one.box, box) > 0 && areaOf(box) > 0));
  return { marks: [...sure, ...asked], isFixed: still.isFixed, looseSeconds };
}
