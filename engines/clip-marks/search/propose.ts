// The writing that may be a mark before a camera that does not move, where only a person can tell: its place, the rest of its mark, and its times.
import { completeWord } from '../../find-marks/complete-words.ts';
import { type Survey, surveyPicture } from '../../find-marks/survey.ts';
import type { Pixels } from '../../pixels/plane.ts';
import { boundsOf } from '../../text/rectangle.ts';
import { areaOf, clipBox, growBox, intersect, unite } from '../boxes.ts';
import type { Box } from '../patch.ts';
import type { Candidate } from './candidate.ts';
import { addIcons } from './complete.ts';
import { isOuter, type Judgement } from './judge.ts';
import { alikeAt, findParts, flagSteps, lengthOf, sumSteps } from './lasting-steps.ts';
import type { FoundText } from './mean-picture.ts';
import type { SampledClip } from './sampled-clip.ts';
import type { SeenLogo } from './see-logos.ts';
import { readTimes, type Times } from './stretches.ts';

export interface JudgedText {
  readonly found: FoundText;
  readonly candidate: Candidate;
  readonly judgement: Judgement;
  readonly plate?: Box | undefined;
}

export const isShort = ({ doubt }: Judgement): boolean => doubt === 'rarely shown' || doubt === 'few shots';
/** Doubts about the surroundings, not about the mark: a plate may explain them, or a camera that does not move. */
export const isAboutScene = ({ doubt }: Judgement): boolean =>
  doubt === 'still' || doubt === 'few views' || doubt === 'unchanged behind';

/** Returns the longest run of frames that show a text; gaps of one frame do not end it. */
export function longestRun(shown: readonly boolean[]): readonly [from: number, to: number] {
  let longest: readonly [number, number] = [0, 0];
  let start = 0;
  for (let k = 0; k <= shown.length; k++) {
    if (shown[k] || (shown[k - 1] && shown[k + 1])) continue;
    if (k - start > longest[1] - longest[0]) longest = [start, k];
    start = k + 1;
  }
  return longest;
}

/** Where and how writing must be to pass for a mark before a camera that does not move: upright, small, in the outer band of the frame. */
const placed = { slope: 3, height: 0.16, wide: 1.5, share: 0.7 };
/** Distance in line heights at which lines are one mark, and difference in seconds of the times of one mark. */
const same = { lines: 0.6, seconds: 0.6 };
/** A text in fewer frames comes and goes, and must be shown for this long. */
const brief = { share: 0.8, seconds: 0.8 };
/** What came with a text: pixels alike while it is shown, of less strength before and after, and at most this many text heights away. */
const came = { alike: 0.85, share: 0.5, frames: 3, across: 1.6, down: 0.35, within: 0.9 };

interface Shown {
  readonly text: JudgedText;
  /** Absent: the text is shown all the time. */
  readonly shown?: readonly boolean[] | undefined;
}

function canBePlaced({ found: { box, angle, isInBoth } }: JudgedText, clip: SampledClip): boolean {
  const { w, h } = box;
  const slope = Math.abs(angle) % 90;
  const isUpright = slope <= placed.slope || slope >= 90 - placed.slope;
  return isInBoth && isOuter(box, clip) && isUpright && h <= placed.height * clip.height && w >= placed.wide * h;
}

/** Returns when a text is shown, if it is for long enough. */
function findShowing(text: JudgedText, { hertz }: SampledClip): Shown | undefined {
  const { judgement } = text;
  const { shown = [] } = judgement;
  const frames = shown.filter(Boolean).length;
  const isSteady = isAboutScene(judgement) || judgement.doubt === undefined;
  if (frames >= brief.share * shown.length)
    return isSteady && (judgement.share ?? 0) >= placed.share ? { text } : undefined;
  const [from, to] = longestRun(shown);
  return (isSteady || isShort(judgement)) && (to - from) / hertz >= brief.seconds ? { text, shown } : undefined;
}

/** Returns a box with the letters that continue its line in the same ink: the text detector does not see a single figure after a gap. */
function completeLine({ x, y, w, h }: Box, { edges, rims, scale }: Survey): Box {
  const corner = (u: number, v: number) => [u / scale.x, v / scale.y] as const;
  const quad = [corner(x, y), corner(x + w, y), corner(x + w, y + h), corner(x, y + h)] as const;
  const whole = boundsOf(completeWord(edges, rims, quad).quad);
  const [left, right] = [Math.floor(whole.x * scale.x), Math.ceil((whole.x + whole.w) * scale.x)];
  return unite({ x, y, w, h }, { x: left, y, w: right - left, h });
}

