// Decides which images of a set have the same mark and show different scenes.
import { type MarkField, middle } from './field.ts';
import { linkPixels, type MarkedSet } from './links.ts';

/** Step in levels that is compressed to one half: strong edges of one scene must not outweigh the mark, which is in all images. */
const softStep = 12;
/** Minimum similarity between an image's steps beneath the mask and those of the others; scenes without a mark stay below it. */
const minLikeness = 0.06;
const signRounds = 4;
/** Correlation of the clean surroundings above which two images show the same scene. */
const sameScene = 0.5;
const minPictures = 3;
/** Minimum and maximum step that counts, in levels: smaller ones are not the outline of a mark, larger ones may be edges of the scene. */
const minOutline = 3;
const maxStep = 40;
/** Slope halfway between an image with the mark and one without. */
const minSlope = 0.5;
/** Minimum number of steps for a decision; with fewer, the mark is hardly visible in an image, which then counts as having it. */
const fewSteps = 60;

/** Returns the luma steps along links, compressed to -1..1 so that strong edges do not dominate. */
function stepsAlong(picture: Uint8Array, pairs: readonly (readonly [number, number])[]): Float32Array {
  const brightness = (i: number) => picture[i * 3]! * 0.3 + picture[i * 3 + 1]! * 0.59 + picture[i * 3 + 2]! * 0.11;
  return Float32Array.from(pairs, ([a, b]) => {
    const step = brightness(b) - brightness(a);
    return step / (Math.abs(step) + softStep);
  });
}

function likeness(a: Float32Array, b: Float32Array): number {
  let [both, left, right] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    both += a[i]! * b[i]!;
    left += a[i]! ** 2;
    right += b[i]! ** 2;
  }
  return both / Math.sqrt(left * right || 1);
}

function sumOf(lists: readonly Float32Array[], signs: readonly number[]): Float32Array {
  const sum = new Float32Array(lists[0]?.length ?? 0);
  for (const [k, list] of lists.entries()) for (let i = 0; i < list.length; i++) sum[i]! += signs[k]! * list[i]!;
  return sum;
}

/** Returns pairs of neighbours that both lie outside the mask. */
function cleanPairs({ width, height, mask }: MarkedSet): [number, number][] {
  const pairs: [number, number][] = [];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (mask[i]) continue;
      if (x + 1 < width && !mask[i + 1]) pairs.push([i, i + 1]);
      if (y + 1 < height && !mask[i + width]) pairs.push([i, i + width]);
    }
  }
  return pairs;
}

/** Drops images of a scene that an earlier image shows. */
function keepScenes(set: MarkedSet): number[] {
  const pairs = cleanPairs(set);
  const steps = set.pictures.map(picture => stepsAlong(picture, pairs));
  const kept: number[] = [];
  for (let k = 0; k < steps.length; k++)
    if (!kept.some(other => likeness(steps[other]!, steps[k]!) > sameScene)) kept.push(k);
  return kept;
}

/** Returns +1 for images that the mark brightens and -1 for those that it darkens: a grey mark can do either. */
function findSigns(steps: readonly Float32Array[]): number[] {
  let signs = steps.map(() => 1);
  for (let round = 0; round < signRounds; round++) {
    const sum = sumOf(steps, signs);
    signs = steps.map(own => (likeness(own, sum) < 0 ? -1 : 1));
  }
  return signs;
}

/**
 * Returns the indices of the images that share a mark; empty if fewer than three do. Compares the luma steps beneath the mask with the sum over the
 * other images. Images in which a shared mark is hardly visible may be omitted.
 */
export function findSharers(set: MarkedSet): number[] {
  const { pixels, from, to } = linkPixels(set);
  const pairs = Array.from(from, (a, l) => [pixels[a]!, pixels[to[l]!]!] as const);
  const steps = set.pictures.map(picture => stepsAlong(picture, pairs));
  let sharers = keepScenes(set);
  while (sharers.length >= minPictures) {
    const present = sharers.map(k => steps[k]!);
    const signs = findSigns(present);
    const sum = sumOf(present, signs);
    const alike = present.map((own, k) =>
      Math.abs(
        likeness(
          own,
          sum.map((value, i) => value - signs[k]! * own[i]!),
        ),
      ),
    );
    const weakest = alike.indexOf(Math.min(...alike));
    if (alike[weakest]! >= minLikeness) return sharers;
    sharers = sharers.filter((_, k) => k !== weakest);
  }
  return [];
}

/**
 * Whether an image has the mark, judged by its steps along the mark's outline. Fits the actual steps to those that the mark explains: the slope is 1
 * with the mark and 0 without it.
 */
export function carriesMark(picture: Uint8Array, set: MarkedSet, field: MarkField): boolean {
  const { pixels, from, to } = linkPixels(set);
  let [both, expectedSquares, outline] = [0, 0, 0];
  for (let l = 0; l < from.length; l++) {
    const a = pixels[from[l]!]!;
    const b = pixels[to[l]!]!;
    const gainStep = field[a * 4]! - field[b * 4]!;
    const gain = (field[a * 4]! + field[b * 4]!) / 2;
    for (let c = 0; c < 3; c++) {
      const [left, right] = [picture[a * 3 + c]! - middle, picture[b * 3 + c]! - middle];
      const shiftStep = field[a * 4 + 1 + c]! - field[b * 4 + 1 + c]!;
      const expected = clip(shiftStep - (gainStep * (left + right)) / 2);
      if (Math.abs(expected) < minOutline) continue;
      outline++;
      both += expected * clip(gain * (left - right));
      expectedSquares += expected * expected;
    }
  }
  return outline < fewSteps || both / expectedSquares > minSlope;
}

const clip = (step: number): number => Math.max(-maxStep, Math.min(maxStep, step));
