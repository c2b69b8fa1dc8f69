// Tests that the ONNX network made from the package's weights answers what the package's own graph answers in TensorFlow.js, and that the smaller
// network for probing undoes the same motion.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { fitKernel } from '../pixels/fit-kernel.ts';
import { cutMiddle } from '../test-photos.ts';
import { findDeblurring } from './open.ts';

/** Levels at some places of the answer after two stages, as TensorFlow.js computes them for the pattern below. */
const expected: readonly (readonly [place: number, level: number])[] = [
  [0, -0.018278],
  [1, 0.937161],
  [2, 0.878202],
  [98_304, -0.033765],
  [98_305, 0.911976],
  [98_306, 0.872827],
  [50_001, 0.622301],
  [123_456, 0.803888],
  [150_000, -0.009973],
  [196_605, 0.198824],
  [196_606, 0.129554],
  [196_607, 0.061996],
];

test('two stages answer as in TensorFlow.js', { timeout: 600_000 }, async () => {
  const { side, restore } = await findDeblurring()!.whole.open();
  const pattern = Float32Array.from({ length: side * side * 3 }, (_, i) => ((i * 7919) % 256) / 255);
  const answer = await restore(pattern);
  expect(answer).toHaveLength(pattern.length);
  for (const [place, level] of expected) expect(answer[place]).toBeCloseTo(level, 4);
});

test('the probe, with a quarter of the pixels and one stage, undoes a motion', { timeout: 600_000 }, async () => {
  const { side, restore } = await findDeblurring()!.probe.open();
  const { data } = await cutMiddle(photos.manCap, side, side + 12);
  const smeared = Float32Array.from({ length: side * side * 3 }, (_, i) => {
    let sum = 0;
    for (let step = 0; step < 12; step++) sum += data[i + step * side * 3]!;
    return sum / 12 / 255;
  });
  const answer = await restore(smeared);
  const greenOf = (levels: Float32Array) => ({ data: levels.filter((_, i) => i % 3 === 1), width: side, height: side });
  const fit = fitKernel(greenOf(smeared), greenOf(answer));
  expect(fit.explained).toBeGreaterThan(0.5);
  expect(fit.length).toBeGreaterThan(10);
  expect(fit.length).toBeLessThan(18);
  expect(Math.abs(fit.degrees - 90)).toBeLessThan(15);
});
