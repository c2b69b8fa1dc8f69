// Tests relative times at the limits where the unit changes.
import { expect, test } from 'vitest';
import { tellTime } from './relative-time.ts';

const now = new Date(2026, 4, 31, 12, 0, 0);
const seconds = (count: number) => new Date(now.getTime() - count * 1000);
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [seconds(0), '刚刚', 'just now'],
  [seconds(-90), '刚刚', 'just now'],
  [seconds(minute - 1), '刚刚', 'just now'],
  [seconds(minute), '1分钟前', '1 minute ago'],
  [seconds(hour - 1), '59分钟前', '59 minutes ago'],
  [seconds(hour), '1小时前', '1 hour ago'],
  [seconds(day - 1), '23小时前', '23 hours ago'],
  [seconds(day), '1天前', '1 day ago'],
  [seconds(7 * day - 1), '6天前', '6 days ago'],
  [seconds(7 * day), '1周前', '1 week ago'],
  [new Date(2026, 4, 1, 12), '4周前', '4 weeks ago'],
  // April has no 31st: a month after 30 April is 30 May.
  [new Date(2026, 3, 30, 12), '1个月前', '1 month ago'],
  [new Date(2026, 3, 30, 12, 0, 1), '1个月前', '1 month ago'],
  [new Date(2025, 5, 30, 12), '11个月前', '11 months ago'],
  [new Date(2025, 4, 31, 12), '12个月前', '12 months ago'],
  [new Date(2025, 4, 31, 11, 59, 59), '2025年5月31日', 'May 31, 2025'],
  [new Date(2019, 1, 28), '2019年2月28日', 'February 28, 2019'],
])('%s', (when, zh, en) => {
  expect(tellTime(when, now, 'zh')).toBe(zh);
  expect(tellTime(when, now, 'en')).toBe(en);
});

test('a month without that day counts by its last day', () => {
  const lateFebruary = new Date(2026, 1, 28, 9);
  expect(tellTime(new Date(2026, 0, 31, 9), lateFebruary, 'en')).toBe('1 month ago');
  expect(tellTime(new Date(2026, 0, 31, 10), lateFebruary, 'en')).toBe('3 weeks ago');
});
