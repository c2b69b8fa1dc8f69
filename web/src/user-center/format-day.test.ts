// Tests that a date without a time is a whole day for the reader, in whichever time zone.
import { afterEach, expect, test, vi } from 'vitest';
import { formatDay, formatEnd, formatStart } from './format-day.ts';

afterEach(() => void vi.unstubAllEnvs());

// A coupon of a shop in Shanghai, from the first moment of 1 November to the last second of 30 November there.
const first = new Date('2099-10-31T16:00:00Z');
const last = new Date('2099-11-30T15:59:59Z');

test.each([
  ['Asia/Shanghai', '2099-11-01', '2099-11-30'],
  ['UTC', '2099-10-31 16:00', '2099-11-30 15:59'],
  ['America/Los_Angeles', '2099-10-31 09:00', '2099-11-30 07:59'],
  ['Pacific/Auckland', '2099-11-01 05:00', '2099-12-01 04:59'],
])('in %s from %s to %s', (zone, from, to) => {
  vi.stubEnv('TZ', zone);
  expect([formatStart(first), formatEnd(last)]).toEqual([from, to]);
});

test('the time of a start that has passed is left out, and midnight ends the day before', () => {
  vi.stubEnv('TZ', 'UTC');
  expect(formatStart(new Date('2020-05-05T10:30:00Z'))).toBe('2020-05-05');
  expect(formatEnd(new Date('2099-12-01T00:00:00Z'))).toBe('2099-11-30');
  expect(formatDay(new Date('2099-12-01T00:00:00Z'))).toBe('2099-12-01');
});
