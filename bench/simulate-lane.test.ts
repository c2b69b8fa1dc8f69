// The simulated queue against what theory says of queues that can be computed by hand.

import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { mean } from './numbers.ts';
import { drawArrivals, simulateLane } from './simulate-lane.ts';

test('waits of a lane with one place and equal tasks are those of the formula of Pollaczek and Khinchine', () => {
  const random = mulberry32(1);
  const arrivals = drawArrivals(() => 0.7, { seconds: 200_000, highest: 0.7, random });
  const waits = simulateLane({ kinds: [{ share: 1, seconds: [1] }], places: 1, arrivals, random });
  // load² × (1 + variation²) / (2 × rate × (1 - load)), with no variation.
  expect(Math.abs(mean(waits) / (0.7 ** 2 / (2 * 0.7 * 0.3)) - 1)).toBeLessThan(0.05);
});

test('two places serve two tasks at once, in the order in which tasks come', () => {
  const plan = { kinds: [{ share: 1, seconds: [10] }], arrivals: [0, 1, 2, 3], random: mulberry32(1) };
  expect(simulateLane({ ...plan, places: 2 })).toEqual([0, 0, 8, 8]);
  expect(simulateLane({ ...plan, places: 1 })).toEqual([0, 9, 18, 27]);
});

test('arrivals follow a rate that changes', () => {
  const rateAt = (second: number) => (second < 5000 ? 1 : 3);
  const arrivals = drawArrivals(rateAt, { seconds: 10_000, highest: 3, random: mulberry32(2) });
  const early = arrivals.filter(at => at < 5000).length;
  expect(Math.abs(early / 5000 - 1)).toBeLessThan(0.05);
  expect(Math.abs((arrivals.length - early) / 15_000 - 1)).toBeLessThan(0.05);
});
