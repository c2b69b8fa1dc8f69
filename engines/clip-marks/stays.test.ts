// Before a camera that does not move, frames beside a mark's stay tell the mark from the scene, show what lies beneath it, and confirm its blend.
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { isBlendConfirmed, leavesRemainder } from './confirm-blend.ts';
import { type LearntMark, makeOutline } from './learn-mark.ts';
import { lookForShape } from './look-for-shape.ts';
import { createMender } from './mend-frames.ts';
import { copyPatch, halveMask, type Patch } from './patch.ts';
import { darkDisc, distanceAt, drawRun, height, noMark, opacity, white, width } from './test-moving-mark.ts';
import { furthestBeside, watchMark } from './watch-frames.ts';

const box = { x: 0, y: 0, w: width, h: height };
const isMark = (i: number) => distanceAt(i % width, Math.floor(i / width)) < darkDisc.ringRadius;
const disc = Uint8Array.from({ length: width * height }, (_, i) => (isMark(i) ? 2 : 0));

/** Frames of a scene that does not move, with some noise. */
function drawStill(count: number, mark: typeof darkDisc, seed: number): Patch[] {
  const random = mulberry32(seed);
  const [frame] = drawRun(1, mark);
  return Array.from({ length: count }, () => {
    const patch = copyPatch(frame!);
    for (const { data } of patch) for (let i = 0; i < data.length; i++) data[i]! += Math.round(random() * 2 - 1);
    return patch;
  });
}

const marked = drawStill(30, darkDisc, 1);
const clean = drawStill(12, noMark, 2);
const searched = new Uint8Array(width * height);
for (let y = 12; y < 92; y++) searched.fill(1, y * width + 32, y * width + 136);

function countShape(beside?: { before: Patch[]; after: Patch[] }) {
  const { mask } = lookForShape([marked], searched, beside)!.found;
  let [inside, outside] = [0, 0];
  for (const [i, value] of mask.entries()) {
    if (!value) continue;
    if (isMark(i)) inside++;
    else outside++;
  }
  return { inside, outside };
}

test('the shape is what the frames beside the stay do not show', () => {
  const all = disc.reduce((sum, value) => sum + (value ? 1 : 0), 0);
  expect(countShape().outside).toBeGreaterThan(all);
  for (const beside of [
    { before: clean, after: [] },
    { before: marked.slice(0, 4), after: clean },
  ]) {
    const { inside, outside } = countShape(beside);
    expect(inside).toBeGreaterThan(0.97 * all);
    expect(outside).toBeLessThan(0.5 * all);
  }
});

test('frames that carry the mark, because the times are not exact, do not hide it', () => {
  expect(countShape({ before: marked.slice(0, 6), after: marked.slice(0, 6) })).toEqual(countShape());
});

/** The mark of the disc with this opacity. */
function markOf(share: number, value: 1 | 2): LearntMark {
  const mask = disc.map(flag => (flag ? value : 0));
  const halfMask = halveMask(mask, width, height);
  const levelAt = (i: number) =>
    distanceAt(i % width, Math.floor(i / width)) < darkDisc.discRadius ? darkDisc.discLevel : white;
  const gain = Float32Array.from(mask, flag => (flag ? 1 / (1 - share) : 1));
  const shift = Float32Array.from(mask, (flag, i) => (flag ? (gain[i]! - 1) * levelAt(i) : 0));
  const none = {
    centre: 128,
    gain: new Float32Array(halfMask.length).fill(1),
    shift: new Float32Array(halfMask.length),
  };
  const edges = makeOutline(lookForShape([marked], searched, { before: [], after: clean })!.steps, mask);
  return { box, mask, halfMask, blends: [{ centre: 0, gain, shift }, none, none], edges };
}

test('a blend is confirmed or not by the frames beside the stay', () => {
  const beside = { before: [], after: clean };
  expect(isBlendConfirmed(markOf(opacity, 1), marked, beside)).toBe(true);
  expect(isBlendConfirmed(markOf(0.5, 1), marked, beside)).toBe(false);
  expect(isBlendConfirmed(markOf(0.5, 1), marked, { before: marked, after: [] })).toBe(true);
});

test('a remainder of the mark is seen in what was restored', () => {
  expect(leavesRemainder(markOf(opacity, 1), marked[0]!)).toBe(false);
  expect(leavesRemainder(markOf(0.1, 1), marked[0]!)).toBe(true);
});

test('an opaque mark is filled with what the frames beside its stay show', async () => {
  const [before, stay] = [40, 30];
  const frames = [...drawStill(before, noMark, 3), ...drawStill(stay, darkDisc, 4), ...drawStill(40, noMark, 5)];
  const watch = watchMark(markOf(opacity, 2), [before, before + stay]);
  const mender = createMender(box, watch, 100);
  for (const frame of frames) mender.add(frame);
  const errors: number[] = [];
  for (let number = before; number < before + stay; number++) {
    const mended = (await mender.mend(number, () => Promise.reject(new Error('nothing is to be guessed'))))!;
    for (const [i, value] of mended.masks[0].entries())
      if (value) errors.push(Math.abs(mended.patch[0].data[i]! - clean[0]![0].data[i]!));
  }
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(1.5);
  expect(furthestBeside).toBeLessThan(before);
});
