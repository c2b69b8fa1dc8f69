// Which language a visitor gets.
import { expect, test } from 'vitest';
import { chooseLanguage, withoutLanguage } from './choose-language.ts';

const place = (search: string, hash = '', hostname = 'tools.example') => ({ hostname, search, hash });

test('the query parameter wins over the stored language, before and inside the hash', () => {
  expect(chooseLanguage(place('?lang=en'), 'zh', null)).toBe('en');
  expect(chooseLanguage(place('', '#/editor/gif?lang=en'), 'zh', null)).toBe('en');
  expect(chooseLanguage(place('?lang=en', '#/?lang=zh'), null, null)).toBe('zh');
});

test('the stored language comes next, then Chinese', () => {
  expect(chooseLanguage(place(''), 'en', null)).toBe('en');
  expect(chooseLanguage(place(''), null, null)).toBe('zh');
  expect(chooseLanguage(place('?lang=fr'), 'gibberish', null)).toBe('zh');
});

test('the English host forces English over the stored language and the parameter', () => {
  expect(chooseLanguage(place('?lang=zh', '', 'EN.tools.example'), 'zh', 'en.tools.example')).toBe('en');
  expect(chooseLanguage(place('', '', 'tools.example'), 'zh', 'en.tools.example')).toBe('zh');
});

test('regional names count', () => {
  expect(chooseLanguage(place('?lang=zh-CN'), 'en', null)).toBe('zh');
  expect(chooseLanguage(place('?lang=en-US'), 'zh', null)).toBe('en');
});

test('a choice by hand takes the parameter out of the address and leaves the others', () => {
  expect(withoutLanguage({ search: '?a=1&lang=en', hash: '#/help?lang=en&b=2' })).toEqual({
    search: '?a=1',
    hash: '#/help?b=2',
  });
  expect(withoutLanguage({ search: '?lang=en', hash: '#/help' })).toEqual({ search: '', hash: '#/help' });
});
