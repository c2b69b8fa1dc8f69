// A mark that jumps is completed at one place by what is found at another, and found at times at which nothing was.
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import type { Box } from '../patch.ts';
import type { SampledClip } from './sampled-clip.ts';
import { shareStays } from './share-stays.ts';

const [width, height, count, hertz] = [200, 110, 24, 3];
const seconds = count / hertz;
const places: readonly (readonly [x: number, y: number])[] = [
  [20, 10],
  [130, 80],
  [40, 60],
];
const [across, down, square] = [48, 20, 4];

/** Frames of noise that changes, with the same picture of squares at three places, a third of the time each. */
function drawFrames(): Uint8Array[] {
  const random = mulberry32(4);
  const mark = Array.from({ length: (across * down) / square ** 2 }, () => (random() < 0.5 ? 20 : 235));
  return Array.from({ length: count }, (_, k) => {
    const luma = Uint8Array.from({ length: width * height }, () => 100 + 60 * random());
    const [left, top] = places[Math.floor((k * places.length) / count)]!;
    for (let y = 0; y < down; y++)
      for (let x = 0; x < across; x++)
        luma[(top + y) * width + left + x] = mark[Math.floor(y / square) * (across / square) + Math.floor(x / square)]!;
    return luma;
  });
}

const clip = { lumas: drawFrames(), width, height, hertz, seconds } as unknown as SampledClip;
const [first, second, third] = places.map(([x, y]): Box => ({ x, y, w: across, h: down }));
const timesOf = (turn: number) => ({ start: (turn * seconds) / 3, end: ((turn + 1) * seconds) / 3 });

const contains = (outer: Box, inner: Box, slack = 1) =>
  outer.x <= inner.x + slack &&
  outer.y <= inner.y + slack &&
  outer.x + outer.w >= inner.x + inner.w - slack &&
  outer.y + outer.h >= inner.y + inner.h - slack;

test('a part of a mark is completed, and a stay without a find is found', () => {
  const half = { ...second!, y: second!.y + 10, h: 10 };
  const stays = shareStays(
    [
      { box: first!, ...timesOf(0) },
      { box: half, ...timesOf(1) },
    ],
    clip,
  );
  expect(stays).toHaveLength(3);
  for (const [turn, wanted] of [first!, second!, third!].entries()) {
    const { box, start, end } = stays.find(one => contains(one.box, wanted))!;
    expect(box.w * box.h).toBeLessThan(1.5 * wanted.w * wanted.h);
    expect(Math.abs(start - timesOf(turn).start) + Math.abs(end - timesOf(turn).end)).toBeLessThan(0.7);
  }
});

test('what two places show is added, though neither was found whole', () => {
  const left = (box: Box) => ({ ...box, x: box.x + 24, w: 24 });
  const stays = shareStays(
    [
      { box: left(first!), ...timesOf(0) },
      { box: left(second!), ...timesOf(1) },
    ],
    clip,
  );
  expect(contains(stays[0]!.box, first!, 2)).toBe(true);
  expect(contains(stays[1]!.box, second!, 2)).toBe(true);
});

test('a mark that stays, and two different ones, are left as they are', () => {
  const steady = { box: first!, start: 0, end: seconds };
  const others = [
    { box: { x: 90, y: 20, w: 40, h: 20 }, ...timesOf(0) },
    { box: { x: 150, y: 40, w: 40, h: 20 }, ...timesOf(1) },
  ];
  expect(shareStays([steady, ...others], clip)).toEqual([steady, ...others]);
});
