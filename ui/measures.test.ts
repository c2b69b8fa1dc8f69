// Tests how sizes are displayed.
import { expect, test } from 'vitest';
import { formatBytes, formatDimensions, formatTime, percentChange } from './measures.ts';

test('byte sizes have about three digits and change units before a fourth', () => {
  expect(formatBytes(0)).toBe('0 B');
  expect(formatBytes(999)).toBe('999 B');
  expect(formatBytes(1000)).toBe('0.98 KB');
  expect(formatBytes(12_595)).toBe('12.3 KB');
  expect(formatBytes(1_048_576)).toBe('1 MB');
  expect(formatBytes(3_145_728_000)).toBe('2.93 GB');
});

test('a small change is never rounded to no change', () => {
  expect(percentChange(1000, 370)).toBe(-63);
  expect(percentChange(100_000, 99_999)).toBe(-1);
  expect(percentChange(100_000, 100_001)).toBe(1);
  expect(percentChange(500, 500)).toBe(0);
  expect(percentChange(0, 10)).toBe(0);
});

test('dimensions are written with a multiplication sign', () => {
  expect(formatDimensions(4000, 3000)).toBe('4000\u00a0×\u00a03000');
});

test('times have tenths, and hours only if needed', () => {
  expect(formatTime(7.46)).toBe('0:07.5');
  expect(formatTime(59.97)).toBe('1:00.0');
  expect(formatTime(750)).toBe('12:30.0');
  expect(formatTime(3723)).toBe('1:02:03.0');
});
