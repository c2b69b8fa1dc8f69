// Filling in the placeholders of sentences.
import { expect, test } from 'vitest';
import { errorSentence } from './errors.ts';
import { fill, formatCount } from './words.ts';

test('placeholders are replaced, and stay where there is no value', () => {
  expect(fill('{a} of {b}, {c}', { a: 1, b: 'two' })).toBe('1 of two, {c}');
});

test('a noun agrees with its number, signed or not', () => {
  const say = (count: unknown) => fill('{count} more {count:quality|qualities}', { count });
  expect([0, 1, 2, 11, '+1', '-1', '1,001'].map(say)).toEqual([
    '0 more qualities',
    '1 more quality',
    '2 more qualities',
    '11 more qualities',
    '+1 more quality',
    '-1 more quality',
    '1,001 more qualities',
  ]);
  expect(fill('{count:file|files}')).toBe('{count:file|files}');
});

test('amounts are grouped by thousands', () => {
  expect([0, 999, 6000, -1234567].map(formatCount)).toEqual(['0', '999', '6,000', '-1,234,567']);
});

test('a placeholder can ask for its number grouped by thousands; without a value it stays', () => {
  expect(fill('{count:,} {count:coin|coins}', { count: 1200 })).toBe('1,200 coins');
  expect(fill('{count:,} {count:coin|coins}', { count: 1 })).toBe('1 coin');
  expect(fill('{count:,}', { count: null })).toBe('{count:,}');
});

test('errors write amounts of coins and uses as the pages do', () => {
  const details = { needed: 1200, left: 1 };
  expect(errorSentence('COINS_MISSING', 'zh', details)).toContain('需要 1,200 个金币，您有 1 个');
  expect(errorSentence('COINS_MISSING', 'en', details)).toContain('takes 1,200 coins and you have 1.');
  expect(errorSentence('MEMBERSHIP_NEEDED', 'en', { needed: 1, left: 30_000 })).toContain(
    'use 1 coin. You have 30,000',
  );
  expect(errorSentence('USES_MISSING', 'en', { needed: 1, left: 0 })).toContain('takes 1 use and you have 0 left');
});

test('millions are expressed in Chinese units', () => {
  const say = (count: number) => fill('{count:万}像素', { count });
  expect([0.3, 12, 25, 100, 100.1, 120].map(say)).toEqual([
    '30 万像素',
    '1200 万像素',
    '2500 万像素',
    '1 亿像素',
    '1.001 亿像素',
    '1.2 亿像素',
  ]);
});
