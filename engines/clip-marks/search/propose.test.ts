// A logo before a camera that does not move is proposed with the writing beside it, and not where a mark is shown for some time only.
import { expect, test } from 'vitest';
import { addLogos, type JudgedText } from './propose.ts';
import type { SampledClip } from './sampled-clip.ts';

const clip = { seconds: 8 } as SampledClip;
const logo = { box: { x: 40, y: 20, w: 60, h: 40 }, chance: 0.9 };
const lineAt = (x: number, y: number, isInBoth = true) =>
  ({ found: { box: { x, y, w: 80, h: 20 }, angle: 0, isInBoth } }) as JudgedText;

test('writing beside a logo belongs to it, other writing and what only one picture shows do not', () => {
  const texts = [lineAt(110, 30), lineAt(300, 30), lineAt(40, 70, false)];
  expect(addLogos([], texts, [logo], clip)).toEqual([{ box: { x: 40, y: 20, w: 150, h: 40 }, start: 0, end: 8 }]);
});

test('a logo joins the writing that is proposed where it is', () => {
  const [beneath, elsewhere] = [
    { box: { x: 90, y: 50, w: 30, h: 20 }, start: 0, end: 8 },
    { box: { x: 400, y: 200, w: 90, h: 20 }, start: 0, end: 8 },
  ];
  expect(addLogos([beneath, elsewhere], [], [logo], clip)).toEqual([
    elsewhere,
    { box: { x: 40, y: 20, w: 80, h: 50 }, start: 0, end: 8 },
  ]);
});

test('a mark that is shown for some time keeps its box and its times', () => {
  const brief = { box: { x: 104, y: 20, w: 90, h: 30 }, start: 0, end: 4 };
  expect(addLogos([brief], [], [logo], clip)).toEqual([brief]);
});
