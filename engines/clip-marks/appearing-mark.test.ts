// Tests that the frames before a mark appears show what lies beneath it.
import { expect, test } from 'vitest';
import { measureSteps } from './find-shape.ts';
import { type LearntMark, makeOutline } from './learn-mark.ts';
import { createMender } from './mend-frames.ts';
import { halveMask } from './patch.ts';
import { drawMarked, height, middle, white, width } from './test-moving-mark.ts';
import { watchMark } from './watch-frames.ts';

const isPlate = (x: number, y: number) => Math.abs(x - middle.x) < 60 && Math.abs(y - middle.y) < 30;
const appears = 20;
const frames = 44;

function learnPlate(marked: Parameters<typeof measureSteps>[0]): LearntMark {
  const mask = Uint8Array.from({ length: width * height }, (_, i) =>
    isPlate(i % width, Math.floor(i / width)) ? 2 : 0,
  );
  const none = { centre: 0, gain: new Float32Array(0), shift: new Float32Array(0) };
  const outline = makeOutline(measureSteps(marked), mask)!;
  const halfMask = halveMask(mask, width, height);
  return { box: { x: 0, y: 0, w: width, h: height }, mask, halfMask, blends: [none, none, none], outline };
}

test('a plate that appears is not taken for a new scene', async () => {
  const clean = drawMarked(frames, () => undefined);
  const marked = drawMarked(frames, (x, y) => (isPlate(x, y) ? { level: white } : undefined));
  const mender = createMender({ x: 0, y: 0, w: width, h: height }, watchMark(learnPlate(marked)));
  for (let number = 0; number < frames; number++) mender.add((number < appears ? clean : marked)[number]!);
  let guessed = 0;
  const errors: number[] = [];
  for (let number = 0; number <= appears; number++) {
    const mended = await mender.mend(number, async (patch, holes) => {
      guessed += holes.reduce((sum, hole) => sum + hole, 0);
      return patch;
    });
    if (number < appears) expect(mended).toBeUndefined();
    else
      for (const [i, value] of mended!.masks[0].entries())
        if (value) errors.push(Math.abs(mended!.patch[0].data[i]! - clean[number]![0].data[i]!));
  }
  expect(guessed).toBe(0);
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(1.5);
});
