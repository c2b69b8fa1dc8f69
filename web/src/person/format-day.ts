// Formats days as yyyy-MM-dd in the product's time zone, in which memberships end, whichever zone the browser is in.
import { settings } from '../settings.ts';

/** Returns the day of a time (Unix time in ms) in a time zone, as yyyy-MM-dd. */
export function dayIn(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

export const formatDay = (moment: Date): string => dayIn(settings.timeZone, moment.getTime());

/** The last day of something that ends at this moment. */
export const formatEnd = (moment: Date): string => dayIn(settings.timeZone, moment.getTime() - 1);
