// Finding marks by itself: photographs with drawn marks, and all photographs without.
import { type FoundMarks, findMarks } from '../engines/find-marks/find-marks.ts';
import { findTiles } from '../engines/find-marks/find-tiles.ts';
import { growMask } from '../engines/find-marks/grow-mask.ts';
import { readPhoto } from '../engines/same-mark/test-marks.ts';
import { type Kind, kinds, type Marked, putMark } from './drawn-marks.ts';
import { median } from './numbers.ts';
import { photos } from './photos.ts';
import type { Bench, Line } from './report.ts';

const [width, height] = [1200, 800];
/** Nothing in them is read as text, so that all that is found is the mark or a mistake. */
const names = ['sea', 'chair', 'forest', 'clouds', 'womanGreen', 'strawberries', 'baboon', 'friendsWindow'] as const;
/** What is written on these is in the scene, and is found by design. */
const written: ReadonlySet<string> = new Set(['map', 'astronaut', 'code', 'phone', 'envelopes', 'telephone']);
/** A mask is wider than the ink, for its soft rim. */
const rim = 5;

interface Outcome {
  readonly recall: number;
  readonly precision: number;
  readonly isFound: boolean;
}

const count = (size: number, is: (i: number) => boolean) => {
  let sum = 0;
  for (let i = 0; i < size; i++) if (is(i)) sum++;
  return sum;
};

function boundsOf(truth: Uint8Array) {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < truth.length; i++) {
    if (!truth[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return { x: left, y: top, w: right - left, h: bottom - top };
}

type Box = ReturnType<typeof boundsOf>;

/** Intersection over union. */
function overlap(a: Box, b: Box): number {
  const across = Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x));
  const down = Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));
  return (across * down) / (a.w * a.h + b.w * b.h - across * down);
}

/** Whether one box is the mark's; of tiles, whether most of their pixels are marked and little else is. */
function judge({ truth }: Marked, { marks, mask }: FoundMarks, isTiled: boolean): Outcome {
  const wide = new Uint8Array(truth.length);
  growMask(truth, width, rim, wide);
  const hit = count(truth.length, i => truth[i] === 1 && mask[i] === 1);
  const recall = hit / count(truth.length, i => truth[i] === 1);
  const marked = count(mask.length, i => mask[i] === 1);
  const precision = marked === 0 ? 1 : count(mask.length, i => mask[i] === 1 && wide[i] === 1) / marked;
  const box = boundsOf(truth);
  const isFound = isTiled ? recall > 0.5 && precision > 0.5 : marks.some(mark => overlap(mark, box) > 0.5);
  return { recall, precision, isFound };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

async function tryKind(kind: Kind): Promise<Line> {
  const outcomes: Outcome[] = [];
  for (const name of names) {
    const marked = await putMark(await readPhoto(photos[name], width, height), kind);
    const outcome = judge(marked, await findMarks(marked.pixels), kind.gap !== undefined);
    console.log(`${kind.name}, ${name}: recall ${percent(outcome.recall)}, precision ${percent(outcome.precision)}`);
    outcomes.push(outcome);
  }
  const found = outcomes.filter(({ isFound }) => isFound);
  const mean = (pick: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, each) => sum + pick(each), 0) / outcomes.length;
  const ours = `${found.length} of ${names.length}; ${percent(mean(each => each.recall))}; ${percent(mean(each => each.precision))}`;
  return {
    what: `${kind.name}: found; its pixels marked; of the marked pixels on it`,
    ours,
    rival: '–',
    aim: kind.least === undefined ? 'none: a limit' : `≥ ${kind.least} found`,
    isMet: found.length >= (kind.least ?? 0),
  };
}

async function tryClean(): Promise<Line> {
  const wrong: string[] = [];
  for (const [name, path] of Object.entries(photos)) {
    const { marks } = await findMarks(await readPhoto(path, width, height));
    console.log(`${name} without a mark: ${marks.map(({ kind }) => kind).join(' ') || 'nothing'}`);
    if (marks.some(({ kind }) => kind !== 'text' || !written.has(name))) wrong.push(name);
  }
  return {
    what: `${Object.keys(photos).length} photos without a mark: those on which something is found that is not writing in the scene`,
    ours: wrong.length === 0 ? '0' : `${wrong.length}: ${wrong.join(', ')}`,
    rival: '–',
    aim: '≤ 1',
    isMet: wrong.length <= 1,
  };
}

/** Of looking for tiles and all else on a large picture. */
async function tryLarge(): Promise<Line> {
  const kind = kinds.find(({ gap }) => gap !== undefined)!;
  const { pixels } = await putMark(await readPhoto(photos.friendsWindow, 4243, 2828), kind);
  const seconds: number[] = [];
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    await findTiles(pixels, new Uint8Array(pixels.width * pixels.height));
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
  }
  return {
    what: 'Tiles on 12 megapixels: CPU',
    ours: `${median(seconds).toFixed(1)} s`,
    rival: '–',
    aim: '≤ 2 s',
    isMet: median(seconds) <= 2,
  };
}

export const benchFindMarks: Bench = async () => {
  const lines: Line[] = [];
  for (const kind of kinds) lines.push(await tryKind(kind));
  return [...lines, await tryClean(), await tryLarge()];
};