/** Returns a box with what came and went together with the text in it. */
function addCompanions(box: Box, shown: readonly boolean[], clip: SampledClip): Box {
  const [during, without] = [true, false].map(is => [...shown.keys()].filter(k => shown[k] === is)) as [
    number[],
    number[],
  ];
  if (Math.min(during.length, without.length) < came.frames) return box;
  const [steps, others] = [during, without].map(frames => sumSteps(clip, frames)) as [
    ReturnType<typeof sumSteps>,
    ReturnType<typeof sumSteps>,
  ];
  const flags = flagSteps(steps, clip).map((flag, i) => {
    const [x, y] = [steps.x[i]! / steps.weight, steps.y[i]! / steps.weight];
    const change = lengthOf(x - others.x[i]! / others.weight, y - others.y[i]! / others.weight);
    return alikeAt(steps, i) >= came.alike && change >= came.share * lengthOf(x, y) ? flag : 0;
  });
  const around = growBox(box, came.across * box.h, came.down * box.h);
  return findParts(flags, clip)
    .filter(part => intersect(part.box, around) >= came.within * areaOf(part.box))
    .reduce((whole, part) => unite(whole, part.box), box);
}

export interface Proposal extends Times {
  readonly box: Box;
}

/** Returns the boxes of the writing that may be marks before a camera that does not move, and their times. */
export async function proposePlaced(
  texts: readonly JudgedText[],
  clip: SampledClip,
  picture: Pixels,
): Promise<Proposal[]> {
  const showing = texts.filter(text => canBePlaced(text, clip)).flatMap(text => findShowing(text, clip) ?? []);
  if (showing.length === 0) return [];
  const survey = await surveyPicture(picture);
  const proposals: (Proposal & { shown?: readonly boolean[] | undefined })[] = [];
  for (const { text, shown } of showing) {
    const box = text.plate ?? completeLine(text.candidate.box, survey);
    const times = shown ? readTimes(shown, clip, true) : [{ start: 0, end: clip.seconds }];
    for (const { start, end } of times) {
      const near = proposals.findIndex(other => {
        const reach = same.lines * Math.min(box.h, other.box.h);
        const isThen = Math.max(Math.abs(other.start - start), Math.abs(other.end - end)) <= same.seconds;
        return isThen && intersect(other.box, growBox(box, reach)) > 0;
      });
      if (near < 0) proposals.push({ box, start, end, shown });
      else proposals[near] = { ...proposals[near]!, box: unite(proposals[near]!.box, box) };
    }
  }
  return proposals.map(({ box, shown, start, end }) => {
    const whole = shown ? addCompanions(box, shown, clip) : addIcons(box, picture);
    return { box: clipBox(areaOf(whole) > 0 ? whole : box, clip), start, end };
  });
}

/** Distances in line heights at which writing belongs to a logo, and the greatest height of its line as a share of the logo's. */
const besideLogo = { across: 0.9, down: 0.7, higher: 1.1 };

/**
 * Adds logos to the proposals, for the whole clip, each with the writing beside it. A mark that is shown for some time is complete as it is: in the mean
 * of all frames its icon may pass for a faint logo.
 */
export function addLogos(
  proposals: readonly Proposal[],
  texts: readonly JudgedText[],
  logos: readonly SeenLogo[],
  clip: SampledClip,
): Proposal[] {
  const isBeside = (line: Box, logo: Box) =>
    line.h <= besideLogo.higher * logo.h &&
    intersect(growBox(line, besideLogo.across * line.h, besideLogo.down * line.h), logo) > 0;
  const isTimed = ({ start, end }: Times) => start > 0 || end < clip.seconds;
  let all = [...proposals];
  for (const { box: logo } of logos) {
    if (all.some(one => isTimed(one) && (isBeside(one.box, logo) || intersect(one.box, logo) > 0))) continue;
    const lines = texts
      .filter(({ found }) => found.isInBoth && isBeside(found.box, logo))
      .map(({ found }) => found.box);
    const box = lines.reduce(unite, logo);
    const isPart = (one: Proposal) => intersect(one.box, box) > 0;
    const whole = all.filter(isPart).reduce((sum, one) => unite(sum, one.box), box);
    all = [...all.filter(one => !isPart(one)), { box: whole, start: 0, end: clip.seconds }];
  }
  return all;
}
