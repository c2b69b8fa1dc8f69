// Beneath an opaque mark, the scene is taken from the frames in which it has moved out from beneath it, however slowly it moves.
import { expect, test } from 'vitest';
import { furthestBeneath } from './find-views.ts';
import type { LearntMark } from './learn-mark.ts';
import { createMender } from './mend-frames.ts';
import { halveMask } from './patch.ts';
import { darkDisc, drawRun, noMark } from './test-moving-mark.ts';
import { watchMark } from './watch-frames.ts';

const size = { width: 264, height: 216 };
const radius = 54;
const distanceFrom = (i: number) => Math.hypot((i % size.width) - 132, Math.floor(i / size.width) - 108);

/** An opaque mark: nothing is known beneath it. */
function hideDisc(): LearntMark {
  const mask = Uint8Array.from({ length: size.width * size.height }, (_, i) => (distanceFrom(i) < radius + 2 ? 2 : 0));
  const none = { centre: 0, gain: new Float32Array(0), shift: new Float32Array(0) };
  const halfMask = halveMask(mask, size.width, size.height);
  return { box: { x: 0, y: 0, w: size.width, h: size.height }, mask, halfMask, blends: [none, none, none] };
}

test('the middle of an opaque mark is filled from frames further away than those used for other marks', async () => {
  const marked = drawRun(60, { ...darkDisc, discRadius: radius - 8, ringRadius: radius }, size);
  const clean = drawRun(60, noMark, size);
  const mender = createMender({ x: 0, y: 0, w: size.width, h: size.height }, watchMark(hideDisc()), furthestBeneath);
  for (const patch of marked) mender.add(patch);
  let guessed = 0;
  const mended = await mender.mend(30, async (patch, holes) => {
    guessed = holes.reduce((sum, hole) => sum + hole, 0);
    return patch;
  });
  expect(guessed).toBe(0);
  const errors = [...mended!.masks[0].keys()]
    .filter(i => mended!.masks[0][i])
    .map(i => Math.abs(mended!.patch[0].data[i]! - clean[30]![0].data[i]!));
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(1.5);
});
