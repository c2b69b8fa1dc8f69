// Formats relative times: seconds are 'just now', then minutes, hours, days, weeks and months; after twelve months, the date is shown.
import type { Language, Sentence } from 'contract/words.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const weekDays = 7;
const longestMonths = 12;

const justNow: Sentence = { zh: '刚刚', en: 'just now' };
const localeOf = { zh: 'zh-CN', en: 'en' } as const satisfies Sentence;

/** Returns the same day and time that many months later, or the last day of a month without such a day. */
function addMonths(date: Date, months: number): Date {
  const later = new Date(date);
  later.setMonth(later.getMonth() + months);
  if (later.getDate() !== date.getDate()) later.setDate(0);
  return later;
}

function wholeMonths(from: Date, until: Date): number {
  const guess = (until.getFullYear() - from.getFullYear()) * 12 + until.getMonth() - from.getMonth();
  return addMonths(from, guess) > until ? guess - 1 : guess;
}

/** A time in the future counts as now, because the clocks of servers and browsers differ. */
export function tellTime(when: Date, now: Date, language: Language): string {
  const passedMs = now.getTime() - when.getTime();
  if (passedMs < minuteMs) return justNow[language];
  if (addMonths(when, longestMonths) < now)
    return new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'long' }).format(when);

  const tell = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
    new Intl.RelativeTimeFormat(localeOf[language]).format(-count, unit);
  if (passedMs < hourMs) return tell(Math.floor(passedMs / minuteMs), 'minute');
  if (passedMs < dayMs) return tell(Math.floor(passedMs / hourMs), 'hour');
  const days = Math.floor(passedMs / dayMs);
  if (days < weekDays) return tell(days, 'day');
  const months = wholeMonths(when, now);
  return months < 1 ? tell(Math.floor(days / weekDays), 'week') : tell(months, 'month');
}
