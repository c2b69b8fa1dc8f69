// How progress moves while a run is silent: on and on, slower, never to the step's end; and what is learned from it.
import type { Stage } from 'contract/stages.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createForecast, forecastShare } from './forecast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen(known: Record<string, number> = {}) {
  const said: [number, Stage][] = [];
  const forecast = createForecast({
    report: (percent, stage) => said.push([percent, stage]),
    expectMs: async step => known[step] ?? null,
  });
  return { said, forecast, percents: () => said.map(([percent]) => percent) };
}

test('a share grows evenly until its time is over, then less and less, and is never whole', () => {
  const shares = Array.from({ length: 400 }, (_, tenth) => forecastShare(tenth * 100, 1000));
  const growth = shares.slice(1).map((share, i) => share - shares[i]!);
  expect(shares[0]).toBe(0);
  expect(growth[2]).toBeCloseTo(growth[7]!);
  expect(growth.every((one, i) => one > 0 && (i < 10 || one < growth[i - 1]!))).toBe(true);
  expect(shares.at(-1)).toBeLessThan(1);
});

test('it moves on by the usual time while nothing is said, and stops with the next word', async () => {
  const { said, forecast, percents } = listen();
  forecast.hear(20, 'working', { until: 60, usualMs: 10_000 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(percents().at(-1)).toBeCloseTo(20 + 40 * 0.75 * 0.5);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(percents().at(-1)).toBeGreaterThan(58);
  expect(Math.max(...percents())).toBeLessThan(60);
  expect(percents()).toEqual(percents().toSorted((a, b) => a - b));
  forecast.hear(60, 'writing');
  const count = said.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toHaveLength(count);
  expect(said.at(-1)).toEqual([60, 'writing']);
});

test('what the step took here before counts more than what is usual', async () => {
  const { forecast, percents } = listen({ cut: 2000 });
  forecast.hear(20, 'working', { until: 60, usualMs: 100_000, name: 'cut' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(percents().at(-1)).toBeCloseTo(20 + 40 * 0.75);
});

test('only named steps that were seen to their end are measured, and none that were over at once', async () => {
  const { forecast } = listen();
  forecast.hear(0, 'reading', { until: 10, usualMs: 1000, name: 'open' });
  await vi.advanceTimersByTimeAsync(20);
  forecast.hear(10, 'working', { until: 50, usualMs: 1000, name: 'cut' });
  await vi.advanceTimersByTimeAsync(3000);
  forecast.hear(50, 'working', { until: 60, usualMs: 1000 });
  await vi.advanceTimersByTimeAsync(3000);
  forecast.hear(60, 'working', { until: 90, usualMs: 1000, name: 'write' });
  await vi.advanceTimersByTimeAsync(3000);
  forecast.end();
  expect(forecast.measured).toEqual([{ step: 'cut', ms: 3000 }]);
});

test('a word that comes after the end moves nothing any more', async () => {
  const { said, forecast } = listen();
  forecast.hear(20, 'working', { until: 60, usualMs: 1000 });
  forecast.end();
  const count = said.length;
  forecast.hear(30, 'working', { until: 60, usualMs: 1000 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toHaveLength(count);
});
