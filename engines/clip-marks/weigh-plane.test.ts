// What other frames show of hidden chroma: luma alone tells where they are looked up.
import { expect, test } from 'vitest';
import type { Blend, LearntMark } from './learn-mark.ts';
import { createMender } from './mend-frames.ts';
import { emptyPatch, halveMask, type Patch } from './patch.ts';
import { watchMark } from './watch-frames.ts';

const [width, height] = [160, 96];
const isMarked = Uint8Array.from({ length: width * height }, (_, i) =>
  Math.abs((i % width) - 80) < 20 && Math.abs(Math.floor(i / width) - 48) < 14 ? 2 : 0,
);
const tintAt = (x: number, y: number) => 110 + x * 0.7 + y * 0.3;

/** Draws a sky of one brightness, with grain that wanders, whose colour changes from side to side. */
function drawFrame(number: number): Patch {
  const patch = emptyPatch(width, height);
  for (let i = 0; i < isMarked.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const grain = (((x + 5 * number) * 7919 + (y + 3 * number) * 104729) % 5) - 2;
    patch[0].data[i] = isMarked[i] ? 235 : 60 + grain;
  }
  const half = width / 2;
  for (let i = 0; i < patch[1].data.length; i++) {
    const [x, y] = [i % half, Math.floor(i / half)];
    const isHidden = isMarked[2 * y * width + 2 * x];
    patch[1].data[i] = isHidden ? 128 : Math.round(tintAt(x, y));
    patch[2].data[i] = 128;
  }
  return patch;
}

test('ground of one brightness keeps the colour of its own place', async () => {
  const none: Blend = { centre: 128, gain: new Float32Array(0), shift: new Float32Array(0) };
  const halfMask = halveMask(isMarked, width, height);
  const mark: LearntMark = {
    box: { x: 0, y: 0, w: width, h: height },
    mask: isMarked,
    halfMask,
    blends: [none, none, none],
  };
  const mender = createMender(mark.box, watchMark(mark));
  const frames = 24;
  for (let number = 0; number < frames; number++) mender.add(drawFrame(number));
  let worst = 0;
  for (let number = 0; number < frames; number++) {
    const mended = await mender.mend(number, async patch => patch);
    const { data } = mended!.patch[1];
    for (const [i, hidden] of halfMask.entries())
      if (hidden) worst = Math.max(worst, Math.abs(data[i]! - tintAt(i % (width / 2), Math.floor(i / (width / 2)))));
  }
  expect(worst).toBeLessThan(2.5);
});
