// A slightly wrong estimate of a mark's opacity leaves no outline on flat ground whose brightness changes.
import { expect, test } from 'vitest';
import type { Blend, LearntMark } from './learn-mark.ts';
import { createMender } from './mend-frames.ts';
import { emptyPatch, halveMask, type Patch } from './patch.ts';
import { watchMark } from './watch-frames.ts';

const [width, height] = [112, 80];
const white = 235;
const opacity = { true: 0.45, learnt: 0.37 };
/** The level at which the learnt blend is right. */
const usual = 140;
const frames = 48;

const distances = Float32Array.from({ length: width * height }, (_, i) =>
  Math.hypot((i % width) - 56, Math.floor(i / width) - 40),
);
const isMarked = Uint8Array.from(distances, distance => (distance > 12 && distance < 20 ? 1 : 0));

const learnMark = (): LearntMark => {
  const [size, centre] = [width * height, 128];
  const gain = 1 / (1 - opacity.learnt);
  const marked = (1 - opacity.true) * usual + opacity.true * white;
  const level: Blend = {
    centre,
    gain: new Float32Array(size).fill(gain),
    shift: new Float32Array(size).fill(centre + gain * (marked - centre) - usual),
  };
  const colour = { centre: 128, gain: new Float32Array(size / 4).fill(1), shift: new Float32Array(size / 4) };
  const halfMask = halveMask(isMarked, width, height);
  return { box: { x: 0, y: 0, w: width, h: height }, mask: isMarked, halfMask, blends: [level, colour, colour] };
};

const groundOf = (number: number) => usual - 36 + 1.5 * number;

/** Draws flat ground, with an encoder's ringing beside the mark. */
function drawFrame(number: number): Patch {
  const patch = emptyPatch(width, height);
  for (const plane of [patch[1], patch[2]]) plane.data.fill(128);
  const ground = groundOf(number);
  for (const [i, distance] of distances.entries()) {
    const isBeside = distance <= 12 ? distance > 8 : distance >= 20 && distance < 24;
    const ringing = isBeside ? ((i * 7919 + number * 104729) % 7) - 3 : 0;
    const level = isMarked[i] ? (1 - opacity.true) * ground + opacity.true * white : ground + ringing;
    patch[0].data[i] = Math.round(level);
  }
  return patch;
}

test('a mark whose opacity was learnt slightly wrong leaves no ring on flat ground that grows brighter', async () => {
  const mender = createMender({ x: 0, y: 0, w: width, h: height }, watchMark(learnMark()));
  for (let number = 0; number < frames; number++) mender.add(drawFrame(number));
  const worst: number[] = [];
  for (let number = 0; number < frames; number++) {
    const mended = await mender.mend(number, async patch => patch);
    const levels = mended!.patch[0].data;
    let sum = 0;
    for (const [i, marked] of isMarked.entries()) if (marked) sum += levels[i]! - groundOf(number);
    worst.push(Math.abs(sum / isMarked.reduce((total, marked) => total + marked, 0)));
  }
  expect(Math.max(...worst)).toBeLessThan(1);
});
