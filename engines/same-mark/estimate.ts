// Estimates the mark that several images share, from the coarsest scale to the full one.
import { setImmediate as breathe } from 'node:timers/promises';
import { believeColour } from './colour.ts';
import { changeAt, emptyField, type MarkField, stretchField } from './field.ts';
import { halve, linkPixels, type MarkedSet } from './links.ts';
import { solveField } from './solve.ts';
import { perLink, weighLinks } from './weigh.ts';

/** Minimum side of a scale in pixels; smaller ones reveal nothing about a mark. */
const smallestSide = 48;
const maxScales = 4;
/** Rounds of reweighting and solver steps in each round, at the coarsest scale and at the others. */
const thorough = { rounds: 6, steps: 120 };
const refining = { rounds: 3, steps: 60 };
/**
 * Share of the time spent on all scales, each of which takes four times as long as the previous one; the rest goes to the full scale with a tight
 * mask.
 */
const scanShare = 0.5;
/** Number of rounds before the colour of the mark is accurate enough to serve as a prior. */
const roundsWithoutColour = 2;
/** Minimum mean change that undoing the mark makes to the images, in levels, at a pixel of the mark. */
const minChange = 4;
/** The same at coarser scales, where thin strokes are diluted. */
const minChangeAfar = 2.5;
/** Margin in pixels around the mark, for its soft rim and JPEG ringing beside it. */
const rim = 2;
/** Number of passes at full scale, each with a tighter mask: the fewer pixels are unknown, the better the rest is determined. */
const tightenings = 2;

/** Calls `progress` with 0..1 for this call alone. */
async function refine(
  set: MarkedSet,
  field: MarkField,
  { rounds, steps }: typeof thorough,
  isFresh: boolean,
  progress: (fraction: number) => void,
): Promise<void> {
  const links = linkPixels(set);
  const sums = new Float32Array(links.from.length * perLink);
  for (let round = 0; round < rounds; round++) {
    weighLinks(links, set, field, sums);
    const belief = isFresh && round < roundsWithoutColour ? undefined : believeColour(links, set, field);
    solveField({ links, sums, belief }, field, steps);
    progress((round + 1) / rounds);
    await breathe();
  }
}

/** Returns the pixels of the mask that the mark really covers, with a margin. */
function tighten({ width, height, pictures, mask }: MarkedSet, field: MarkField, min: number): Uint8Array {
  const isMarked = mask.map((wanted, i) => {
    if (wanted !== 1) return 0;
    const change = pictures.reduce((sum, picture) => sum + changeAt(field, picture, i), 0) / pictures.length;
    return change > min ? 1 : 0;
  });
  const tight = mask.map(value => (value === 2 ? 2 : 0));
  const around = (x: number, y: number, radius: number, visit: (i: number) => void) => {
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++)
      for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) visit(v * width + u);
  };
  for (let i = 0; i < mask.length; i++) {
    if (!isMarked[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    let company = 0;
    around(x, y, 1, j => {
      company += isMarked[j]!;
    });
    if (company < 3) continue;
    around(x, y, rim, j => {
      tight[j] = mask[j]!;
    });
  }
  return tight;
}

/** Returns the mask of a scale, limited to pixels where the mask of half its size is set too. */
function keepMarked({ width, mask }: MarkedSet, half: Uint8Array, halfWidth: number): Uint8Array {
  return mask.map((value, i) => {
    const x = i % width;
    const y = (i - x) / width;
    return half[(y >> 1) * halfWidth + (x >> 1)] ? value : 0;
  });
}

export interface EstimatedMark {
  readonly field: MarkField;
  /** The pixels of the mask that the mark covers: 1, or 2 where it is opaque. */
  readonly mask: Uint8Array;
}

/**
 * Estimates the mark that the images of the set share. There must be at least three, of different scenes; with twelve, the error of the opacity is
 * about 0.01. CPU: about 50 µs per pixel of the mask and per image. Memory: 150 bytes per pixel of the mask.
 */
export async function estimateMark(
  set: MarkedSet,
  progress: (fraction: number) => void = () => undefined,
): Promise<EstimatedMark> {
  const scales = [set];
  while (scales.length < maxScales && Math.min(scales.at(-1)!.width, scales.at(-1)!.height) > smallestSide * 2)
    scales.push(halve(scales.at(-1)!));
  let scale = scales.pop()!;
  let field = emptyField(scale.mask.length);
  await refine(scale, field, thorough, true, () => undefined);
  for (let next = scales.pop(); next; next = scales.pop()) {
    // Pixels that are clean at this scale are clean at the next one: a generous mask costs little more than a tight one.
    const tight = tighten(scale, field, minChangeAfar);
    scale = { ...next, mask: keepMarked(next, tight, scale.width) };
    field = stretchField(field, scale.width, scale.mask);
    const part = scanShare / 4 ** scales.length;
    await refine(scale, field, refining, false, done => progress(part * (1 + 3 * done) * 0.25));
  }
  let { mask } = scale;
  for (let pass = 0; pass < tightenings; pass++) {
    mask = tighten({ ...set, mask }, field, minChange);
    for (let i = 0; i < mask.length; i++) if (mask[i] !== 1) field.set([1, 0, 0, 0], i * 4);
    await refine({ ...set, mask }, field, refining, false, done =>
      progress(scanShare + ((1 - scanShare) * (pass + done)) / tightenings),
    );
  }
  return { field, mask };
}
