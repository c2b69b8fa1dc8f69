// The last day on which an API key is valid, in the time zone of the browser, where its owner chose it.
import { dayIn } from '../person/format-day.ts';

export const lastDay = (expiresAt: string): string =>
  dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(expiresAt).getTime() - 1);

/** Midnight after a day that is written as yyyy-MM-dd. */
export function endOfDay(day: string): string {
  const midnight = new Date(`${day}T00:00`);
  midnight.setDate(midnight.getDate() + 1);
  return midnight.toISOString();
}
