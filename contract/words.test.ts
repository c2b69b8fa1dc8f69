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

test('a form may be for none, and may hold its number', () => {
  const say = (count: unknown) => fill('{count:You have none|You have #|You have # left}', { count });
  expect([0, 1, 1200].map(say)).toEqual(['You have none', 'You have 1', 'You have 1,200 left']);
});

test.each([
  ['COINS_MISSING', 'zh', 0, '需要 1,200 个金币，您还没有金币，请先充值'],
  ['COINS_MISSING', 'zh', 1, '需要 1,200 个金币，您只有 1 个，请先充值'],
  ['COINS_MISSING', 'zh', 1100, '需要 1,200 个金币，您只有 1,100 个，请先充值'],
  ['COINS_MISSING', 'en', 0, 'This takes 1,200 coins, and you don’t have any yet. Top up first'],
  ['COINS_MISSING', 'en', 1, 'This takes 1,200 coins, but you have only 1. Top up first'],
  ['COINS_MISSING', 'en', 1100, 'This takes 1,200 coins, but you have only 1,100. Top up first'],
  ['USES_MISSING', 'zh', 0, '需要 1,200 次，您的次数已用完，请续费或使用金币'],
  ['USES_MISSING', 'zh', 1, '需要 1,200 次，您只剩 1 次，请续费或使用金币'],
  [
    'USES_MISSING',
    'en',
    0,
    'This takes 1,200 uses, and you have used up all of yours. Renew your membership, or use coins',
  ],
  ['USES_MISSING', 'en', 1, 'This takes 1,200 uses, and you have 1 left. Renew your membership, or use coins'],
  ['MEMBERSHIP_NEEDED', 'zh', 0, '开通会员后可下载完整结果，也可使用 1,200 个金币，您还没有金币'],
  ['MEMBERSHIP_NEEDED', 'zh', 5, '开通会员后可下载完整结果，也可使用 1,200 个金币，您有 5 个'],
  [
    'MEMBERSHIP_NEEDED',
    'en',
    0,
    'Become a member to download the full result, or use 1,200 coins. You don’t have any yet',
  ],
  ['MEMBERSHIP_NEEDED', 'en', 5, 'Become a member to download the full result, or use 1,200 coins. You have 5'],
] as const)('%s in %s, with %i left, reads as people speak', (code, language, left, sentence) => {
  expect(errorSentence(code, language, { needed: 1200, left })).toBe(sentence);
});

test('a price of one is not a plural', () => {
  expect(errorSentence('COINS_MISSING', 'en', { needed: 1, left: 0 })).toContain('takes 1 coin,');
  expect(errorSentence('USES_MISSING', 'en', { needed: 1, left: 0 })).toContain('takes 1 use,');
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
