// Tests the first and last moments of days in several time zones, also on days when clocks change.
import { expect, test } from 'vitest';
import { dayIn } from '../person/format-day.ts';
import { endOfDay, startOfDay } from './zone-day.ts';

const write = (at: number) => new Date(at).toISOString();

test.each([
  ['Asia/Shanghai', '2026-11-30', '2026-11-29T16:00:00.000Z', '2026-11-30T15:59:59.000Z'],
  ['UTC', '2026-12-31', '2026-12-31T00:00:00.000Z', '2026-12-31T23:59:59.000Z'],
  ['Asia/Kathmandu', '2026-02-28', '2026-02-27T18:15:00.000Z', '2026-02-28T18:14:59.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', '2026-01-01T09:59:59.000Z'],
  ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z', '2026-01-02T10:59:59.000Z'],
  // 25 hours.
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.000Z'],
  // Starts at one o'clock.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.000Z'],
])('%s: %s', (timeZone, day, first, last) => {
  expect(write(startOfDay(timeZone, day))).toBe(first);
  expect(write(endOfDay(timeZone, day))).toBe(last);
  expect(dayIn(timeZone, Date.parse(first))).toBe(day);
  expect(dayIn(timeZone, Date.parse(first) - 1)).not.toBe(day);
  expect(dayIn(timeZone, Date.parse(last))).toBe(day);
});

test('text that is not a day has no start and no end', () => {
  expect(startOfDay('Asia/Shanghai', '')).toBeNaN();
  expect(endOfDay('Asia/Shanghai', '2026-13-01')).toBeNaN();
});
