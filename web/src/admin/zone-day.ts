// The first and last moments of days in the product's time zone.
import { dayIn } from '../person/format-day.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/**
 * Returns the first moment of a day; NaN for text that is no day. It is searched for, because with daylight saving time days may start at one o'clock,
 * and offsets from UTC are between -12 and +14 hours.
 */
export function startOfDay(timeZone: string, day: string): number {
  const midnight = Date.parse(`${day}T00:00Z`);
  let [before, from] = [midnight - 15 * hourMs, midnight + 13 * hourMs];
  while (from - before > minuteMs) {
    const middle = before + Math.floor((from - before) / 2 / minuteMs) * minuteMs;
    if (dayIn(timeZone, middle) < day) before = middle;
    else from = middle;
  }
  return from;
}

/** Returns the last second of a day, like the end of a membership. */
export function endOfDay(timeZone: string, day: string): number {
  const next = new Date(Date.parse(`${day}T00:00Z`) + 24 * hourMs);
  return Number.isNaN(next.getTime()) ? Number.NaN : startOfDay(timeZone, next.toISOString().slice(0, 10)) - 1000;
}
