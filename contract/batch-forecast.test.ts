// The forecast of a batch, on batches whose every start and end is known.
import { expect, test } from 'vitest';
import { type BatchRun, forecastBatch } from './batch-forecast.ts';

interface Simulated {
  readonly sentAt: number;
  readonly beganAt: number;
  readonly endedAt: number;
  readonly weight: number;
}

/** Runs files on a number of children, one after the other. `ms` tells how long a file takes that begins at a moment. */
function simulate(weights: readonly number[], width: number, ms: (weight: number, at: number) => number): Simulated[] {
  const free = Array.from({ length: width }, () => 0);
  return weights.map(weight => {
    const child = free.indexOf(Math.min(...free));
    const beganAt = free[child]!;
    free[child] = beganAt + ms(weight, beganAt);
    return { sentAt: 0, beganAt, endedAt: free[child]!, weight };
  });
}

/** The batch as it stands at a moment. */
const seenAt = (runs: readonly Simulated[], now: number): BatchRun[] =>
  runs.map(({ sentAt, beganAt, endedAt, weight }) => ({
    sentAt,
    weight,
    ...(beganAt <= now && { beganAt }),
    ...(endedAt <= now && { endedAt }),
  }));

const endOf = (runs: readonly Simulated[]) => Math.max(...runs.map(run => run.endedAt));
/** The moment after the n-th end. */
const afterEnd = (runs: readonly Simulated[], nth: number) =>
  runs.map(run => run.endedAt).sort((a, b) => a - b)[nth - 1]!;

/** An error of fewer seconds at the end of a batch does not matter, however large a part of the time left it is. */
const fewSeconds = 3;

/** The largest error of the forecast, as a fraction of the time left, from the third end until `untilEnd`. */
function worstError(runs: readonly Simulated[], untilEnd: number): number {
  const [from, until] = [afterEnd(runs, 3), afterEnd(runs, untilEnd)];
  let worst = 0;
  for (let now = from; now < until; now += 200) {
    const left = (endOf(runs) - now) / 1000;
    const error = Math.abs(forecastBatch(seenAt(runs, now), now)! - left);
    if (error > fewSeconds) worst = Math.max(worst, error / left);
  }
  return worst;
}

const same = (count: number) => Array.from({ length: count }, () => 1);
/** Seconds of files of one size on a machine that does other things as well. */
const uneven = [11.6, 14.1, 12.9, 16.8, 13.3, 15.2, 12.1, 17.4, 14.8, 13.9, 12.6, 16.1, 14.4, 13.2, 15.7];

test('nothing is forecast before two files have ended, nor after the last', () => {
  const runs = simulate(same(5), 1, () => 10_000);
  expect(forecastBatch(seenAt(runs, 19_000), 19_000)).toBeUndefined();
  expect(forecastBatch(seenAt(runs, 20_000), 20_000)).toBeCloseTo(30, 0);
  expect(forecastBatch(seenAt(runs, 50_000), 50_000)).toBeUndefined();
});

test.each([1, 2, 4])(
  'after the third of 15 files the forecast is within 40 % with %i at once, whatever else the machine does',
  width => {
    const steady = simulate(same(15), width, () => 10_000);
    let taken = 0;
    const busy = simulate(same(15), width, () => uneven[taken++]! * 1000);
    expect(worstError(steady, 13)).toBeLessThan(0.4);
    expect(worstError(busy, 13)).toBeLessThan(0.4);
  },
);

test('files of different sizes count by their size', () => {
  const weights = [1, 4, 2, 8, 1, 6, 2, 9, 3, 1, 7, 2, 5, 4, 8];
  const runs = simulate(weights, 2, weight => weight * 3000);
  expect(worstError(runs, 13)).toBeLessThan(0.4);
});

test('a machine that becomes twice as slow is followed within a few files', () => {
  const runs = simulate(same(40), 2, (_, at) => (at < 60_000 ? 10_000 : 20_000));
  const now = afterEnd(runs, 24);
  expect(forecastBatch(seenAt(runs, now), now)! / ((endOf(runs) - now) / 1000)).toBeCloseTo(1, 0);
});

test('between two ends the forecast falls, and does not run out while a file is late', () => {
  const runs = simulate([1, 1, 1, 1, 1, 1], 1, (_, at) => (at < 30_000 ? 10_000 : 60_000));
  const at = (now: number) => forecastBatch(seenAt(runs, now), now)!;
  const told = [30_000, 32_000, 34_000, 36_000, 38_000].map(at);
  expect(told).toEqual([...told].sort((a, b) => b - a));
  expect(at(80_000)).toBeGreaterThan(15);
});

test('the last file of a batch takes as long as the others, however long it has run', () => {
  const runs = simulate(same(11), 1, () => 6500);
  const now = afterEnd(runs, 10);
  expect(forecastBatch(seenAt(runs, now), now)).toBeCloseTo(6.5, 1);
});

test('turns of others between the files count', () => {
  // Every other turn of the only child is another sender's.
  const runs = simulate(same(12), 1, () => 20_000).map(run => ({ ...run, endedAt: run.beganAt + 10_000 }));
  const now = afterEnd(runs, 4) + 5000;
  expect(forecastBatch(seenAt(runs, now), now)! / ((endOf(runs) - now) / 1000)).toBeCloseTo(1, 0);
});

test('files that ended before the others were sent do not count', () => {
  const earlier = simulate(same(6), 1, () => 1000);
  const later = simulate(same(6), 1, () => 10_000).map(run => ({
    ...run,
    sentAt: 600_000,
    beganAt: run.beganAt + 600_000,
    endedAt: run.endedAt + 600_000,
  }));
  const now = 630_000;
  expect(forecastBatch([...earlier, ...seenAt(later, now)], now)).toBeCloseTo(30, 0);
});
