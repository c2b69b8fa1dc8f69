// Whether an expanded image is doubted: a visible step, a foreign thing, a subject that the frame cuts; and that plain ground is not.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { xorshift32 } from 'contract/random.ts';
import { beforeAll, expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import type { RawPixels } from '../formats/decode-dib.ts';
import { measureRepeats } from '../inpaint/signs/find-repeats.ts';
import { measureSteps } from '../inpaint/signs/find-steps.ts';
import type { Canvas } from '../inpaint/signs/shrink-canvas.ts';
import { writeRedFinder } from '../matte/test-matte-network.ts';
import { sharp } from '../sharp.ts';
import { isUnsure } from './doubt.ts';
import { expand } from './expand.ts';

const [across, down, added] = [240, 160, 60];

/** An image that goes on at the right with what is `shift` pixels to the left, changed by `lift` grey levels. */
function copyRight(shift: number, lift: number, colourAt: (x: number, y: number) => number): Canvas {
  const width = across + added;
  const colours = new Uint8Array(width * down * 3);
  const sources = new Int32Array(width * down).fill(-1);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < width; x++) {
      const isNew = x >= across;
      const value = isNew ? colourAt(x - shift, y) + lift : colourAt(x, y);
      colours.fill(Math.round(value), (y * width + x) * 3, (y * width + x) * 3 + 3);
      if (isNew) sources[y * width + x] = y * width + x - shift;
    }
  return { width, height: down, inner: { left: 0, top: 0, width: across, height: down }, colours, sources };
}

function makeNoise(levels: number): (x: number, y: number) => number {
  const random = xorshift32(7);
  const values = Float32Array.from({ length: across * down }, () => 120 + (random() - 0.5) * levels);
  return (x, y) => values[y * across + x]!;
}

test('a copied object is a repetition, copied texture is none', () => {
  const noise = makeNoise(120);
  const isCup = (x: number, y: number) => (x - 200) ** 2 + (y - 80) ** 2 < 20 ** 2;
  const cup = (x: number, y: number) => (isCup(x, y) ? (x < 200 ? 250 : 10) : noise(x, y));
  expect(measureRepeats(copyRight(60, 0, noise))).toBeLessThan(10);
  expect(measureRepeats(copyRight(60, 0, cup))).toBeGreaterThan(25);
  expect(measureRepeats(copyRight(150, 0, cup))).toBeLessThan(10);
});

test('a step of four levels is visible on a plain wall and hidden by texture', () => {
  const wall = makeNoise(2);
  expect(measureSteps(copyRight(60, 0, wall))).toBeLessThan(0.3);
  expect(measureSteps(copyRight(60, 4, wall))).toBeGreaterThan(0.45);
  expect(measureSteps(copyRight(60, 4, makeNoise(60)))).toBeLessThan(0.3);
});

test('what looks like nothing beside it is doubted, the sooner the more steps there are', () => {
  const subject = { cut: 0, copied: 0 };
  expect(isUnsure({ steps: 0, foreign: 0.6, subject })).toBe(false);
  expect(isUnsure({ steps: 0, foreign: 0.68, subject })).toBe(true);
  expect(isUnsure({ steps: 1, foreign: 0.4, subject })).toBe(false);
  expect(isUnsure({ steps: 1, foreign: 0.5, subject })).toBe(true);
});

test('strips that are too narrow to be looked at are doubted for their steps', () => {
  const subject = { cut: 0, copied: 0 };
  expect(isUnsure({ steps: 0.4, foreign: undefined, subject })).toBe(false);
  expect(isUnsure({ steps: 0.5, foreign: undefined })).toBe(true);
});

test('a subject that is copied although no frame cuts it is doubted, and one that continues is not', () => {
  const signs = { steps: 0, foreign: 0.4 };
  expect(isUnsure(signs)).toBe(false);
  expect(isUnsure({ ...signs, subject: { cut: 0.1, copied: 0.12 } })).toBe(false);
  expect(isUnsure({ ...signs, subject: { cut: 0.02, copied: 0.12 } })).toBe(true);
});

let matteFile: string;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doubt-'));
  matteFile = join(folder, 'red.onnx');
  await writeRedFinder(matteFile);
  return () => rm(folder, { recursive: true });
});

/** Grey ground with grain and, if `reach` is not 0, a red bar of that height that ends at the right side. */
function drawBar(reach: number): RawPixels {
  const noise = makeNoise(8);
  const data = new Uint8Array(across * down * 3);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const isBar = x > 150 && Math.abs(y - 80) < reach / 2;
      const grey = noise(x, y);
      data.set(isBar ? [220, 20, 20] : [grey, grey, grey], (y * across + x) * 3);
    }
  return { data, width: across, height: down, channels: 3 };
}

test('a subject that the frame cuts is doubted on that side only', async () => {
  const none = { left: 0, right: 0, top: 0, bottom: 0 };
  const cut = await expand(drawBar(60), { ...none, right: 20 }, { judges: true, matteFile });
  expect(cut.signs!.subject?.cut).toBeCloseTo(60 / down, 1);
  expect(isUnsure(cut.signs!)).toBe(true);
  const beside = await expand(drawBar(60), { ...none, left: 20 }, { judges: true, matteFile });
  expect(beside.signs!.subject).toEqual({ cut: 0, copied: 0 });
  expect(isUnsure(beside.signs!)).toBe(false);
});

test('the sea is continued without doubt, a table full of things is not', async () => {
  const judge = async (photo: string) => {
    const { data, info } = await sharp(photo)
      .resize(300, 200, { fit: 'cover' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const sides = { left: 50, right: 0, top: 0, bottom: 0 };
    return (await expand({ data, width, height, channels: 3 }, sides, { judges: true, matteFile })).signs!;
  };
  expect(isUnsure(await judge(photos.sea))).toBe(false);
  expect(isUnsure(await judge(photos.map))).toBe(true);
});

test('icons, and results that nobody asks to judge, have no signs', async () => {
  const bar = drawBar(20);
  const sides = { left: 0, right: 20, top: 0, bottom: 0 };
  expect((await expand(bar, sides)).signs).toBeUndefined();
  const icon = { data: bar.data.subarray(0, 40 * 40 * 3), width: 40, height: 40, channels: 3 } as const;
  expect((await expand(icon, { ...sides, right: 8 }, { judges: true, matteFile })).signs).toBeUndefined();
});
