// Rounded delays keep the duration of an animation.
import { expect, test } from 'vitest';
import { roundDelays } from './round-delays.ts';

const sum = (delays: readonly number[]) => delays.reduce((all, delay) => all + delay, 0);

test.each([12, 15, 24, 25, 30, 23.976])('%d frames per second last as long as before', framesPerSecond => {
  const count = Math.round(6 * framesPerSecond);
  const delays = new Array<number>(count).fill(1000 / framesPerSecond);
  for (const format of ['gif', 'webp'] as const) {
    const rounded = roundDelays(delays, format);
    expect(Math.abs(sum(rounded) - sum(delays)), format).toBeLessThanOrEqual(format === 'gif' ? 5 : 0.5);
    expect(Math.max(...rounded) - Math.min(...rounded)).toBeLessThanOrEqual(format === 'gif' ? 10 : 1);
  }
});

test('delays that a format can store stay as they are', () => {
  expect(roundDelays([100, 20, 340], 'gif')).toEqual([100, 20, 340]);
  expect(roundDelays([33, 1, 340], 'webp')).toEqual([33, 1, 340]);
});

test('a GIF frame is never shorter than 20 ms, and later frames make up for it', () => {
  expect(roundDelays([5, 5, 90], 'gif')).toEqual([20, 20, 60]);
});
