// Searches the stretches of a clip for marks that jump from place to place, and finds the times of marks that come and go.
import { areaOf, intersect } from '../boxes.ts';
import type { Box } from '../patch.ts';
import { type Candidate, describeCandidate, measurePresences } from './candidate.ts';
import { type Bench, type Judgement, judge } from './judge.ts';
import { alikeAt, findParts, flagSteps, lengthOf, sumSteps } from './lasting-steps.ts';
import { averageFrames, findTextBoxes, toPicture } from './mean-picture.ts';
import { medianOf, type SampledClip } from './sampled-clip.ts';

const stretch = { seconds: 3, fewestFrames: 10, ofClip: 1.5 };
/** In a single stretch a slow scene hardly moves, so an outline must be clearer there, and the text detector must agree. */
const clear = { alike: 0.7, strength: 0.15, strong: 60, share: 0.9, meanAlike: 0.75, views: 5 };
const max = { across: 0.45, down: 0.25 };
const agreed = { ofPart: 0.4, ofText: 0.7, width: 0.4 };
const overlaps = 0.3;
const presence = { share: 0.5, cosine: 0.3 };

export interface BriefMark {
  readonly candidate: Candidate;
  readonly judgement: Judgement;
  readonly frames: readonly number[];
}

/** Returns which frames of the whole clip show a mark that was judged in some of them. */
export function findShown(candidate: Candidate, clip: SampledClip, judged: readonly number[]): boolean[] {
  const presences = measurePresences(
    candidate,
    clip,
    clip.lumas.map((_, k) => k),
  );
  const usual = medianOf(judged.map(k => presences[k]!.amount));
  return presences.map(({ amount, cosine }) => amount > presence.share * usual && cosine > presence.cosine);
}

async function isWriting(part: Box, clip: SampledClip, frames: readonly number[]): Promise<boolean> {
  const average = averageFrames(clip, frame => (frames.includes(frame) ? 1 : 0));
  const texts = await findTextBoxes(toPicture(average));
  return texts.some(text => {
    const both = intersect(text, part);
    const covers = both > agreed.ofText * areaOf(text) && text.w > agreed.width * part.w;
    return both > agreed.ofPart * areaOf(part) || covers;
  });
}

/** Searches stretches of three seconds, each overlapping the next by half. `known` are the places of marks already found. */
export async function searchStretches(bench: Bench, known: readonly Box[]): Promise<BriefMark[]> {
  const { clip } = bench;
  const { width, height, hertz } = clip;
  const count = clip.lumas.length;
  const length = Math.max(stretch.fewestFrames, Math.round(stretch.seconds * hertz));
  const found: BriefMark[] = [];
  if (count <= stretch.ofClip * length) return found;
  const isKnown = (box: Box) =>
    [...known, ...found.map(({ candidate }) => candidate.box)].some(
      other => intersect(other, box) > overlaps * Math.min(areaOf(other), areaOf(box)),
    );
  for (let start = 0; start + length <= count; start += Math.max(1, length >> 1)) {
    const frames = Array.from({ length }, (_, k) => start + k);
    const steps = sumSteps(clip, frames);
    const flags = flagSteps(steps, clip).map((flag, i) => {
      const isClear = alikeAt(steps, i) >= clear.alike;
      return isClear && lengthOf(steps.x[i]!, steps.y[i]!) / steps.weight >= clear.strength ? flag : 0;
    });
    for (const { pixels, strong, box } of findParts(flags, clip)) {
      if (strong < clear.strong || isKnown(box) || box.w >= max.across * width || box.h >= max.down * height) continue;
      const candidate = describeCandidate('outline', pixels, steps, width);
      if (candidate.alike < clear.meanAlike) continue;
      const judgement = judge(candidate, bench, { frames, views: clear.views });
      if (judgement.doubt !== undefined || judgement.share! < clear.share) continue;
      if (await isWriting(box, clip, frames)) found.push({ candidate, judgement, frames });
    }
  }
  return found;
}

export interface Times {
  readonly start: number;
  readonly end: number;
}

/** A gap of at most this many seconds between frames that show a mark is no gap: the mark may vanish on a scene of its own level. */
const longestGap = 1.5;
/** Near an end of the clip a mark reaches it. */
const nearEnd = { seconds: 0.5, frames: 2, share: 0.1 };

/** Returns the times at which frames show a mark, those of a steady mark as one. */
export function readTimes(shown: readonly boolean[], { hertz, seconds }: SampledClip, isBrief: boolean): Times[] {
  const gap = Math.max(2, longestGap * hertz);
  const runs: [first: number, last: number][] = [];
  for (const k of shown.keys()) {
    const isAlone = !shown[k - 1] && !shown[k + 1];
    if (!shown[k] || (isBrief && isAlone)) continue;
    const last = runs.at(-1);
    if (last && (!isBrief || k - last[1] <= gap)) last[1] = k;
    else runs.push([k, k]);
  }
  const near = Math.max(nearEnd.seconds, nearEnd.frames / hertz, isBrief ? 0 : nearEnd.share * seconds);
  return runs.map(([first, last]) => {
    const [start, end] = [first / hertz, (last + 1) / hertz];
    return { start: start <= near ? 0 : start, end: end >= seconds - near ? seconds : end };
  });
}
