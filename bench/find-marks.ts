// Automatic detection of marks: photographs with drawn marks, and all photographs without.
import { findLogos } from '../engines/find-marks/find-logos.ts';
import { type FoundMarks, findMarks } from '../engines/find-marks/find-marks.ts';
import { findTiles } from '../engines/find-marks/find-tiles.ts';
import { surveyPicture } from '../engines/find-marks/survey.ts';
import { growMask } from '../engines/pixels/morphology.ts';
import type { Pixels } from '../engines/pixels/plane.ts';
import { readPhoto } from '../engines/same-mark/test-marks.ts';
import { sharp } from '../engines/sharp.ts';
import { type Kind, kinds, type Marked, putMark } from './drawn-marks.ts';
import { measureCpu, median } from './numbers.ts';
import { photos } from './photos.ts';
import type { Bench, Line } from './report.ts';

/** The photographs with marks; no weights were fitted to them, and no text is detected in them. */
const names = ['sea', 'chair', 'forest', 'friendsDark', 'strawberries', 'friendsStairs'] as const;
/** Photographs with writing in the scene, which is detected by design. */
const written: ReadonlySet<string> = new Set(['map', 'astronaut', 'code', 'phone', 'envelopes', 'telephone']);
/** Tolerance around the mark in pixels: a mask is wider than the ink, because of its soft edge. */
const rim = 5;
const minRecall = 0.6;
const minPrecision = 0.5;
const [maxWide, maxHigh] = [1200, 800];

interface Outcome {
  readonly recall: number;
  readonly precision: number;
  readonly isFound: boolean;
}

/** Reads a photograph at most at its original size. */
async function readNatural(path: string): Promise<Pixels> {
  const fit = { fit: 'inside', withoutEnlargement: true } as const;
  const pipeline = sharp(path).resize(maxWide, maxHigh, fit).toColourspace('srgb').removeAlpha();
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const count = (size: number, is: (i: number) => boolean) => {
  let sum = 0;
  for (let i = 0; i < size; i++) if (is(i)) sum++;
  return sum;
};

/** A mark counts as found if most of it is in the mask and little else is: a box around half of the picture fails. */
function judge({ truth, pixels }: Marked, mask: Uint8Array): Outcome {
  const wide = new Uint8Array(truth.length);
  growMask(truth, pixels.width, rim, wide);
  const hit = count(truth.length, i => truth[i] === 1 && mask[i] === 1);
  const recall = hit / count(truth.length, i => truth[i] === 1);
  const marked = count(mask.length, i => mask[i] === 1);
  const precision = marked === 0 ? 1 : count(mask.length, i => mask[i] === 1 && wide[i] === 1) / marked;
  return { recall, precision, isFound: recall > minRecall && precision > minPrecision };
}

/** The baseline without detection of tiles and shapes: boxes around the recognised lines of text. */
function paintBoxes({ marks }: FoundMarks, { width, height }: Pixels): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (const { x, y, w, h } of marks.filter(({ kind }) => kind === 'text'))
    for (let row = y; row < y + h; row++) mask.fill(1, row * width + x, row * width + x + w);
  return mask;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

function summarize(outcomes: readonly Outcome[]): string {
  const mean = (pick: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, each) => sum + pick(each), 0) / outcomes.length;
  const found = outcomes.filter(({ isFound }) => isFound).length;
  return `${found} of ${outcomes.length}; ${percent(mean(each => each.recall))}; ${percent(mean(each => each.precision))}`;
}

async function tryKind(kind: Kind, index: number): Promise<Line> {
  const [ours, boxes]: [Outcome[], Outcome[]] = [[], []];
  for (const [k, name] of names.entries()) {
    const marked = await putMark(await readNatural(photos[name]), kind, index + k);
    const found = await findMarks(marked.pixels);
    const outcome = judge(marked, found.mask);
    console.log(`${kind.name}, ${name}: recall ${percent(outcome.recall)}, precision ${percent(outcome.precision)}`);
    ours.push(outcome);
    boxes.push(judge(marked, paintBoxes(found, marked.pixels)));
  }
  return {
    what: `${kind.name}: found; its pixels marked; of the marked pixels on it`,
    ours: summarize(ours),
    rival: `boxes of what was read: ${summarize(boxes)}`,
    aim: kind.min === undefined ? 'none: a limit' : `≥ ${kind.min} found`,
    isMet: ours.filter(({ isFound }) => isFound).length >= (kind.min ?? 0),
  };
}

/** Minimum score at which the page preselects a detected mark. */
const ticked = 0.5;

async function tryClean(): Promise<Line[]> {
  const wrong: string[] = [];
  const sure: string[] = [];
  const all = Object.entries(photos);
  for (const [name, path] of all) {
    const { marks } = await findMarks(await readNatural(path));
    console.log(`${name} without a mark: ${marks.map(({ kind }) => kind).join(' ') || 'nothing'}`);
    if (marks.some(({ kind }) => kind !== 'text' || !written.has(name))) wrong.push(name);
    if (marks.some(({ score }) => score >= ticked)) sure.push(name);
  }
  const aim = Math.floor(all.length / 10);
  const show = (list: readonly string[]) => (list.length === 0 ? '0' : `${list.length}: ${list.join(', ')}`);
  const proposed: Line = {
    what: `${all.length} photos without a mark: those on which something is found that is not writing in the scene`,
    ours: show(wrong),
    rival: '–',
    aim: `≤ ${aim}`,
    isMet: wrong.length <= aim,
  };
  const likely: Line = {
    what: `The same photos: those on which something is ticked, be it writing in the scene`,
    ours: show(sure),
    rival: '–',
    aim: `≤ ${aim}`,
    isMet: sure.length <= aim,
  };
  return [proposed, likely];
}

/** CPU time of detecting tiles and logos in a large picture. */
async function tryLarge(): Promise<Line> {
  const kind = kinds.find(({ gap }) => gap !== undefined)!;
  const large = await readPhoto(photos.friendsWindow, 4243, 2828);
  const { pixels } = await putMark(large, kind, 0);
  const measure = async (work: () => Promise<unknown>) => {
    const seconds: number[] = [];
    for (let round = 0; round < 3; round++) seconds.push(await measureCpu(work));
    return median(seconds);
  };
  const room = () => new Uint8Array(pixels.width * pixels.height);
  const tiles = await measure(() => findTiles(pixels, room()));
  const none = { lines: [], captions: [] };
  const logos = await measure(async () => findLogos(await surveyPicture(large), large, none, room()));
  return {
    what: 'Tiles; logos on 12 megapixels: CPU',
    ours: `${tiles.toFixed(1)} s; ${logos.toFixed(1)} s`,
    rival: '–',
    aim: '≤ 2 s each',
    isMet: tiles <= 2 && logos <= 2,
  };
}

export const benchFindMarks: Bench = async () => {
  const lines: Line[] = [];
  for (const [index, kind] of kinds.entries()) lines.push(await tryKind(kind, index));
  return [...lines, ...(await tryClean()), await tryLarge()];
};
