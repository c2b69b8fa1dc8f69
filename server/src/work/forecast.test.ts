// Progress while a run is silent: it advances ever more slowly and never reaches the step's end. Also the step times that are recorded.
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

test('a share grows evenly until the expected time, then ever more slowly, and is never whole', () => {
  const shares = Array.from({ length: 400 }, (_, tenth) => forecastShare(tenth * 100, 1000));
  const growth = shares.slice(1).map((share, i) => share - shares[i]!);
  expect(shares[0]).toBe(0);
  expect(growth[2]).toBeCloseTo(growth[7]!);
  expect(growth.every((one, i) => one > 0 && (i < 10 || one < growth[i - 1]!))).toBe(true);
  expect(shares.at(-1)).toBeLessThan(1);
});

test('progress advances by the usual time during silence, and stops at the next report', async () => {
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

test("a step's measured time here takes precedence over the usual one", async () => {
  const { forecast, percents } = listen({ cut: 2000 });
  forecast.hear(20, 'working', { until: 60, usualMs: 100_000, name: 'cut' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(percents().at(-1)).toBeCloseTo(20 + 40 * 0.75);
});

test('only named steps that ended are measured, and none that ended at once', async () => {
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

test('a report after the end changes nothing', async () => {
  const { said, forecast } = listen();
  forecast.hear(20, 'working', { until: 60, usualMs: 1000 });
  forecast.end();
  const count = said.length;
  forecast.hear(30, 'working', { until: 60, usualMs: 1000 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toHaveLength(count);
});
