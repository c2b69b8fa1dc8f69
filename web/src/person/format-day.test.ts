// Tests that days are those of the product's time zone, in whichever zone the browser is.
import { afterEach, expect, test, vi } from 'vitest';
import { formatDay, formatEnd } from './format-day.ts';

afterEach(() => void vi.unstubAllEnvs());

// The last second of 30 November in Shanghai.
const last = new Date('2099-11-30T15:59:59Z');

test.each(['Asia/Shanghai', 'UTC', 'America/Los_Angeles', 'Pacific/Auckland'])('in a browser in %s', zone => {
  vi.stubEnv('TZ', zone);
  expect([formatDay(last), formatEnd(last)]).toEqual(['2099-11-30', '2099-11-30']);
  // Midnight ends the day before.
  const midnight = new Date('2099-11-30T16:00:00Z');
  expect([formatDay(midnight), formatEnd(midnight)]).toEqual(['2099-12-01', '2099-11-30']);
});
