// Time estimates from measured runs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTables } from '../../testing/server.ts';
import { estimateLeft, estimateMs, expectMs } from './pace.ts';
import { recordSample } from './pace-queries.ts';

let tables: Awaited<ReturnType<typeof makeTables>>;
beforeAll(async () => {
  tables = await makeTables();
});
afterAll(() => tables.drop());

test('without measurements there is no estimate', () => {
  expect(estimateMs(undefined, 1000)).toBeNull();
  expect(estimateLeft({ elapsedMs: 100, expectedMs: null, progress: 40, startPercent: 40 })).toBeNull();
});

test('runs that lie on a line are extrapolated along it', async () => {
  const { database } = tables.postgres;
  for (const bytes of [1e5, 5e5, 1e6, 4e6]) await recordSample(database, 'line', bytes, 20 + bytes / 1e4);
  expect(await expectMs(database, 'line', 2e6)).toBe(220);
  expect(await expectMs(database, 'line', 8e6)).toBe(820);
});

test('with equal sizes, time is assumed proportional to size, and no estimate is negative', async () => {
  const { database } = tables.postgres;
  for (let index = 0; index < 5; index++) await recordSample(database, 'same', 1e6, 300);
  expect(await expectMs(database, 'same', 1e6)).toBe(300);
  expect(await expectMs(database, 'same', 2e6)).toBe(600);
  for (const bytes of [1e6, 2e6]) await recordSample(database, 'falling', bytes, 3e9 / bytes);
  expect(await expectMs(database, 'falling', 1e8)).toBeGreaterThanOrEqual(0);
});

test('the estimate follows a machine that became faster within a few runs', async () => {
  const { database } = tables.postgres;
  for (let index = 0; index < 100; index++) await recordSample(database, 'upgrade', 1e6, 1000);
  for (let index = 0; index < 100; index++) await recordSample(database, 'upgrade', 1e6, 100);
  expect(await expectMs(database, 'upgrade', 1e6)).toBeLessThan(250);
});

test('the remaining time moves from expectation to observation, and an overdue task never counts as almost done', () => {
  const left = (elapsedMs: number, progress: number) =>
    estimateLeft({ elapsedMs, expectedMs: 10_000, progress, startPercent: 40 });
  expect(left(0, 40)).toBe(10);
  expect(left(5000, 70)).toBe(5);
  expect(left(12_000, 40)).toBeNull();
  expect(left(12_000, 70)).toBe(12);
});

test('a quick first step is not extrapolated to the whole run', () => {
  const left = (elapsedMs: number, expectedMs: number | null, progress = 46) =>
    estimateLeft({ elapsedMs, expectedMs, progress, startPercent: 40 });
  expect(left(4000, null)).toBeNull();
  expect(left(4000, 2000)).toBeLessThanOrEqual(4);
  expect(left(8000, 2000)).toBeLessThanOrEqual(6);
  expect(left(8000, null, 70)).toBe(8);
});
