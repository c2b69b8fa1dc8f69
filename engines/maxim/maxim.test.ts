// Tests that the ONNX network made from the package's weights answers what the package's own graph answers in TensorFlow.js.
import { expect, test } from 'vitest';
import { openDeblurring } from './open.ts';
import { maximSide } from './write-maxim.ts';

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
  const restore = await openDeblurring();
  const pattern = Float32Array.from({ length: maximSide * maximSide * 3 }, (_, i) => ((i * 7919) % 256) / 255);
  const answer = await restore!(pattern);
  expect(answer).toHaveLength(pattern.length);
  for (const [place, level] of expected) expect(answer[place]).toBeCloseTo(level, 4);
});
