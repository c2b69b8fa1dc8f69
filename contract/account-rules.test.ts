// The validation rules of docs/product.md: values that pass and values that are refused.
import { describe, expect, test } from 'vitest';
import {
  judgeCode,
  judgeNickname,
  judgePassword,
  judgePhone,
  judgeRepeat,
  judgeUsername,
  normaliseNickname,
  normalisePhone,
} from './account-rules.ts';

describe('a phone number', () => {
  test.each(['13800000000', '138 0000 0000', '013800000000', '8619912345678', '17951 138 0000 0000'])('%s', typed => {
    expect(judgePhone(typed)).toBeUndefined();
    expect(normalisePhone(typed)).toMatch(/^1[3-9]\d{9}$/);
  });
  test.each([
    '12800000000',
    '1380000000',
    '138000000000',
    '+8613800000000',
    '１３８00000000',
    '13800000000x',
    '008613800000000',
  ])('%s is refused', typed => {
    expect(judgePhone(typed)).toBe('PHONE_BAD');
  });
  test('empty input is missing, not invalid', () => {
    expect(judgePhone('  ')).toBe('PHONE_MISSING');
  });
});

describe('a password', () => {
  test.each(['abc123', '123456!', 'abcdef ', '密码abc123', 'a1'.repeat(9)])('%j is accepted', typed => {
    expect(judgePassword(typed)).toBeUndefined();
  });
  test.each(['abcde', 'a1b2c', 'abcdef', '123456', '！！！！！！', `${'a1'.repeat(9)}x`])('%j is refused', typed => {
    expect(judgePassword(typed)).toBe('PASSWORD_BAD');
  });
  test('the repeated password has to match', () => {
    expect(judgeRepeat('abc123', 'abc124')).toBe('PASSWORDS_DIFFER');
    expect(judgeRepeat('abc123', 'abc123')).toBeUndefined();
  });
});

describe('a code and a username', () => {
  test('a code has 4 to 6 letters or digits', () => {
    expect([' 1234 ', 'aB12', '123456'].map(judgeCode)).toEqual([undefined, undefined, undefined]);
    expect(['123', '1234567', '12 34', '１２３４'].map(judgeCode)).toEqual(Array(4).fill('CODE_FORMAT_BAD'));
    expect(judgeCode('')).toBe('CODE_MISSING');
  });
  test('a username has 4 to 16 ASCII letters, digits, underscores or hyphens', () => {
    expect(['anna', 'A-_9', 'a'.repeat(16)].map(judgeUsername)).toEqual([undefined, undefined, undefined]);
    // The third begins with a Cyrillic а.
    expect(['abc', 'a'.repeat(17), 'аnna', 'an na', 'anna\n'].map(judgeUsername)).toEqual(
      Array(5).fill('USERNAME_BAD'),
    );
  });
});

describe('a nickname', () => {
  test.each(['小明', 'Zoë', '👩‍🚀 航天员', 'a'.repeat(20)])('%s is accepted', typed => {
    expect(judgeNickname(typed)).toBeUndefined();
  });
  test.each([
    ['', 'nothing'],
    ['   ', 'spaces'],
    ['a\u202eb', 'turned writing'],
    ['a\u200bb', 'a space of no width'],
    ['\u3164', 'a filler that shows nothing'],
    ['a\u0000', 'a control sign'],
    ['\u200d', 'a joiner of nothing'],
    ['\ufe0f\ufe0f', 'variants of nothing'],
    ['\u0301 \u034f', 'marks on nothing'],
    ['a'.repeat(21), 'too much'],
  ])('%j is refused: %s', typed => {
    expect(judgeNickname(typed)).toBe('NICKNAME_BAD');
  });
  test('full-width letters become ASCII, and runs of spaces one space', () => {
    expect(normaliseNickname(' Ａｄｍｉｎ \u00a0  x ')).toBe('Admin x');
  });
});
